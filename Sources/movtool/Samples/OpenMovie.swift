import MovKit

/// An open movie from which one track is read.
struct OpenMovie {
  let path: FilePath
  let source: File
  let movie: Movie
  let reader: MovieReader

  /// The range to read, in movie time; nil for all of the media.
  private let range: MediaTimeRange?
  /// The tracks to choose from.
  private let all: [Track]
  /// What there is to say of the times that were asked for.
  private(set) var notes: [Diagnostic] = []

  /// Opens a movie to read all samples of a track, or those of a part of the movie.
  init(
    _ path: FilePath, during stretch: MovieStretch?, for choice: TrackChoice
  ) throws(Failure) {
    self.path = path
    do throws(IOError) { source = try Input.open(path) } catch { throw Failure(error, about: path) }
    if let stretch, stretch.needsTimecode {
      // The range is not known before the timecode of the whole movie is.
      do throws(ReadingError) { movie = try MovieOutline(source).movie() } catch {
        throw .problem(error.advised(), file: path)
      }
      all = movie.tracks
      var chosen: Track?
      if let selector = choice.selector {
        chosen = try movie.track(selector, among: choice.candidates(in: all), of: path)
      }
      var notes: [Diagnostic] = []
      range = try stretch.range(in: movie, of: chosen, path) { notes.append($0) }
      self.notes = notes
      reader = MovieReader(movie)
      reader.timeRange = range
      return
    }
    range = stretch?.timeRange
    do throws(ReadingError) {
      if let range {
        var tracks: [Track] = []
        // The closure is called twice for some tracks.
        var known: Set<String> = []
        movie = try Movie(from: source, during: range) { track in
          if known.insert(track.path).inserted { tracks.append(track) }
          return choice.includes(track)
        }
        all = tracks
      } else {
        movie = try MovieOutline(source).movie()
        all = movie.tracks
      }
    } catch {
      throw .problem(error.advised(), file: path)
    }
    reader = MovieReader(movie)
    reader.timeRange = range
  }

  /// Returns what is unusual about the movie and the track of an output.
  func findings(of output: TrackOutput) -> [Diagnostic] {
    movie.findings(of: output.track, with: output.samples)
  }

  var hasOneTrack: Bool { all.count == 1 }

  /// Whether only a part of the movie is read.
  var isPart: Bool { range != nil }

  /// Whether the number of each sample in its track is known. In a fragmented movie that is read in
  /// part, it is not.
  var numbersSamples: Bool { range == nil || !movie.isFragmented }

  /// Returns the selected track, or the only one that matches.
  /// - Throws: `Failure.problem` if no track or several tracks match.
  func track(_ choice: TrackChoice) throws(Failure) -> Track {
    if let selector = choice.selector {
      let found = try movie.track(selector, among: choice.candidates(in: all), of: path)
      // The tracks in `all` were made before the fragments of the movie were read.
      return movie.tracks.first { $0.path == found.path } ?? found
    }
    let fitting = movie.tracks.filter { choice.includes($0) }
    guard let track = fitting.first else {
      let unreadable = movie.unreadableProblem
      if all.isEmpty, let unreadable { throw .problem(unreadable, file: path) }
      // Of a single track, the reason is said.
      if all.count == 1, unreadable == nil, let only = movie.tracks.first { return only }
      let need = all.isEmpty ? nil : choice.format?.need
      throw movie.noTrack(
        need.map { "no track is \($0)" } ?? "no track matches", among: all, of: path)
    }
    guard fitting.count == 1 else {
      throw .problem(
        "several tracks match; choose one with --track: \(fitting.listed)", file: path)
    }
    return track
  }

  /// Returns the selected track or, if none is, the first video track, or else the first track.
  /// - Throws: `Failure.problem` if no track or several tracks match.
  func trackOrVideo(_ choice: TrackChoice) throws(Failure) -> Track {
    if choice.selector == nil, let first = all.first {
      return all.first { KindOfTrack($0) == .video } ?? first
    }
    return try track(choice)
  }

  /// Returns the output for a track, after reading has started.
  func output(of track: Track) throws(Failure) -> TrackOutput {
    do throws(FormatError) {
      let output = try reader.addOutput(for: track)
      output.samplesAtOnce = output.samplesInPacket
      // `warnIfCut` says it.
      output.isQuietWhereCut = true
      reader.startReading()
      return output
    } catch { throw .problem(error.advised(), file: path) }
  }

  /// Returns the next sample of an output.
  func next(_ output: TrackOutput) throws(Failure) -> SampleBuffer? {
    do throws(ReadingError) { return try output.nextSample() } catch {
      throw .problem(error.advised(), file: path)
    }
  }

  /// Throws if the track shows nothing in the requested time. Reading starts again from the
  /// beginning.
  func checkStretch(of output: TrackOutput) throws(Failure) {
    if let range { try check(output, in: range) }
  }

  /// Throws if the track shows nothing in the range that is read. Reading starts again from the
  /// beginning.
  func check(_ output: TrackOutput, in range: MediaTimeRange) throws(Failure) {
    let isEmpty = try next(output) == nil
    reader.startReading()
    guard isEmpty else { return }
    let end = output.track.editedDuration
    let time = range.start >= end ? end.readable : nil
    throw .problem(
      "track \(output.track.id) has nothing in that time"
        + (time.map { "; it ends at \($0)" } ?? ""),
      file: path)
  }

  /// Returns the number of bytes of all samples of the only output. If a part of the movie is read,
  /// reading starts again from the beginning.
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
      while let samples = try next(output) { try add(samples.size) }
      reader.startReading()
    }
    return size
  }
}
