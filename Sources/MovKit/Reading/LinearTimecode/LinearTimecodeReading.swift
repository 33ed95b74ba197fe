/// The linear timecode (LTC) that an audio track or a WAV file carries as a signal
/// (SMPTE ST 12-1).
///
/// ```swift
/// let reading = try LinearTimecodeReading(track)
/// for run in reading.runs { print(run.start, run.time) }
/// ```
///
/// The audio must not be compressed. It is read once, from beginning to end, with large reads; memory
/// does not grow with it.
public struct LinearTimecodeReading: Sendable {
  /// The stretches of timecode in the order of their times.
  public private(set) var stretches: [LinearTimecodeStretch] = []
  /// The channel that carries the timecode, from 0; nil if none does.
  public private(set) var channel: Int?
  /// What is odd about the timecode, and what could not be read of it.
  public private(set) var diagnostics: [Diagnostic] = []

  /// The stretches as runs of timecode, made each time. What was played backwards is none.
  public var runs: [TimecodeRun] { stretches.compactMap(\.run) }

  /// The user bits with which the timecode begins; nil if there is no timecode.
  public var userBits: LinearTimecodeUserBits? { stretches.first?.userBits }

  /// Reads the timecode of an audio track. Times are those of the movie: what no edit shows is left
  /// out, and what several show is there several times.
  ///
  /// - Parameters:
  ///   - track: A track of uncompressed audio.
  ///   - channel: The channel to read, from 0; nil for the one that has the most timecode, of the
  ///     first 64.
  ///   - frameDuration: The duration of a frame, if it is known. Linear timecode does not state its
  ///     rate; 29.97 and 30 frames per second, for example, differ only by the length of frames in
  ///     the audio. Above 30 frames per second, each label holds for two frames.
  /// - Throws: `ReadingError`: `format` if the audio is compressed, if it does not have the channel, or
  ///   if the track is damaged; `io` if it cannot be read.
  public init(
    _ track: Track, channel: Int? = nil, frameDuration: MediaTime? = nil
  ) throws(ReadingError) {
    let media: ReadTrack
    do throws(FormatError) { media = try ReadTrack(track) } catch { throw .format(error) }
    let session = ReadingSession(SampleSource(track.source))
    session.phase = .reading
    let output = TrackOutput(media, of: session)
    output.begin(nil)
    output.samplesAtOnce = output.samplesInPacket
    var listener: LinearTimecodeListener?
    while let batch = try output.nextBatch() {
      var rest = batch.bytes[...]
      for sample in batch.samples {
        let count = min(rest.count, Int(clamping: sample.size))
        let bytes = rest.prefix(count)
        rest = rest.dropFirst(count)
        let format: LinearPCMFormat
        do throws(FormatError) { format = try Self.format(of: sample) } catch {
          throw .format(error)
        }
        if listener == nil {
          listener = try LinearTimecodeListener(
            format, channel: channel, frameDuration: frameDuration, path: track.path)
        }
        try listener?.take(bytes, format, at: sample.mediaTiming.presentationTime)
      }
    }
    listener?.finish()
    guard let listener else { return }
    take(listener)
    guard media.track.hasEditList else { return }
    let edits = EditsByMedia(media.edits)
    stretches = stretches.flatMap { stretch in media.shown(stretch, edits) }
      .sorted { $0.start < $1.start }
  }

  /// Reads the timecode of audio that lies in one piece in a file. Times are from the start of the
  /// audio.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - range: The bytes of the audio; they exist.
  ///   - format: The format of the audio.
  ///   - channel: The channel to read, from 0; nil for the one that has the most timecode.
  ///   - frameDuration: The duration of a frame, if it is known.
  package init(
    _ source: any ByteSource, _ range: Range<UInt64>, _ format: LinearPCMFormat,
    channel: Int? = nil, frameDuration: MediaTime? = nil
  ) throws(ReadingError) {
    var listener = try LinearTimecodeListener(
      format, channel: channel, frameDuration: frameDuration, path: "")
    let frame = format.bytesPerFrame
    let length = max(1, (1 << 20) / frame) * frame
    var offset = range.lowerBound
    while offset < range.upperBound {
      let count = Int(min(UInt64(length), range.upperBound - offset))
      let bytes: [UInt8]
      do throws(IOError) { bytes = try source.read(exactly: count, at: offset) } catch {
        throw .io(error)
      }
      try listener.take(bytes[...], format, at: nil)
      offset += UInt64(count)
    }
    listener.finish()
    take(listener)
  }

  private mutating func take(_ listener: LinearTimecodeListener) {
    guard let best = listener.best else { return }
    channel = best.channel
    stretches = best.stretches
    diagnostics = best.diagnostics
  }

  private static func format(of sample: SampleBuffer) throws(FormatError) -> LinearPCMFormat {
    guard sample.track.mediaType == .audio, let description = sample.sampleDescription else {
      throw FormatError(
        .wrongKind("only an audio track can carry linear timecode"), path: sample.track.path)
    }
    guard
      let format = LinearPCMFormat(description: description, timescale: sample.timescale),
      format.sampleRate > 0
    else {
      if let obstacle = LinearPCMFormat.obstacle(in: description) {
        throw FormatError(
          .unsupported(
            "linear timecode cannot be read from this audio: \(obstacle); convert it to WAV with a program "
              + "that decodes it"),
          path: sample.track.path)
      }
      throw FormatError(
        .unsupported(
          "linear timecode can be read from uncompressed audio only, and this is "
            + "'\(description.type)'; convert the audio to WAV with a program that decodes it"),
        path: sample.track.path)
    }
    return format
  }
}

/// Finds the edits that may show something of a stretch of media. Both can be very many.
private struct EditsByMedia {
  /// The numbers of the edits in the order in which what they show begins, and how far those up to each reach.
  private var edits: [(number: Int, start: MediaTime, reach: MediaTime)] = []

  init(_ all: EditMappings) {
    edits = all.indices.filter { !all[$0].isEmpty }
      .map { ($0, all[$0].source.start, all[$0].source.end) }.sorted { $0.start < $1.start }
    for index in edits.indices.dropFirst() {
      edits[index].reach = max(edits[index].reach, edits[index - 1].reach)
    }
  }

  /// Returns the numbers of the edits in their own order: all that show something from `start` to `end`, and maybe
  /// others.
  func numbers(from start: MediaTime, to end: MediaTime) -> [Int] {
    let first = edits.partitioningIndex { $0.reach >= start }
    let last = edits.partitioningIndex { $0.start > end }
    return first < last ? edits[first..<last].map(\.number).sorted() : []
  }
}

extension ReadTrack {
  /// Returns what the movie shows of a stretch in media time, in movie time.
  fileprivate func shown(
    _ stretch: LinearTimecodeStretch, _ byMedia: EditsByMedia
  ) -> [LinearTimecodeStretch] {
    byMedia.numbers(from: stretch.start, to: stretch.start + stretch.duration).compactMap {
      number in
      let edit = edits[number]
      guard !edit.isEmpty, let rate = edit.rateIn65536, rate > 0,
        var part = stretch.frames(in: edit.source)
      else { return nil }
      part.start = movieTime(part.start, through: number)
      part.duration = movieDuration(part.duration, through: number)
      return part
    }
  }
}
