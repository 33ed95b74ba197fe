/// `CRAW` in `stsd`: video of a Canon raw file. Between the fields of any video description and the
/// child atoms, Canon stores two numbers of its own. No specification is published; their meaning
/// is known only from files.
public struct CanonRawDescription: Record {
  /// The fields that every video description has.
  public var video = VideoDescription()
  /// Which child atom follows. 3: `JPEG`, which names the format. 1: `CMP1`, which describes
  /// Canon's own format.
  public var kind: UInt16 = 1
  /// 0 if the child atom is `JPEG`, 1 if it is `CMP1`.
  public var isRaw: UInt16 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try video.ownFields(&f)
    try f("kind", &kind)
    try f("is_raw", &isRaw)
    try f.children()
  }
}
