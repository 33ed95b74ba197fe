// A list can have an atom in every eight bytes. Those of other types are passed over without a copy, which
// would count a reference each time.

extension [Atom] {
  /// Returns the index of the first atom of a type; nil if there is none.
  func firstIndex(of type: FourCC) -> Int? { self[...].firstIndex(of: type) }

  /// Returns the first atom of a type; nil if there is none.
  func first(_ type: FourCC) -> Atom? { firstIndex(of: type).map { self[$0] } }

  /// Returns the number of atoms of one of several types.
  func count(of types: [FourCC]) -> Int { self[...].count(of: types) }

  /// Returns the atoms of a type.
  func all(_ type: FourCC) -> [Atom] {
    var found: [Atom] = []
    // Of many, a list that grows by itself would take up to three times as much.
    if count > 1 << 10 { found.reserveCapacity(count(of: [type])) }
    var rest = self[...]
    while let index = rest.firstIndex(of: type) {
      found.append(self[index])
      rest = self[(index + 1)...]
    }
    return found
  }
}

extension ArraySlice<Atom> {
  /// Returns the index of the first atom of a type; nil if there is none.
  @inline(never)
  fileprivate func firstIndex(of type: FourCC) -> Int? {
    let span = span
    for index in span.indices where span[index].type == type { return startIndex + index }
    return nil
  }

  /// Returns the number of atoms of one of several types.
  @inline(never)
  func count(of types: [FourCC]) -> Int {
    let span = span
    var count = 0
    for index in span.indices where types.contains(span[index].type) { count += 1 }
    return count
  }
}
