/// Any atom in `tref`: the tracks that this track refers to. The atom's type says how
/// (ISO/IEC 14496-12, 8.3.3; QuickTime File Format, "Track Reference Atoms").
public struct TrackReferenceType: Record {
  /// The IDs of the tracks. QuickTime uses 0 for an unused entry.
  public var trackIDs = Table<UInt32>()

  public init() {}
  /// A reference to the tracks with these IDs.
  public init(_ trackIDs: [UInt32]) throws(FormatError) { self.trackIDs = try Table(trackIDs) }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.remainingRows("track_IDs", &trackIDs, layout: FixedLayout())
  }
}

extension FieldCoder {
  /// Codes the first fields of an atom about a group of tracks (ISO/IEC 14496-12, 8.3.4).
  fileprivate mutating func trackGroupHead(
    _ version: inout UInt8, flags: inout UInt32, _ id: inout UInt32
  ) throws(FormatError) {
    try self.version(&version, upTo: .max, flags: &flags, named: [1: "uniqueID"])
    try self("track_group_ID", &id)
  }
}

/// Any atom in `trgr`: the track forms a group with all tracks that have an atom of the same type
/// with the same ID (ISO/IEC 14496-12, 8.3.4).
public struct TrackGroupType: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The ID of the group.
  public var trackGroupID: UInt32 = 0
  /// The additional data that the type defines.
  public var data = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.trackGroupHead(&version, flags: &flags, &trackGroupID)
    try f.bytes("data", &data, count: nil)
  }
}

/// `ster` in `trgr`: the track is one of the two views of a stereo pair (ISO/IEC 14496-12, 8.3.4.4).
public struct StereoTrackGroup: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The ID of the group.
  public var trackGroupID: UInt32 = 0
  /// 1: the track has the view for the left eye.
  public var leftViewFlag: UInt8 = 0
  var reservedBits: UInt8 = 0
  var reserved = Reserved()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.trackGroupHead(&version, flags: &flags, &trackGroupID)
    try f.bits("left_view_flag", &leftViewFlag, 1)
    try f.reservedBits(&reservedBits, 7)
    try f.reserved(&reserved, 3)
  }
}

/// `\0\0in` in `imap`: what a track does with one of its secondary inputs (QuickTime File Format,
/// "Track Input Map Atoms").
public struct TrackInput: CountsChildren {
  /// The index of the input's track in the list of `tref`/`ssrc`, counted from 1.
  public var atomID: UInt32 = 1
  /// Reserved, 2 bytes.
  public var reserved1 = Reserved()
  /// The number of child atoms, as stored.
  public var childCount: UInt16 = 0
  /// Reserved, 4 bytes.
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

/// `\0\0ty` and `obid` in a track input: the kind of input, and the object that it controls
/// (QuickTime File Format, "Track Input Map Atoms"). The published layout has only the number; in
/// files that QuickTime itself wrote, the header of a QT atom precedes it.
public struct TrackInputValue: Record {
  /// Whether the header of a QT atom precedes the value: `atomID`, `reserved1`, `childCount` and
  /// `reserved2`.
  public var hasAtomHead = false
  /// The ID in the QT atom header.
  public var atomID: UInt32 = 1
  /// Reserved, 2 bytes.
  public var reserved1 = Reserved()
  /// The number of child atoms in the QT atom header.
  public var childCount: UInt16 = 0
  /// Reserved, 4 bytes.
  public var reserved2 = Reserved()
  /// An input type, such as 1 for a matrix or `vide` for a picture, or the ID of an object.
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
