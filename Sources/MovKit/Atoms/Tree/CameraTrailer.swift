/// The end of what Insta360's cameras write after the last atom: records of positions and movement, their kinds and
/// sizes, and these last 40 bytes (ExifTool, "Insta360 Trailer").
struct CameraTrailer: Record {
  /// The number of bytes of the whole trailer.
  var length = LittleEndian<UInt32>(0)
  /// The version of the trailer, such as 3.
  var version = LittleEndian<UInt32>(0)
  /// 32 digits that are the same in all files.
  var mark = TextBytes(CameraTrailer.mark)

  /// The number of bytes that the record has.
  static let size = 40
  private static let mark = "8db42d694ccc418790edff439fe026bf"

  init() {}

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("length", &length)
    try f("version", &version)
    try f.bytes("mark", &mark, count: 32)
  }

  /// Returns where the trailer of a file begins; nil if the file has none. It reads no more than the last 40 bytes.
  static func start(in source: any ByteSource, size: UInt64) throws(IOError) -> UInt64? {
    guard size >= UInt64(Self.size) else { return nil }
    let bytes = try source.read(exactly: Self.size, at: size - UInt64(Self.size))
    var reader = Reader(bytes[...])
    var trailer = CameraTrailer()
    do throws(FormatError) { try trailer.fields(&reader) } catch { return nil }
    let length = UInt64(trailer.length.value)
    guard trailer.mark == TextBytes(mark), length >= UInt64(Self.size), length <= size else {
      return nil
    }
    return size - length
  }
}

extension AtomFile {
  /// What an Insta360 camera wrote after the last atom; nil if there is no such thing.
  var cameraTrailer: Range<UInt64>? {
    guard !trailing.isEmpty, let start = try? CameraTrailer.start(in: source, size: size) else {
      return nil
    }
    return start..<size
  }
}
