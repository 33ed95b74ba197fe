@testable import MovKit

/// Every atom of a tree with what is declared for it and where it stands.
struct TreeWalk {
  var schema = Schema.standard
  var visit: (Atom, Schema.Rule?, String) -> Void

  func run(_ atoms: [Atom], in context: AtomContext = AtomContext(), path: String = "") {
    for (atom, name) in zip(atoms, atoms.pathComponents()) {
      let here = path.isEmpty ? name : "\(path)/\(name)"
      visit(atom, schema.rule(for: atom.type, in: context), here)
      run(
        atom.children, in: context.entering(atom.type, children: atom.children), path: here)
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
