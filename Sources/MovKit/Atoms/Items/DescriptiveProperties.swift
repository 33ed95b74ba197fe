/// `udes` in `ipco`: a description of the item for people to read (ISO/IEC 23008-12, 6.5.20).
public struct UserDescription: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The language of the texts, as an RFC 5646 tag; empty if it is not known.
  public var language = CString()
  /// The name of the item.
  public var name = CString()
  /// What the item shows.
  public var description = CString()
  /// Keywords, with commas between them.
  public var tags = CString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.terminated("lang", &language)
    try f.terminated("name", &name)
    try f.terminated("description", &description)
    try f.terminated("tags", &tags)
  }
}

/// `altt` in `ipco`: a text for those who do not see the picture (ISO/IEC 23008-12, 6.5.21).
public struct AccessibilityText: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The text.
  public var text = CString()
  /// The language of the text, as an RFC 5646 tag; empty if it is not known.
  public var language = CString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.terminated("alt_text", &text)
    try f.terminated("alt_lang", &language)
  }
}

/// `crtt` and `mdft` in `ipco`: when the item was created and when it was last changed
/// (ISO/IEC 23008-12, 6.5.18 and 6.5.19).
public struct ItemTime: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The time in microseconds since 1904-01-01 00:00:00 UTC.
  public var microseconds: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("time", &microseconds)
  }
}

/// `wipe`, `fade` and `splt` in `ipco`: how one picture gives way to the next in a slide show
/// (ISO/IEC 23008-12, 6.5.27 to 6.5.30).
public struct TransitionDirection: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The direction, as the kind of transition defines it.
  public var direction: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("transition_direction", &direction)
  }
}

/// `zoom` in `ipco`: the next picture of a slide show grows or shrinks (ISO/IEC 23008-12, 6.5.28).
public struct ZoomTransition: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// 0: inwards. 1: outwards.
  public var direction: UInt8 = 0
  /// The shape that grows or shrinks. 7 bits.
  public var shape: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.bits("transition_direction", &direction, 1)
    try f.bits("transition_shape", &shape, 7)
  }
}

/// `stpe` in `ipco`: how long a transition of a slide show lasts (ISO/IEC 23008-12, 6.5.31).
public struct TransitionPeriod: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The duration, in units that the standard defines.
  public var period: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("transition_period", &period)
  }
}

/// `ssld` in `ipco`: how long a picture of a slide show is shown (ISO/IEC 23008-12, 6.5.32).
public struct DisplayDuration: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The duration, in units that the standard defines.
  public var duration: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("duration", &duration)
  }
}
