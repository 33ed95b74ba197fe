/// Splits a byte stream into NAL units, of which long ones, and those of large pictures, have all but
/// their beginning in a spool, if there is one.
struct StreamUnitSplitter: Sendable {
  private var splitter: AnnexBSplitter
  private let spool: Spool?
  /// A long unit, of which more will come.
  private var unitUnderWay: StreamUnit?

  /// Bytes of a unit, and of a picture, that are put together without the spool.
  private static let smallUnit = 1 << 18
  private static let smallPicture = 1 << 19

  /// - Parameters:
  ///   - limit: bytes that a unit may have.
  ///   - spool: nil: units are whole in memory.
  init(limit: Int, spool: Spool?) {
    splitter = AnnexBSplitter(limit: limit)
    self.spool = spool
  }

  /// Bytes, other than zeros, before the first start code.
  var bytesBeforeFirstUnit: UInt64 { splitter.bytesBeforeFirstUnit }

  mutating func append(_ bytes: Bytes) { splitter.append(bytes) }

  /// No more bytes will come.
  mutating func finish() { splitter.finish() }

  /// The next unit; nil until more bytes are there.
  /// - Parameters:
  ///   - codec: nil: it is not known yet.
  ///   - size: bytes of the picture that the unit may belong to.
  /// - Throws: `FormatError` of reason `limit` where a unit is too long.
  mutating func next(
    of codec: VideoCodec?, behind size: Int
  ) throws(FormatError) -> StreamUnit? {
    while let part = try splitter.nextPart(ofAtLeast: spool == nil ? .max : Self.smallUnit) {
      if let unit = take(part, of: codec, behind: size) { return unit }
    }
    return nil
  }

  /// Returns the unit, if it is whole.
  private mutating func take(
    _ part: AnnexBSplitter.Part, of codec: VideoCodec?, behind size: Int
  ) -> StreamUnit? {
    guard let spool else { return StreamUnit(head: part.bytes) }
    if unitUnderWay == nil, part.isLast, part.bytes.count + size <= Self.smallPicture {
      return StreamUnit(head: part.bytes)
    }
    var unit = unitUnderWay ?? StreamUnit(head: Self.head(of: part.bytes, codec))
    let rest = part.bytes.dropFirst(unitUnderWay == nil ? unit.head.count : 0)
    // Nothing else may hold the blocks while one is added: they would be copied each time.
    unitUnderWay = nil
    if !rest.isEmpty {
      var spooled = unit.rest.take() ?? SpooledBytes()
      spooled.append(spool.keep(Array(rest)))
      unit.rest = spooled
    }
    guard !part.isLast else { return unit }
    unitUnderWay = unit
    return nil
  }

  /// What is kept of a long unit to know it by, less of slices than of what is read whole: a copy,
  /// since the buffer that it lies in holds much more.
  private static func head(of bytes: Bytes, _ codec: VideoCodec?) -> Bytes {
    let header = codec.flatMap { NALUnitHeader(bytes, codec: $0) }
    let isReadWhole = header.map { $0.parameterSet != nil || $0.isSEI } ?? true
    return Array(bytes.prefix(isReadWhole ? .max : StreamUnit.sliceHead))[...]
  }
}
