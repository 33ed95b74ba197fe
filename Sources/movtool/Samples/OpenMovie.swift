import MovKit

/// Which track is asked for: one that is selected, or else one that a format can hold.
struct TrackChoice {
  var selector: TrackSelector?
  var format: ExtractTrack.Format?

  fileprivate func includes(_ track: Track) -> Bool {
    selector?.mayMean(track) ?? track.fits(format)
  }
}

/// A movie of which a track is to be read.
struct OpenMovie {
  let path: FilePath
  let source: File
  let movie: Movie
  let reader: MovieReader

  private let range: MediaTimeRange?
  /// The tracks that there are to choose from.
  private let all: [Track]

  /// Opens a movie for all samples of a track, or for those of a stretch of its time.
  init(
    _ path: FilePath, during stretch: MovieStretch?, for choice: TrackChoice
  ) throws(Failure) {
    self.path = path
    do throws(IOError) { source = try Input.open(path) } catch { throw Failure(error, about: path) }
    if let stretch, stretch.needsTimecode {
      // Which part is wanted is not known before the timecode of the whole is.
      do throws(ReadingError) { movie = try Movie(reading: source) } catch {
        throw .problem(error.description, file: path)
      }
      all = movie.tracks
      range = try stretch.range(in: movie, from: source, path)
      reader = MovieReader(movie, from: source)
      reader.timeRange = range
      return
    }
    range = stretch?.timeRange
    do throws(ReadingError) {
      if let range {
        var tracks: [Track] = []
        // Asked for some of them twice.
        var known: Set<String> = []
        movie = try Movie(reading: source, during: range) { track in
          if known.insert(track.path).inserted { tracks.append(track) }
          return choice.includes(track)
        }
        all = tracks
      } else {
        movie = try Movie(reading: source)
        all = movie.tracks
      }
    } catch {
      throw .problem(error.description, file: path)
    }
    reader = MovieReader(movie, from: source)
    reader.timeRange = range
  }

  /// What is odd about the movie and one of its tracks.
  func findings(of track: Track) -> [Diagnostic] {
    movie.findings(in: source, of: { $0.path == track.path })
  }

  /// Whether it is known which sample of all in its track a sample is.
  var numbersSamples: Bool { range == nil || !movie.isFragmented }

  /// The track that is asked for, or the only one that there is to choose.
  func track(_ choice: TrackChoice) throws(Failure) -> Track {
    if let selector = choice.selector {
      let found = try movie.track(selector, among: all, of: path)
      // What `all` has of a fragmented movie was looked at before its fragments were read.
      return movie.tracks.first { $0.path == found.path } ?? found
    }
    let fitting = movie.tracks.filter { choice.includes($0) }
    guard let track = fitting.first else {
      let unreadable = movie.unreadableProblem
      if all.isEmpty, let unreadable { throw .problem(unreadable, file: path) }
      throw .problem(
        "no track matches\(list(of: all))" + (unreadable.map { "; \($0)" } ?? ""), file: path)
    }
    guard fitting.count == 1 else {
      throw .problem(
        "several tracks match; choose one with --track: \(fitting.listed)", file: path)
    }
    return track
  }

  private func list(of tracks: [Track]) -> String {
    guard !tracks.isEmpty else { return ": the movie has no tracks" }
    return "; the \(tracks.count == 1 ? "only track is" : "tracks are") \(tracks.listed)"
  }

  /// The samples of a track, reading begun.
  func output(of track: Track) throws(Failure) -> TrackOutput {
    do throws(FormatError) {
      let output = try reader.addOutput(for: track)
      reader.startReading()
      return output
    } catch { throw .problem(error.description, file: path) }
  }

  /// Throws if the track shows nothing in the time that was asked for. Reading starts again.
  func checkStretch(of output: TrackOutput) throws(Failure) {
    guard range != nil else { return }
    let isEmpty = output.nextSample() == nil
    reader.startReading()
    guard isEmpty else { return }
    let end = output.track.editedDuration
    let time =
      end.isNumeric && range.map { $0.start >= end } ?? false
      ? readableTime(end.value, per: UInt32(clamping: end.timescale)) : nil
    throw .problem(
      "track \(output.track.id) has nothing in that time"
        + (time.map { "; it ends at \($0)" } ?? ""),
      file: path)
  }

  /// Bytes of all samples of the only output. Reading starts again.
  func size(of output: TrackOutput) throws(Failure) -> UInt64 {
    var size: UInt64 = 0
    func add(_ more: UInt64) throws(Failure) {
      let (sum, overflow) = size.addingReportingOverflow(more)
      guard !overflow else { throw .problem("the audio is too large", file: path) }
      size = sum
    }
    if range == nil {
      for chunk in output.samples.sampleChunks { try add(chunk.size) }
    } else {
      while let samples = output.nextSample() { try add(samples.size) }
      reader.startReading()
    }
    return size
  }
}

extension Track {
  /// Whether the track is H.264 or HEVC, by its first sample description.
  var isNALCoded: Bool {
    let description = sampleDescriptions.first
    return description?.first("avcC") != nil || description?.first("hvcC") != nil
  }

  /// Whether a format can hold the track.
  fileprivate func fits(_ format: ExtractTrack.Format?) -> Bool {
    switch format {
    case nil, .raw: true
    case .annexb: isNALCoded
    case .wav:
      sampleDescriptions.first
        .flatMap { LinearPCMFormat(description: $0, timescale: timescale) } != nil
    }
  }
}
