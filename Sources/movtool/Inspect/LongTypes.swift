import MovKit

/// The types of which one parent has many atoms. A file can have an atom in every eight bytes, each of another
/// type.
struct LongTypes {
  private var types = FourCCTable()
  private var counts: [Int] = []

  /// Finds the types of which `atoms` has more than `most`; nil if there is none.
  init?(_ atoms: [Atom], moreThan most: Int) {
    guard atoms.count > most else { return nil }
    var all = FourCCTable()
    var sizes: [UInt32] = []
    for atom in atoms {
      let index = all.insert(atom.type)
      if index == sizes.count { sizes.append(0) }
      sizes[index] &+= 1
      guard Int(sizes[index]) == most + 1 else { continue }
      types.insert(atom.type)
      counts.append(0)
    }
    if counts.isEmpty { return nil }
  }

  /// Counts an atom. Returns the number of atoms of its type that were counted before; nil if there are not many.
  mutating func add(_ type: FourCC) -> Int? {
    guard let index = types.index(of: type) else { return nil }
    defer { counts[index] += 1 }
    return counts[index]
  }
}
