extension Atom {
  /// The children that `entry_count` counts, such as the sample descriptions of `stsd`: all but
  /// free space, which may be among them and has no index.
  public var entries: [Atom] {
    let children = children
    return children.contains(where: \.type.isFreeSpace)
      ? children.filter { !$0.type.isFreeSpace } : children
  }

  /// The number of children that a record of the atom counts.
  func entryCount<R: Record>(for _: R.Type) -> Int {
    children.count(as: R.countedType)
  }
}

extension [Atom] {
  /// Returns the number of atoms of a type, or of all but free space.
  @inline(never)
  func count(as counted: FourCC?) -> Int { count { $0.type.isCounted(as: counted) } }
}

extension FourCC {
  /// Whether a number of atoms of a type, or of all but free space, counts atoms of this type.
  func isCounted(as counted: FourCC?) -> Bool {
    counted.map { $0 == self } ?? !isFreeSpace
  }
}

extension Record {
  /// Makes the number of children that the record gives the number that there are.
  /// - Throws: `FormatError` if the field is too small for it, or the record gives no number.
  mutating func setCountedChildren(_ count: Int) throws(FormatError) {
    guard let number = UInt32(exactly: count) else {
      throw FormatError(.doesNotFit(bits: 32), path: "entry_count")
    }
    countedChildren = number
    // Some fields have 16 bits.
    guard countedChildren == number else {
      throw FormatError(.invalidValue("too many atoms for the field"), path: "entry_count")
    }
  }
}

/// A record whose `entry_count` gives the number of child atoms. In some files it is wrong, so it
/// is kept as read; for an atom made here, the children are counted.
protocol CountsChildren: Record {
  var entryCount: UInt32 { get set }
}

extension CountsChildren {
  public var countedChildren: UInt32? {
    get { entryCount }
    set { if let newValue { entryCount = newValue } }
  }
}
