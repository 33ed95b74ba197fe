import MovKit

/// Samples of H.264 or HEVC on their way out as a byte stream.
struct ByteStreamOutput {
  /// For each sample description, as it is before its first sample.
  private let writers: [AnnexBWriter]
  private let result: Output
  private let path: FilePath
  /// For the sample description that holds, and which that is.
  private var writer: AnnexBWriter
  private var description = 0

  /// `writers` has one for each sample description; nil where there is none.
  init?(_ writers: [AnnexBWriter], to result: Output, from path: FilePath) {
    guard let first = writers.first else { return nil }
    self.writers = writers
    self.result = result
    self.path = path
    writer = first
  }

  /// Writes the samples of a batch, whose bytes are changed where they stand.
  mutating func write(_ batch: inout SampleBatch, lines: inout SampleLines?) throws(Failure) {
    if writers.allSatisfy({ $0.lengthSize == 4 }) {
      try writeInPlace(&batch, lines: &lines)
    } else {
      try writeAnew(batch, lines: &lines)
    }
  }

  /// Lengths of four bytes become start codes, and nothing moves.
  private mutating func writeInPlace(
    _ batch: inout SampleBatch, lines: inout SampleLines?
  ) throws(Failure) {
    var written = 0
    var end = 0
    for sample in batch.samples {
      let start = end
      // All of the batch is in memory.
      end += Int(sample.size)
      prepare(for: sample)
      let more: AnnexBWriter.Insertion?
      do throws(FormatError) {
        more = try writer.convertInPlace(
          &batch.bytes, start..<end, isSync: sample.attachments.isEntryPoint)
      } catch { throw problem(error, sample) }
      if let more {
        try result.write(batch.bytes[written..<start + more.offset])
        try result.write(more.bytes)
        written = start + more.offset
      }
      try lines?.write(sample, size: sample.size + UInt64(more?.bytes.count ?? 0))
    }
    try result.write(batch.bytes[written..<end])
  }

  /// Shorter lengths have no room for start codes.
  private mutating func writeAnew(
    _ batch: SampleBatch, lines: inout SampleLines?
  ) throws(Failure) {
    var stream: [UInt8] = []
    stream.reserveCapacity(batch.bytes.count + batch.bytes.count / 8)
    var end = 0
    for sample in batch.samples {
      let start = end
      end += Int(sample.size)
      prepare(for: sample)
      let before = stream.count
      do throws(FormatError) {
        try writer.append(
          batch.bytes[start..<end], isSync: sample.attachments.isEntryPoint, to: &stream)
      } catch { throw problem(error, sample) }
      try lines?.write(sample, size: UInt64(stream.count - before))
    }
    try result.write(stream[...])
  }

  /// Another sample description begins with parameter sets of its own.
  private mutating func prepare(for sample: SampleBuffer) {
    guard sample.sampleDescriptionIndex != description else { return }
    description = sample.sampleDescriptionIndex
    // A description that is not there is read as the first one.
    writer = description < writers.count ? writers[description] : writers[0]
  }

  /// Where encryption hides the lengths of the units, whatever stands there is no length.
  private func problem(_ error: FormatError, _ sample: SampleBuffer) -> Failure {
    var error = error.inside("\(sample.track.path), sample[\(sample.index)]")
    error.offset = error.offset ?? sample.byteRange.lowerBound
    let encrypted = sample.track.protectionScheme.map {
      "; the samples are encrypted (\($0)): use --format raw"
    }
    return .problem("\(error)\(encrypted ?? "")", file: path)
  }
}
