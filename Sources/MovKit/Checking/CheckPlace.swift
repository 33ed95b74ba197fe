/// Where a finding is.
package struct CheckPlace: Sendable {
  package var path = ""
  package var offset: UInt64?

  package init(path: String = "", offset: UInt64? = nil) {
    self.path = path
    self.offset = offset
  }

  /// The whole file.
  package static let file = CheckPlace()
}

extension AtomNode {
  /// The place of the atom.
  var place: CheckPlace { CheckPlace(path: path, offset: atom.offset) }
}

extension Track {
  /// The place of the track, or of an atom in it.
  func place(_ types: FourCC...) -> CheckPlace { atom.place(at: path, types) }
}

extension Atom {
  /// The place of the first atom below this one by types; if there is none, of the last on the way to it.
  /// - Parameter path: the path of this atom.
  func place(at path: String, _ types: [FourCC]) -> CheckPlace {
    var (atom, path) = (self, path)
    for type in types {
      let children = atom.children
      guard let index = children.firstIndex(where: { $0.type == type }) else { break }
      path += "/\(children.pathComponent(at: index))"
      atom = children[index]
    }
    return CheckPlace(path: path, offset: atom.offset)
  }
}

extension [Atom] {
  /// The atoms of a type among these, with their places.
  /// - Parameter path: the path of the atom that these are in; nil at the top level of the file.
  func placed(_ type: FourCC, at path: String?) -> [(atom: Atom, place: CheckPlace)] {
    let before = path.map { $0 + "/" } ?? ""
    return zip(self, pathComponents()).filter { $0.0.type == type }.map { atom, component in
      (atom, CheckPlace(path: "\(before)\(component)", offset: atom.offset))
    }
  }
}
