/// The initialization vectors and the encrypted ranges of samples, as `senc` has them, shown sample
/// by sample.
struct EncryptedSamples: FieldBytes {
  var bytes: Bytes
  private var count = 0
  private var form = EncryptedSample.Form()
  /// The forms that samples which are given may have, where the bytes do not decide it.
  private var possible: [EncryptedSample.Form] = []

  init(bytes: Bytes) { self.bytes = bytes }

  /// Samples that are not there yet.
  fileprivate init(new count: UInt32, _ form: EncryptedSample.Form) {
    bytes = []
    self.count = Int(clamping: count)
    possible = form.possible
  }

  /// nil if the bytes are not `count` samples of the form, with vectors of one of the usual sizes if
  /// the form does not say it.
  init?(_ bytes: Bytes, count: UInt32, _ form: EncryptedSample.Form) {
    self.init(bytes: bytes)
    // No sample is without any byte, so that no count is larger than what is there.
    guard count > 0, Int(count) <= bytes.count else { return nil }
    self.count = Int(count)
    possible = form.possible
    for candidate in possible {
      self.form = candidate
      if isDivided { return }
    }
    return nil
  }

  private var isDivided: Bool {
    if let size = form.constantSize {
      let (all, overflow) = count.multipliedReportingOverflow(by: size)
      return !overflow && size > 0 && all == bytes.count
    }
    var place = bytes.startIndex
    for _ in 0..<count {
      guard let next = form.end(ofSampleAt: place, in: bytes) else { return false }
      place = next
    }
    return place == bytes.endIndex
  }

  var fieldValue: FieldValue {
    let (bytes, form) = (bytes, form)
    guard !bytes.isEmpty else { return .rows(FieldValue.Rows([])) }
    if let size = form.constantSize {
      return .rows(
        FieldValue.Rows(count: count) { index in
          form.described(at: bytes.startIndex + index * size, in: bytes)
        })
    }
    var starts: [Int] = []
    var place = bytes.startIndex
    while starts.count < count, let next = form.end(ofSampleAt: place, in: bytes) {
      starts.append(place)
      place = next
    }
    let all = starts
    return .rows(FieldValue.Rows(count: all.count) { form.described(at: all[$0], in: bytes) })
  }
}

extension EncryptedSamples {
  /// Returns the bytes of the samples that are given, as many as the atom counts.
  func taking(_ given: FieldValue, count: Int?) -> EncryptedSamples? {
    if let bytes = given.givenBytes { return EncryptedSamples(bytes: bytes) }
    guard let rows = given.givenRows, rows.count == self.count else { return nil }
    for form in (bytes.isEmpty ? [] : [form]) + possible {
      guard let bytes = Self.bytes(of: rows, form) else { continue }
      var taken = self
      (taken.bytes, taken.form) = (bytes[...], form)
      return taken
    }
    return nil
  }

  private static func bytes(of rows: FieldValue.Rows, _ form: EncryptedSample.Form) -> [UInt8]? {
    var writer = Writer()
    for index in 0..<rows.count {
      var sample = EncryptedSample(form)
      guard let members = rows.row(index).givenFields,
        let unknown = try? Filler.fill(&sample, with: members, changes: false), unknown.isEmpty,
        (try? sample.fields(&writer)) != nil
      else { return nil }
    }
    return writer.bytes
  }
}

/// What `senc` has of one sample.
struct EncryptedSample: Record {
  /// What the layout of a sample depends on.
  struct Form: Equatable {
    /// The version of the atom: 1 for samples with several keys.
    var version: UInt8 = 0
    /// Whether samples have ranges; with version 1 they always do.
    var hasRanges = false
    /// The size of a vector in bytes; nil if it is not known.
    var vectorSize: Int?
    /// With version 1: the size of the number of a vector's key, in bytes. Public texts of the standard
    /// differ: two have 2, one has 1.
    fileprivate var keyNumberSize = 2

    init() {}

    init(version: UInt8, hasRanges: Bool, vectorSize: Int?) {
      self.version = version
      self.hasRanges = hasRanges
      self.vectorSize = vectorSize
    }

