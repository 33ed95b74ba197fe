import MovKit

/// Samples of a track on their way into a file or a pipe.
struct Extraction {
  private let output: TrackOutput
  private let path: FilePath
  private let form: Form

  private enum Form {
    case raw
    case wave(WaveHeader)
  }

  /// Throws where the track cannot be had in this format.
  init(
    of output: TrackOutput, as format: ExtractTrack.Format, from path: FilePath
  ) throws(Failure) {
    self.output = output
    self.path = path
    switch format {
    case .raw: form = .raw
    case .annexb: form = .raw
    case .wav: form = .wave(try Self.wave(output, path))
    }
  }

  /// The head of a WAVE file for all samples.
  private static func wave(_ output: TrackOutput, _ path: FilePath) throws(Failure) -> WaveHeader {
    let track = output.track
    let formats = track.sampleDescriptions.map {
      LinearPCMFormat(description: $0, timescale: track.timescale)
    }
    guard let first = formats.first, let format = first else {
      let type = track.sampleDescriptions.first.map { " but \($0.type)" } ?? ""
      throw .problem("track \(track.id) is not uncompressed sound\(type)", file: path)
    }
    guard formats.allSatisfy({ $0 == format }) else {
      throw .problem("the sound of track \(track.id) changes its format", file: path)
    }
    var size: UInt64 = 0
    for chunk in output.samples.sampleChunks {
      let (sum, overflow) = size.addingReportingOverflow(chunk.size)
      guard !overflow else { throw .problem("the sound is too large", file: path) }
      size = sum
    }
    return WaveHeader(format, dataSize: size)
  }

  func write(to result: Output, lines: inout SampleLines?) throws(Failure) {
    if case .wave(let wave) = form {
      let header = wave.header
      try result.write(header)
      lines?.skip(header.count)
    }
    while var batch = try nextBatch() {
      if case .wave(let wave) = form { wave.convert(&batch.bytes) }
      try result.write(batch.bytes[...])
      if lines != nil {
        for samples in batch.samples { try lines?.write(samples, size: samples.size) }
      }
    }
    if case .wave(let wave) = form { try result.write(wave.trailer) }
  }

  private func nextBatch() throws(Failure) -> SampleBatch? {
    do throws(ReadingError) { return try output.nextBatch() } catch {
      throw .problem(error.description, file: path)
    }
  }
}
