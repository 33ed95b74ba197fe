extension Atom {
  /// Returns the children of some types, in order.
  func children(of types: [FourCC]) -> [Atom] {
    // Most fragments, of which there can be very many, have none.
    guard types.contains(where: { first($0) != nil }) else { return [] }
    return children.filter { types.contains($0.type) }
  }

  /// Whether both are the same bytes after a header of 8 bytes.
  func isPlain(like other: Atom) -> Bool {
    guard type == other.type, form == .compact, other.form == .compact, userType.isEmpty,
      other.userType.isEmpty, claimedSize == nil, other.claimedSize == nil,
      case .bytes(let own) = ownBytes, case .bytes(let others) = other.ownBytes
    else { return false }
    return own == others
  }
}

extension [Atom] {
  /// Whether these are the atoms of another list: of the same types, in the same order, with the same
  /// bytes, wherever they are in the file. False also if they are not plain bytes.
  func areSame(as others: [Atom]) -> Bool {
    count == others.count && zip(self, others).allSatisfy { $0.isPlain(like: $1) }
  }

  /// The atoms with bytes of their own: what they were read with need not stay in memory. They have no
  /// places. The same atoms if one of them is not plain bytes.
  var apart: [Atom] {
    var bytes: [UInt8] = []
    var starts: [Int] = []
    for atom in self {
      guard atom.isPlain(like: atom), let whole = try? atom.serialized() else { return self }
      starts.append(bytes.count)
      bytes += whole
      // The place of an atom in what was read has 32 bits.
      guard bytes.count <= Int(Int32.max) else { return self }
    }
    let buffer = BytesRead(bytes, at: nil)
    return starts.map { Atom(leafAt: $0, in: buffer) }
  }
}
