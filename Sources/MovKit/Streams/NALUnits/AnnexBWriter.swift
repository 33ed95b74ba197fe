/// Turns the samples of a movie into a byte stream (H.264, Annex B; H.265, Annex B), with the
/// parameter sets of their sample description where decoding can begin.
///
/// The sets go before the first sample and before each sync sample: one that holds an IDR or IRAP
/// picture, or that the movie says to be one. A set whose kind and number the sample itself brings
/// ahead of its first slice is left out there, so that nothing is doubled where samples carry their
/// own, as in `avc3` and `hev1`. The sets stand behind an access unit delimiter, which must be the
/// first of its picture, and behind video and sequence parameter sets of the sample.
///
/// All start codes have four bytes. A writer serves one sample description: where another begins,
/// make another writer.
public struct AnnexBWriter: Sendable {
  public let codec: VideoCodec
  /// Bytes of the lengths in the samples.
  public let lengthSize: Int
  public let parameterSets: ParameterSets

  /// All of `parameterSets`, behind start codes.
  private let whole: [UInt8]
  private var isFirst = true

  /// Bytes to be written between those of a sample.
  public struct Insertion: Hashable, Sendable {
    /// Bytes of the sample that go before.
    public var offset: Int
    public var bytes: [UInt8]
  }

  /// - Parameter lengthSize: 1, 2 or 4; 3 is tolerated.
  /// - Throws: `FormatError` where `lengthSize` is anything else.
  public init(
    codec: VideoCodec, lengthSize: Int, parameterSets: ParameterSets
  ) throws(FormatError) {
    _ = try LengthPrefixedUnits([], lengthSize: lengthSize)
    self.codec = codec
    self.lengthSize = lengthSize
    self.parameterSets = parameterSets
    whole = Self.stream(of: parameterSets.entries.map(\.unit) + parameterSets.supplemental)
  }

  /// - Throws: `FormatError` where a parameter set cannot be told from its bytes.
  public init(_ configuration: AVCConfiguration) throws(FormatError) {
    try self.init(CodecConfiguration(configuration))
  }

  /// - Throws: `FormatError` where a parameter set cannot be told from its bytes.
  public init(_ configuration: HEVCConfiguration) throws(FormatError) {
    try self.init(CodecConfiguration(configuration))
  }

  /// For an entry of `stsd`; nil where it has neither `avcC` nor `hvcC`.
  /// - Throws: `FormatError` where that cannot be read.
  public init?(description: Atom) throws(FormatError) {
    guard let configuration = try CodecConfiguration(description: description) else { return nil }
    try self.init(configuration)
  }

  private init(_ configuration: CodecConfiguration) throws(FormatError) {
    try self.init(
      codec: configuration.codec, lengthSize: configuration.lengthSize,
      parameterSets: configuration.parameterSets)
  }

  /// NAL units as a byte stream.
  static func stream(of units: [Bytes]) -> [UInt8] {
    var stream: [UInt8] = []
    stream.reserveCapacity(units.reduce(0) { $0 + $1.count + StartCode.long.count })
    for unit in units {
      stream += StartCode.long
      stream += unit
    }
    return stream
  }

  /// Appends a sample to a byte stream. Where it throws, nothing is appended.
  /// - Parameter isSync: what the movie says; a sync sample is also known by its slices.
  /// - Throws: `FormatError` where the lengths do not fit the sample.
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

  /// Turns a sample with lengths of four bytes into a byte stream where it stands: nothing moves.
  /// Where it throws, nothing is changed.
  ///
  /// A length of 0 stays, and is a zero behind the unit before it.
  /// - Parameters:
  ///   - buffer: bytes of which `sample` are a whole sample.
  ///   - isSync: what the movie says; a sync sample is also known by its slices.
  /// - Returns: what must be written between the bytes of the sample, if anything must.
  /// - Throws: `FormatError` where the lengths do not fit the sample, or have not four bytes.
  public mutating func convertInPlace(
    _ buffer: inout [UInt8], _ sample: Range<Int>, isSync: Bool
  ) throws(FormatError) -> Insertion? {
    guard lengthSize == 4 else {
      throw FormatError(
        .invalid("invalid NAL unit length size: \(lengthSize) bytes"), path: "nal_unit")
    }
    guard sample.lowerBound >= 0, sample.upperBound <= buffer.count else {
      throw FormatError(
        .truncated(
          needed: UInt64(clamping: sample.upperBound), available: UInt64(buffer.count)),
        path: "sample")
    }
    let insertion = try insertion(for: buffer[sample], isSync: isSync)
    var position = sample.lowerBound
    // The lengths were checked just now.
    while position < sample.upperBound {
      var length = 0
      for index in 0..<4 { length = length << 8 | Int(buffer[position + index]) }
      if length > 0 { for index in 0..<4 { buffer[position + index] = StartCode.long[index] } }
      position += 4 + length
    }
    return insertion
  }

  /// Walks all units, so that every length is checked.
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

  /// The sets that a sample does not bring.
  private func missing(_ carried: [(ParameterSetKind, Bytes)]) -> [UInt8] {
    let codec = codec
    let known = carried.compactMap { kind, unit in
      (try? ParameterSets.identifier(of: unit, kind, codec: codec)).map { (kind, $0) }
    }
    let missing = parameterSets.entries.filter { entry in
      !known.contains { $0 == (entry.kind, entry.id) }
    }
    return missing.isEmpty ? [] : Self.stream(of: missing.map(\.unit))
  }
}
