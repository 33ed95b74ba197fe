/// `CRAW` in `stsd`: pictures of a Canon raw file. Between the fields of any video and the child
/// atoms stand two numbers of Canon's own, as its files show; there is no published specification.
public struct CanonRawDescription: Record {
  public var video = VideoDescription()
  /// 3: `JPEG` follows and names the format. 1: `CMP1` follows and describes Canon's.
  public var kind: UInt16 = 1
  /// 0 beside `JPEG`, 1 beside `CMP1`.
  public var isRaw: UInt16 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try video.ownFields(&f)
    try f("kind", &kind)
    try f("is_raw", &isRaw)
    try f.children()
  }
}
