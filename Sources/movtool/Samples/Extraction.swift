import MovKit

/// Writes the samples of a track to a file or a pipe in some format.
struct Extraction {
  private let output: TrackOutput
  private let path: FilePath
  private let form: Form

  private enum Form {
    case raw
    case wave(WaveHeader)
    /// A byte stream, with a writer for each sample description.
    case stream([AnnexBWriter])
  }

  /// - Throws: `Failure.problem` if the track cannot be written in this format.
  init(
    of output: TrackOutput, as format: ExtractTrack.Format, from movie: OpenMovie
  ) throws(Failure) {
    self.output = output
    path = movie.path
    switch format {
    case .raw: form = .raw
    case .annexb: form = .stream(try Self.writers(output, path))
    case .wav: form = .wave(try Self.wave(output, movie))
    }
  }

  /// Returns the header of a WAVE file for all samples.
  private static func wave(
    _ output: TrackOutput, _ movie: OpenMovie
  ) throws(Failure) -> WaveHeader {
    let track = output.track
    let path = movie.path
    let formats = track.sampleDescriptions.map {
      LinearPCMFormat(description: $0, timescale: track.timescale)
    }
    guard let first = formats.first, let format = first else {
      let type = track.sampleDescriptions.first.map { " (it is \($0.type))" } ?? ""
      throw .problem(
        "track \(track.id) is not uncompressed audio\(type), so it cannot become a WAV file",
        file: path)
    }
    guard formats.allSatisfy({ $0 == format }) else {
      throw .problem("the audio format of track \(track.id) changes", file: path)
    }
    return WaveHeader(format, dataSize: try movie.size(of: output))
  }

  /// Returns the byte stream writer for each sample description.
  private static func writers(
    _ output: TrackOutput, _ path: FilePath
  ) throws(Failure) -> [AnnexBWriter] {
    let track = output.track
    var writers: [AnnexBWriter] = []
    for description in track.sampleDescriptions {
      do throws(FormatError) {
        guard let writer = try AnnexBWriter(description: description) else {
          throw FormatError(.invalid("\(description.type) is not H.264 or HEVC"))
        }
        writers.append(writer)
      } catch {
        throw .problem("cannot extract track \(track.id) as a byte stream: \(error)", file: path)
      }
    }
    guard !writers.isEmpty else {
      throw .problem("track \(track.id) has no sample description", file: path)
    }
    return writers
  }

  /// Writes the samples to `result`, and a line for each to `lines` if that is not nil.
  func write(to result: Output, lines: inout SampleLines?) throws(Failure) {
    switch form {
    case .raw: try writeSamples(to: result, lines: &lines) { _ in }
    case .wave(let wave):
      let header = wave.header
      try result.write(header)
      lines?.skip(header.count)
      try writeSamples(to: result, lines: &lines) { wave.convert(&$0) }
      try result.write(wave.trailer)
    case .stream(let writers):
      var stream = ByteStreamOutput(writers, to: result, from: path)
      while var batch = try nextBatch() { try stream?.write(&batch, lines: &lines) }
    }
  }

  private func writeSamples(
    to result: Output, lines: inout SampleLines?, _ convert: (inout [UInt8]) -> Void
  ) throws(Failure) {
    while var batch = try nextBatch() {
      convert(&batch.bytes)
      try result.write(batch.bytes[...])
      guard lines != nil else { continue }
      for samples in batch.samples { try lines?.write(samples, size: samples.size) }
    }
  }

  private func nextBatch() throws(Failure) -> SampleBatch? {
    do throws(ReadingError) { return try output.nextBatch() } catch {
      throw .problem(error.advised(), file: path)
    }
  }
}
