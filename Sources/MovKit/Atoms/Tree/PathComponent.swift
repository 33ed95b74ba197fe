extension FourCC {
  /// The type as a path shows it. The characters that separate the parts of a path are escaped,
  /// because the items of `ilst` have numbers as types and 47 is a slash.
  var pathComponent: String {
    var text = ShortText()
    text.append(pathComponent: self)
    return text.string
  }
}

extension ShortText {
  fileprivate mutating func append(pathComponent type: FourCC) {
    append(type) { byte in
      byte == UInt8(ascii: "/") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
    }
  }
}

/// The component of an atom in a path among atoms beside it: its type, and its index if there is more
/// than one of that type.
package struct PathComponent: Sendable, CustomStringConvertible {
  let type: FourCC
  let index: Int?

  package var description: String {
    // Made in place: a file can have an atom in every eight bytes.
    var text = ShortText()
    text.append(pathComponent: type)
    if let index {
      text.append(UInt8(ascii: "["))
      text.append(decimal: UInt64(clamping: index))
      text.append(UInt8(ascii: "]"))
    }
    return text.string
  }
}

/// The components of atoms that are beside one another, in their order. Each is made when it is asked
/// for, because a file can have millions of atoms in one list.
package struct PathComponents: Sequence, IteratorProtocol, Sendable {
  private let atoms: [Atom]
  private var position = 0
  private var counter: PathComponentCounter

  fileprivate init(_ atoms: [Atom]) {
    self.atoms = atoms
    counter = PathComponentCounter(atoms)
  }

  package mutating func next() -> PathComponent? {
    guard position < atoms.count else { return nil }
    defer { position += 1 }
    return counter.component(ofNext: atoms[position].type)
  }
}

/// Makes the components of atoms that are beside one another without keeping the atoms, which can be
/// changed meanwhile.
struct PathComponentCounter: Sendable {
  /// The types that more than one atom has, in ascending order, and the number of atoms so far of each. A
  /// million atoms can be of a million types.
  private var types: [UInt32] = []
  private var counts: [UInt32] = []
  /// The number of types that are searched one after another.
  private static let few = 8

  init(_ atoms: [Atom]) {
    if atoms.count <= Self.few, !Self.haveRepetition(atoms) { return }
    // Two atoms of a type are enough to say that there are several. Most files have few such types: those
    // found last are remembered.
    var all: [UInt32] = []
    var several: [UInt32] = []
    let list = atoms[...]
    let span = list.span
    for index in span.indices {
      let type = span[index].type.rawValue
      if several.contains(type) { continue }
      if all.suffix(Self.few).contains(type) {
        if several.count == Self.few { several.removeFirst() }
        several.append(type)
      }
      all.append(type)
    }
    all.sort()
    for (type, next) in zip(all, all.dropFirst()) where type == next && type != types.last {
      types.append(type)
    }
    counts = [UInt32](repeating: 0, count: types.count)
  }

  /// Whether several of a few atoms are of one type.
  private static func haveRepetition(_ atoms: [Atom]) -> Bool {
    let list = atoms[...]
    let span = list.span
    for index in span.indices {
      for earlier in 0..<index where span[earlier].type == span[index].type { return true }
    }
    return false
  }

  /// Returns the component of the next atom, which is of a type.
  mutating func component(ofNext type: FourCC) -> PathComponent {
    var (low, high) = (0, types.count)
    while low < high {
      let middle = low + (high - low) / 2
      if types[middle] < type.rawValue { low = middle + 1 } else { high = middle }
    }
    guard low < types.count, types[low] == type.rawValue else {
      return PathComponent(type: type, index: nil)
    }
    defer { counts[low] += 1 }
    return PathComponent(type: type, index: Int(counts[low]))
  }
}

extension [Atom] {
  /// Returns the component of each atom in a path.
  package func pathComponents() -> PathComponents { PathComponents(self) }

  /// Returns the component of the atom at an index.
  func pathComponent(at index: Int) -> PathComponent {
    let type = self[index].type
    let isOnly = count(of: [type]) == 1
    return PathComponent(type: type, index: isOnly ? nil : self[..<index].count(of: [type]))
  }
}
