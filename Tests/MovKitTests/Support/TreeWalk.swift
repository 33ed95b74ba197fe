@testable import MovKit

/// An atom of a tree, what is declared for it, and where it stands.
struct PlacedAtom {
  var atom: Atom
  var rule: Schema.Rule?
  var path: String

  /// All atoms of a tree, parents first.
  static func all(
    _ atoms: [Atom], schema: Schema = .standard, in context: AtomContext = AtomContext(),
    path: String = ""
  ) -> [PlacedAtom] {
    zip(atoms, atoms.pathComponents().map(\.description)).flatMap { atom, name in
      let here = path.isEmpty ? name : "\(path)/\(name)"
      let placed = PlacedAtom(
        atom: atom, rule: schema.rule(for: atom, in: context), path: here)
      let inner = context.entering(atom)
      return [placed] + all(atom.children, schema: schema, in: inner, path: here)
    }
  }
}

/// How reading an atom as what it is declared to be ended.
enum DecodeOutcome: Equatable {
  case same
  case refused(String)
  case broken(String)
}

extension Atom {
  /// Reads the atom's own bytes as the record and writes them again.
  func outcome<R: Record>(decodedAs type: R.Type) -> DecodeOutcome {
    let own: Bytes
    switch content {
    case .bytes(let bytes): own = bytes
    case .children(let children): own = children.preamble
    case .extent: return .refused("left in the file")
    }
    do {
      let decoded = try decoded(type)
      let again = try decoded.record.serialized()
      guard again.count == decoded.record.encodedSize else { return .broken("size") }
      guard again + decoded.trailing == Array(own) else {
        return .broken(
          "\(Laws.text(Array(own))) became \(Laws.text(again + decoded.trailing))")
      }
      return Laws.describingEnds(decoded.record.described).map { .broken($0) } ?? .same
    } catch { return .refused("\(error.reason)") }
  }
}
