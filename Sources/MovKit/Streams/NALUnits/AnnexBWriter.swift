/// Turns the samples of a movie into a byte stream (H.264, Annex B; H.265, Annex B). It inserts the
/// parameter sets of their sample description where decoding can begin.
///
/// The sets go before the first sample and before each sync sample: one that contains an IDR or
/// IRAP picture, or that the movie marks as one. If the sample itself has a set of the same kind
/// and number before its first slice, that set is not inserted, so that samples with their own sets
/// (`avc3`, `hev1`) do not get them twice. The sets follow an access unit delimiter, which must be
/// the first unit of its picture, and the video and sequence parameter sets of the sample.
///
/// All start codes have four bytes. A writer serves one sample description: make a new one when
/// another description begins.
public struct AnnexBWriter: Sendable {
  /// The codec of the samples.
  public let codec: VideoCodec
  /// The number of bytes of each NAL unit length in the samples.
  public let lengthSize: Int
  /// The sets to insert.
  public let parameterSets: ParameterSets

  /// Sets and SEI of further views and layers, which follow those of the base.
  private let furtherUnits: [Bytes]
  /// All of `parameterSets` and `furtherUnits`, each after a start code.
  private let whole: [UInt8]
  private var isFirst = true

  /// Bytes to be written between those of a sample.
  public struct Insertion: Hashable, Sendable {
    /// The number of bytes of the sample that go before the insertion.
    public var offset: Int
    /// The bytes to insert: parameter sets, each after a start code.
    public var bytes: [UInt8]
  }

  /// Makes a writer that inserts these sets.
  /// - Parameters:
  ///   - codec: the codec of the samples.
  ///   - lengthSize: the number of bytes of each NAL unit length in the samples: 1, 2 or 4; 3 is
  ///     tolerated.
  ///   - parameterSets: the sets to insert.
  /// - Throws: `FormatError` if `lengthSize` is anything else.
  public init(
    codec: VideoCodec, lengthSize: Int, parameterSets: ParameterSets
  ) throws(FormatError) {
    try self.init(
      codec: codec, lengthSize: lengthSize, parameterSets: parameterSets, furtherUnits: [])
  }

  private init(
    codec: VideoCodec, lengthSize: Int, parameterSets: ParameterSets, furtherUnits: [Bytes]
  ) throws(FormatError) {
    _ = try LengthPrefixedUnits([], lengthSize: lengthSize)
    self.codec = codec
    self.lengthSize = lengthSize
    self.parameterSets = parameterSets
    self.furtherUnits = furtherUnits
    whole = Self.stream(
      of: parameterSets.entries.map(\.unit) + parameterSets.supplemental + furtherUnits)
  }

  /// Makes a writer for the samples of an H.264 sample description.
  /// - Throws: `FormatError` if a unit is not a parameter set, or its number cannot be read.
  public init(_ configuration: AVCConfiguration) throws(FormatError) {
    try self.init(CodecConfiguration(configuration))
  }

  /// Makes a writer for the samples of an HEVC sample description.
  /// - Throws: `FormatError` if the number of a parameter set cannot be read.
  public init(_ configuration: HEVCConfiguration) throws(FormatError) {
    try self.init(CodecConfiguration(configuration))
  }

  /// Makes a writer for an entry of `stsd`; nil if the entry has neither `avcC` nor `hvcC`. It inserts the sets of
  /// further views and layers too (`svcC`, `mvcC`, `lhvC`).
  /// - Throws: `FormatError` if the configuration cannot be read.
  public init?(description: Atom) throws(FormatError) {
    guard let configuration = try CodecConfiguration(description: description) else { return nil }
    try self.init(configuration)
  }

  private init(_ configuration: CodecConfiguration) throws(FormatError) {
    try self.init(
      codec: configuration.codec, lengthSize: configuration.lengthSize,
      parameterSets: configuration.parameterSets, furtherUnits: configuration.furtherUnits)
  }

  /// Returns NAL units as a byte stream.
  static func stream(of units: [Bytes]) -> [UInt8] {
    var stream: [UInt8] = []
    stream.reserveCapacity(units.reduce(0) { $0 + $1.count + StartCode.long.count })
    for unit in units {
      stream += StartCode.long
      stream += unit
    }
    return stream
  }