    /// The forms with a size of vectors that the bytes may have.
    fileprivate var possible: [Form] {
      (version == 1 ? [2, 1] : [2]).flatMap { number in
        (vectorSize.map { [$0] } ?? [8, 16, 0]).map { size in
          var form = self
          (form.vectorSize, form.keyNumberSize) = (size, number)
          return form
        }
      }
    }

    /// The size in bytes of every sample; nil if samples differ.
    fileprivate var constantSize: Int? { version == 1 || hasRanges ? nil : vectorSize }

    /// Returns the end of the sample that begins at `place`; nil if it is cut off.
    func end(ofSampleAt place: Int, in bytes: Bytes) -> Int? {
      var reader = Reader(bytes[place...])
      var sample = EncryptedSample(self)
      guard (try? sample.fields(&reader)) != nil else { return nil }
      return reader.remaining.startIndex
    }

    /// Returns the fields of the sample that begins at `place`, which must not be cut off.
    fileprivate func described(at place: Int, in bytes: Bytes) -> FieldValue {
      var reader = Reader(bytes[place...])
      var sample = EncryptedSample(self)
      try? sample.fields(&reader)
      return .fields(sample.described)
    }
  }

  /// The vector of one key.
  fileprivate struct Vector: TableRow {
    struct Layout: Equatable {
      var numberSize = 2
      var vectorSize = 8
    }

    /// The number of the key in its group, from 1.
    var keyNumber: UInt16 = 0
    var vector = RawBytes()

    mutating func fields(_ f: inout some FieldCoder, layout: Layout) throws(FormatError) {
      try f("multi_subindex_iv", &keyNumber, bytes: layout.numberSize)
      try f.bytes("initialization_vector", &vector, count: layout.vectorSize)
    }
  }

  fileprivate struct Range: TableRow {
    /// The number of the key in its group, from 1; stored only with version 1.
    var keyNumber: UInt16 = 0
    var clear: UInt16 = 0
    var protected: UInt32 = 0

    static var isVaried: Bool { true }

    /// The `layout` is the version of the atom.
    mutating func fields(_ f: inout some FieldCoder, layout: UInt8) throws(FormatError) {
      if layout == 1 { try f("multi_subindex", &keyNumber) }
      try f("bytes_of_clear_data", &clear)
      try f("bytes_of_protected_data", &protected)
    }
  }

  private let form: Form
  private var vector = RawBytes()
  private var vectors: Table<Vector>
  private var ranges: Table<Range>

  init() { self.init(Form()) }

  fileprivate init(_ form: Form) {
    self.form = form
    vectors = Table(layout: form.vectorLayout)
    ranges = Table(layout: form.version)
  }

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    if form.version == 1 {
      var count = vectors.count
      try f.count("multi_iv_count", &count, bytes: 2)
      try f.rows("vectors", &vectors, count: count, layout: form.vectorLayout)
    } else if let size = form.vectorSize, size > 0 {
      try f.bytes("initialization_vector", &vector, count: size)
    }
    guard form.hasRanges || form.version == 1 else { return }
    var count = ranges.count
    try f.count("subsample_count", &count, bytes: form.version == 1 ? 4 : 2)
    try f.rows("subsamples", &ranges, count: count, layout: form.version)
  }
}

extension EncryptedSample.Form {
  fileprivate var vectorLayout: EncryptedSample.Vector.Layout {
    EncryptedSample.Vector.Layout(numberSize: keyNumberSize, vectorSize: vectorSize ?? 8)
  }
}

extension FieldCoder {
  /// Codes the vectors and ranges of samples, which are kept as bytes. They are shown as samples if
  /// the size of a vector is given or follows from the bytes.
  mutating func encryptedSamples(
    _ value: inout RawBytes, count: UInt32, _ form: EncryptedSample.Form
  ) throws(FormatError) {
    let known = EncryptedSamples(value.bytes, count: count, form)
    guard takes("samples", insteadOf: "data", isShown: known != nil) else {
      return try bytes("data", &value, count: nil)
    }
    var samples = known ?? EncryptedSamples(new: count, form)
    try bytes("samples", &samples, count: nil)
    value = RawBytes(bytes: samples.bytes)
  }
}
