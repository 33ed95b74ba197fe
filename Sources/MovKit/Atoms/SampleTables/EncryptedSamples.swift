/// The initialization vectors and the encrypted ranges of samples, as `senc` has them, shown sample
/// by sample.
struct EncryptedSamples: FieldBytes {
  var bytes: Bytes
  private var count = 0
  private var vectorSize = 0
  private var hasRanges = false

  init(bytes: Bytes) { self.bytes = bytes }

  /// nil if the bytes are not `count` samples with vectors of one of the usual sizes, or of
  /// `vectorSize` if that is known.
  init?(_ bytes: Bytes, count: UInt32, hasRanges: Bool, vectorSize: Int?) {
    self.init(bytes: bytes)
    // No sample is without any byte, so that no count is larger than what is there.
    guard count > 0, Int(count) <= bytes.count else { return nil }
    self.count = Int(count)
    self.hasRanges = hasRanges
    for size in vectorSize.map({ [$0] }) ?? [8, 16, 0] {
      self.vectorSize = size
      if isDivided { return }
    }
    return nil
  }

  private var isDivided: Bool {
    guard hasRanges else {
      let (size, overflow) = count.multipliedReportingOverflow(by: vectorSize)
      return !overflow && vectorSize > 0 && size == bytes.count
    }
    var place = bytes.startIndex
    for _ in 0..<count {
      guard let next = end(ofSampleAt: place) else { return false }
      place = next
    }
    return place == bytes.endIndex
  }

  private func end(ofSampleAt place: Int) -> Int? {
    Self.end(ofSampleAt: place, in: bytes, vectorSize: vectorSize, hasRanges: hasRanges)
  }

  /// Returns the end of what `senc` has of a sample, which begins at `place`: its vector and, if
  /// `hasRanges`, its ranges. Nil if it is cut off.
  static func end(
    ofSampleAt place: Int, in bytes: Bytes, vectorSize: Int, hasRanges: Bool
  ) -> Int? {
    guard bytes.endIndex - place >= vectorSize else { return nil }
    guard hasRanges else { return place + vectorSize }
    var reader = Reader(bytes[(place + vectorSize)...])
    var ranges = Ranges()
    guard (try? ranges.fields(&reader)) != nil else { return nil }
    return reader.remaining.startIndex
  }

  var fieldValue: FieldValue {
    guard hasRanges else {
      let (bytes, size) = (bytes, vectorSize)
      return .rows(
        FieldValue.Rows(count: count) { index in
          let start = bytes.startIndex + index * size
          return .fields([Field("initialization_vector", .bytes(bytes[start..<start + size]))])
        })
    }
    var starts: [Int] = []
    var place = bytes.startIndex
    while starts.count < count, let next = end(ofSampleAt: place) {
      starts.append(place)
      place = next
    }
    let (samples, all) = (self, starts)
    return .rows(FieldValue.Rows(count: all.count) { samples.sample(at: all[$0]) })
  }

  private func sample(at place: Int) -> FieldValue {
    var fields: [Field] = []
    if vectorSize > 0 {
      fields.append(Field("initialization_vector", .bytes(bytes[place..<place + vectorSize])))
    }
    var reader = Reader(bytes[(place + vectorSize)...])
    var ranges = Ranges()
    // The size was checked when the samples were divided.
    try? ranges.fields(&reader)
    return .fields(fields + ranges.described)
  }

  /// The ranges of one sample (ISO/IEC 23001-7, 7.2).
  private struct Ranges: Record {
    struct Row: TableRow {
      var clear: UInt16 = 0
      var protected: UInt32 = 0

      mutating func fields(_ f: inout some FieldCoder, layout: FixedLayout) throws(FormatError) {
        try f("bytes_of_clear_data", &clear)
        try f("bytes_of_protected_data", &protected)
      }
    }
    var rows = Table<Row>()

    mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      var count = rows.count
      try f.count("subsample_count", &count, bytes: 2)
      try f.rows("subsamples", &rows, count: count, layout: FixedLayout())
    }
  }
}

extension FieldCoder {
  /// Codes the vectors and ranges of samples, which are kept as bytes. They are shown as samples if
  /// the size of a vector is given or follows from the bytes.
  mutating func encryptedSamples(
    _ value: inout RawBytes, count: UInt32, hasRanges: Bool, vectorSize: Int? = nil
  ) throws(FormatError) {
    guard
      var samples = EncryptedSamples(
        value.bytes, count: count, hasRanges: hasRanges, vectorSize: vectorSize)
    else { return try bytes("data", &value, count: nil) }
    try bytes("samples", &samples, count: nil)
    value = RawBytes(bytes: samples.bytes)
  }
}
