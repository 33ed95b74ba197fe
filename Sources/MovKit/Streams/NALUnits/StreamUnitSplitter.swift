/// Splits a byte stream into NAL units. If there is a spool, it stores all but the beginning of
/// long units and of the units of large pictures there.
struct StreamUnitSplitter: Sendable {
  private var splitter: AnnexBSplitter
  private let spool: Spool?
  /// A long unit whose end has not come yet.
  private var unitUnderWay: StreamUnit?

  /// The sizes in bytes up to which a unit, and a picture, is put together without the spool.
  private static let smallUnit = 1 << 18
  private static let smallPicture = 1 << 19

  /// - Parameters:
  ///   - limit: the most bytes that a unit may have.
  ///   - spool: where long units go; nil to hold all units in memory.
  init(limit: Int, spool: Spool?) {
    splitter = AnnexBSplitter(limit: limit)
    self.spool = spool
  }

  /// The number of nonzero bytes before the first start code.
  var bytesBeforeFirstUnit: UInt64 { splitter.bytesBeforeFirstUnit }

  mutating func append(_ bytes: Bytes) { splitter.append(bytes) }

  /// Ends the stream.
  mutating func finish() { splitter.finish() }

  /// Returns the next unit; nil until more bytes are added.
  /// - Parameters:
  ///   - codec: the codec; nil if it is not known yet.
  ///   - size: the number of bytes so far of the picture that the unit may belong to.
  /// - Throws: `FormatError` of reason `limit` if a unit is too long.
  mutating func next(
    of codec: VideoCodec?, after size: Int
  ) throws(FormatError) -> StreamUnit? {
    while let part = try splitter.nextPart(ofAtLeast: spool == nil ? .max : Self.smallUnit) {
      if let unit = take(part, of: codec, after: size) { return unit }
    }
    return nil
  }

  /// Adds a part to the current unit. Returns the unit if it is whole.
  private mutating func take(
    _ part: AnnexBSplitter.Part, of codec: VideoCodec?, after size: Int
  ) -> StreamUnit? {
    guard let spool else { return StreamUnit(head: part.bytes) }
    if unitUnderWay == nil, part.isLast, part.bytes.count + size <= Self.smallPicture {
      return StreamUnit(head: part.bytes)
    }
    var unit = unitUnderWay ?? StreamUnit(head: Self.head(of: part.bytes, codec))
    let rest = part.bytes.dropFirst(unitUnderWay == nil ? unit.head.count : 0)
    // Nothing else may refer to the blocks while one is added, or they would be copied each time.
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

  /// Returns the part of a long unit that stays in memory to classify it: all of what is read
  /// whole, less of slices. It is a copy, since the buffer that contains it is much larger.
  private static func head(of bytes: Bytes, _ codec: VideoCodec?) -> Bytes {
    let header = codec.flatMap { NALUnitHeader(bytes, codec: $0) }
    let isReadWhole = header.map { $0.parameterSet != nil || $0.isSEI } ?? true
    return Array(bytes.prefix(isReadWhole ? .max : StreamUnit.sliceHead))[...]
  }
}
