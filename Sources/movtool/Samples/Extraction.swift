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
    /// Compressed audio, with the form of each sample description.
    case audio([ElementaryAudio])
  }

  /// - Throws: `Failure.problem` if the track cannot be written in this format.
  init(
    of output: TrackOutput, as format: ExtractionFormat, from movie: OpenMovie
  ) throws(Failure) {
    self.output = output
    path = movie.path
    switch format {
    case .raw: form = .raw
    case .annexb: form = .stream(try Self.writers(output, path))
    case .wav: form = .wave(try Self.wave(output, movie))
    case .adts: form = .audio(try Self.audio(output, movie, wanted: .adts))
    case .amr: form = .audio(try Self.audio(output, movie, wanted: .amr))
    case .flac: form = .audio(try Self.audio(output, movie, wanted: .flac))
    case .elementary where output.track.isBareStream: form = .raw
    case .elementary:
      let track = output.track
      form =
        track.isNALCoded
        ? .stream(try Self.writers(output, path))
        : track.isLinearPCM || track.linearPCMObstacle != nil
          ? .wave(try Self.wave(output, movie)) : .audio(try Self.audio(output, movie, wanted: nil))
    }
  }

  /// Returns the form of each sample description; `wanted` is the one to write, or nil for any.
  private static func audio(
    _ output: TrackOutput, _ movie: OpenMovie, wanted: ElementaryAudio.Form?
  ) throws(Failure) -> [ElementaryAudio] {
    let track = output.track
    var forms: [ElementaryAudio] = []
    for description in track.sampleDescriptions {
      let form: ElementaryAudio?
      do throws(FormatError) {
        form = try ElementaryAudio(description: description, isPart: movie.isPart)
      } catch {
        throw .problem(
          "cannot extract track \(track.id) as an elementary stream: \(error)", file: movie.path)
      }
      guard let form, wanted == nil || form.form == wanted else {
        let name = wanted.map { "as \($0.rawValue.uppercased())" } ?? "as an elementary stream"
        // One type can be that of many codecs.
        let codec = CodecFacts(description, handler: track.mediaType?.rawValue).name
        throw .problem(
          "cannot extract track \(track.id) \(name): its samples are '\(description.type)'"
            + (codec.map { " (\($0))" } ?? "")
            + (track.protectionScheme.map { ", encrypted (\($0))" } ?? "")
            + (wanted == nil ? "; --format raw writes them as they are" : ""), file: movie.path)
      }
      guard forms.allSatisfy({ $0.form == form.form && $0.header == form.header }) else {
        throw formatChanges(track, movie.path)
      }
      forms.append(form)
    }
    guard !forms.isEmpty else { throw noDescription(track, movie.path) }
    // Each sample has a head of its own.
    if forms.contains(where: { $0.headSize > 0 }) { output.samplesAtOnce = 1 }
    return forms
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
      if let obstacle = track.linearPCMObstacle { throw noWave(track, obstacle, path) }
      let type = track.sampleDescriptions.first.map { " (it is \($0.type))" } ?? ""
      throw .problem(
        "track \(track.id) is not uncompressed audio\(type), so it cannot become a WAV file",
        file: path)
    }
    guard formats.allSatisfy({ $0 == format }) else { throw formatChanges(track, path) }
    if let obstacle = WaveHeader.obstacle(in: format) { throw noWave(track, obstacle, path) }
    return WaveHeader(format, dataSize: try movie.size(of: output))
  }

  private static func formatChanges(_ track: Track, _ path: FilePath) -> Failure {
    .problem("the audio format of track \(track.id) changes", file: path)
  }

  private static func noDescription(_ track: Track, _ path: FilePath) -> Failure {
    .problem("track \(track.id) has no sample description", file: path)
  }

  private static func noWave(_ track: Track, _ obstacle: String, _ path: FilePath) -> Failure {
    .problem(
      "track \(track.id) cannot become a WAV file: \(obstacle); use --format raw to get its bytes "
        + "as they are", file: path)
  }

  /// Warns of what the format that is written has no place for.
  func warnOfLosses(_ session: Session) {
    guard case .wave(let wave) = form else { return }
    let (track, format) = (output.track, wave.format)
    let reason: String
    if let speakers = format.speakersWithoutMask {
      reason =
        "a WAV file cannot state the order of the channels of track \(track.id) "
        + "(\(speakers.joined(separator: ", ")))"
    } else if format.channelMask == 0,
      let stated = track.sampleDescriptions.first.flatMap(StatedLayout.init(in:))
    {
      reason =
        if let count = stated.channels, count != format.channelCount {
          "\(stated.type) names \(counted(count, "channel")), and track \(track.id) has \(format.channelCount)"
        } else {
          "a WAV file cannot state the layout that \(stated.type) gives the channels of track \(track.id)"
        }
    } else {
      return
    }
    session.messages.warning(
      "\(reason), so it does not say which loudspeakers they are for", rule: "wav-speakers",
      file: path)
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
    guard !writers.isEmpty else { throw noDescription(track, path) }
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
    case .audio(let forms): try write(forms, to: result, lines: &lines)
    }
  }

  private func write(
    _ forms: [ElementaryAudio], to result: Output, lines: inout SampleLines?
  ) throws(Failure) {
    guard let first = forms.first else { return }
    try result.write(first.header)
    lines?.skip(first.header.count)
    guard forms.contains(where: { $0.headSize > 0 }) else {
      return try writeSamples(to: result, lines: &lines) { _ in }
    }
    while let batch = try nextBatch() {
      var stream: [UInt8] = []
      stream.reserveCapacity(batch.bytes.count + batch.samples.count * first.headSize)
      var end = 0
      for sample in batch.samples {
        let start = end
        // The whole batch is in memory.
        end += Int(sample.size)
        let index = sample.sampleDescriptionIndex
        let form = index < forms.count ? forms[index] : first
        let before = stream.count
        do throws(FormatError) { stream += try form.head(ofSampleOf: end - start) } catch {
          throw .problem("\(error.inside(sample))", file: path)
        }
        stream += batch.bytes[start..<end]
        try lines?.write(sample, size: UInt64(stream.count - before))
      }
      try result.write(stream[...])
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
