/// Any atom in `tref`: the tracks that this one refers to in the way that the atom's type names
/// (ISO/IEC 14496-12, 8.3.3; QuickTime File Format, "Track Reference Atoms").
public struct TrackReferenceType: Record {
  /// QuickTime lets 0 stand for an entry not in use.
  public var trackIDs = Table<UInt32>()

  public init() {}
  public init(_ trackIDs: [UInt32]) throws(FormatError) { self.trackIDs = try Table(trackIDs) }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.remainingRows("track_IDs", &trackIDs, layout: FixedLayout())
  }
}

/// Any atom in `trgr`: the track belongs together with all tracks that have the same type and
/// number (ISO/IEC 14496-12, 8.3.4).
public struct TrackGroupType: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var trackGroupID: UInt32 = 0
  /// Whatever the type adds.
  public var data = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: .max, flags: &flags)
    try f("track_group_ID", &trackGroupID)
    try f.bytes("data", &data, count: nil)
  }
}

/// `\0\0in` in `imap`: what a track does with one of its secondary inputs
/// (QuickTime File Format, "Track Input Map Atoms").
public struct TrackInput: CountsChildren {
  /// Which of the tracks that `tref`/`ssrc` lists, counted from 1.
  public var atomID: UInt32 = 1
  public var reserved1 = Reserved()
  public var childCount: UInt16 = 0
  public var reserved2 = Reserved()

  public init() {}

  var entryCount: UInt32 {
    get { UInt32(childCount) }
    set { childCount = UInt16(clamping: newValue) }
  }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("atom_ID", &atomID)
    try f.reserved(&reserved1, 2)
    try f("child_count", &childCount)
    try f.reserved(&reserved2, 4)
    try f.children()
  }
}

/// `\0\0ty` and `obid` in a track input: what kind of input it is, and which object it drives. The
/// published layout has the number alone; files that QuickTime itself wrote have the head of a QT
/// atom before it.
public struct TrackInputValue: Record {
  public var hasAtomHead = false
  public var atomID: UInt32 = 1
  public var reserved1 = Reserved()
  public var childCount: UInt16 = 0
  public var reserved2 = Reserved()
  /// An input type, such as 1 for a matrix or `vide` for a picture, or an object's number.
  public var value: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.optional(&hasAtomHead, bytes: 12) { $0.count >= 16 }
    if hasAtomHead {
      try f("atom_ID", &atomID)
      try f.reserved(&reserved1, 2)
      try f("child_count", &childCount)
      try f.reserved(&reserved2, 4)
    }
    try f("value", &value)
  }
}