  /// Appends a sample to a byte stream. If it throws, nothing is appended.
  /// - Parameters:
  ///   - sample: a whole sample.
  ///   - isSync: whether the movie marks it as a sync sample. A sync sample is also recognized by
  ///     its slices.
  ///   - stream: the byte stream to append to.
  /// - Throws: `FormatError` if the lengths do not fit the sample.
  public mutating func append(
    _ sample: Bytes, isSync: Bool, to stream: inout [UInt8]
  ) throws(FormatError) {
    let insertion = try insertion(for: sample, isSync: isSync)
    var units = try LengthPrefixedUnits(sample, lengthSize: lengthSize)
    if let insertion, insertion.offset == 0 { stream += insertion.bytes }
    while let range = try units.nextRange() {
      if !range.isEmpty {
        stream += StartCode.long
        stream += sample[range]
      }
      if let insertion, insertion.offset == range.upperBound - sample.startIndex {
        stream += insertion.bytes
      }
    }
  }

  /// Turns a sample with lengths of four bytes into a byte stream in place: no byte moves. If it
  /// throws, nothing is changed.
  ///
  /// A length of 0 stays: its four zero bytes are padding after the unit before it.
  /// - Parameters:
  ///   - buffer: bytes that include the sample.
  ///   - sample: the range of a whole sample in `buffer`.
  ///   - isSync: whether the movie marks it as a sync sample. A sync sample is also recognized by
  ///     its slices.
  /// - Returns: what must be written between the bytes of the sample; nil if nothing must.
  /// - Throws: `FormatError` if the lengths do not fit the sample or do not have four bytes.
  public mutating func convertInPlace(
    _ buffer: inout [UInt8], _ sample: Range<Int>, isSync: Bool
  ) throws(FormatError) -> Insertion? {
    guard lengthSize == 4 else { throw .invalidLengthSize(lengthSize) }
    guard sample.lowerBound >= 0, sample.upperBound <= buffer.count else {
      throw FormatError(
        .truncated(
          needed: UInt64(clamping: sample.upperBound), available: UInt64(buffer.count)),
        path: "sample")
    }
    let insertion = try insertion(for: buffer[sample], isSync: isSync)
    var position = sample.lowerBound
    // `insertion` has checked the lengths.
    while position < sample.upperBound {
      var length = 0
      for index in 0..<4 { length = length << 8 | Int(buffer[position + index]) }
      if length > 0 { for index in 0..<4 { buffer[position + index] = StartCode.long[index] } }
      position += 4 + length
    }
    return insertion
  }

  /// Returns what to insert into a sample; nil if nothing. Reads all units, so that every length is
  /// checked.
  private mutating func insertion(
    for sample: Bytes, isSync: Bool
  ) throws(FormatError) -> Insertion? {
    var units = try LengthPrefixedUnits(sample, lengthSize: lengthSize)
    var isSync = isSync || isFirst
    var offset = 0
    var isAhead = true
    var isHeadOver = false
    var carried: [(ParameterSetKind, Bytes)] = []
    while let range = try units.nextRange() {
      guard range.count >= codec.headerSize else { continue }
      let second = codec == .hevc ? sample[range.lowerBound + 1] : 0
      let header = NALUnitHeader(sample[range.lowerBound], second, codec: codec)
      if header.isRandomAccess { isSync = true }
      guard !isHeadOver else { continue }
      if header.isVCL { isHeadOver = true }
      if let kind = header.parameterSet { carried.append((kind, sample[range])) }
      let goesFirst =
        header.isAccessUnitDelimiter || header.parameterSet == .sequence
        || header.parameterSet == .video
      if isAhead, goesFirst {
        offset = range.upperBound - sample.startIndex
      } else {
        isAhead = false
      }
    }
    guard isSync else { return nil }
    isFirst = false
    let bytes = carried.isEmpty ? whole : missing(carried)
    return bytes.isEmpty ? nil : Insertion(offset: offset, bytes: bytes)
  }

  /// Returns the sets that a sample does not carry, as a byte stream.
  private func missing(_ carried: [(ParameterSetKind, Bytes)]) -> [UInt8] {
    let codec = codec
    let known = carried.compactMap { kind, unit in
      (try? ParameterSets.identifier(of: unit, kind, codec: codec)).map { (kind, $0) }
    }
    let missing = parameterSets.entries.filter { entry in
      !known.contains { $0 == (entry.kind, entry.id) }
    }
    let carriedUnits = Set(furtherUnits.isEmpty ? [] : carried.map(\.1))
    let further = furtherUnits.filter { !carriedUnits.contains($0) }
    return Self.stream(of: missing.map(\.unit) + further)
  }
}
