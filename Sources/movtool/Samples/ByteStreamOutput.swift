import MovKit

/// Writes samples of H.264 or HEVC as a byte stream (Annex B).
struct ByteStreamOutput {
  /// For each sample description its writer, in the state before its first sample.
  private let writers: [AnnexBWriter]
  private let result: Output
  private let path: FilePath
  /// The writer of the current sample description.
  private var writer: AnnexBWriter
  /// The index of the current sample description.
  private var description = 0

  /// `writers` has one writer for each sample description. Nil if it is empty.
  init?(_ writers: [AnnexBWriter], to result: Output, from path: FilePath) {
    guard let first = writers.first else { return nil }
    self.writers = writers
    self.result = result
    self.path = path
    writer = first
  }

  /// Writes the samples of a batch. It may change the batch's bytes in place.
  mutating func write(_ batch: inout SampleBatch, lines: inout SampleLines?) throws(Failure) {
    if writers.allSatisfy({ $0.lengthSize == 4 }) {
      try writeInPlace(&batch, lines: &lines)
    } else {
      try writeAnew(batch, lines: &lines)
    }
  }

  /// Replaces lengths of four bytes by start codes, without moving any bytes.
  private mutating func writeInPlace(
    _ batch: inout SampleBatch, lines: inout SampleLines?
  ) throws(Failure) {
    var written = 0
    var end = 0
    for sample in batch.samples {
      let start = end
      // The whole batch is in memory.
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

  /// Copies the samples, because shorter lengths have no room for start codes.
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

  /// Switches to another sample description, which begins with its own parameter sets.
  private mutating func prepare(for sample: SampleBuffer) {
    guard sample.sampleDescriptionIndex != description else { return }
    description = sample.sampleDescriptionIndex
    // A missing description is read as the first one.
    writer = description < writers.count ? writers[description] : writers[0]
  }

  /// Returns the failure for a sample that is invalid. If the track is encrypted, the lengths of
  /// its units may be encrypted too, and the message says so.
  private func problem(_ error: FormatError, _ sample: SampleBuffer) -> Failure {
    let encrypted = sample.track.protectionScheme.map {
      "; the samples are encrypted (\($0)): use --format raw"
    }
    return .problem("\(error.inside(sample))\(encrypted ?? "")", file: path)
  }
}

extension FormatError {
  /// The same error with the sample that it is in before its path, and the place of the sample if it has none.
  func inside(_ sample: SampleBuffer) -> FormatError {
    var error = inside("\(sample.track.path), sample[\(sample.index)]")
    error.offset = error.offset ?? sample.byteRange.lowerBound
    return error
  }
}
