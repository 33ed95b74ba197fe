import MovKit

/// An open movie with the requested timecode tracks.
struct TimecodeMovie {
  /// The name that documents show: most often as it was given.
  var path: FilePath
  let source: File
  let movie: Movie
  private(set) var tracks: [TimecodeTrack] = []
  private(set) var diagnostics: [Diagnostic]
  /// The IDs of the tracks that refer to each timecode track, by its path.
  private var referring: [String: [UInt32]] = [:]

  /// Opens a movie and reads the timecode tracks that `selector` selects; all if it is nil.
  init(_ path: FilePath, tracks selector: TrackSelector?, options: TimecodeTrack.Options)
    throws(Failure)
  {
    let source: File
    let movie: Movie
    do { source = try Input.open(path) } catch { throw Failure(error, about: path) }
    do throws(ReadingError) { movie = try MovieOutline(source).movie() } catch {
      guard !WaveFile.isWave(source) else { throw .problem(Self.ofWave, file: path) }
      throw .problem(error.advised(), file: path)
    }
    try self.init(path, source, movie, tracks: selector, options: options)
  }

  private static let ofWave =
    "a WAV file has no timecode track; 'movtool extract timecode --all-sources FILE' prints its start time, and "
    + "'movtool extract timecode --source ltc FILE' the linear timecode in its audio"

  /// The same for a movie that is open.
  init(
    _ path: FilePath, _ source: File, _ movie: Movie, tracks selector: TrackSelector? = nil,
    options: TimecodeTrack.Options = TimecodeTrack.Options()
  ) throws(Failure) {
    self.path = path
    self.source = source
    self.movie = movie
    var notes: [Diagnostic] = []
    // This is set again when the tracks are read.
    diagnostics = []
    let all = movie.timecodeTracks
    // A reference is to the first track of its ID: no two should have the same.
    let paths = Dictionary(all.map { ($0.id, $0.path) }, uniquingKeysWith: { first, _ in first })
    for track in movie.tracks {
      for path in Set(track.references(by: "tmcd")).compactMap({ paths[$0] }) {
        referring[path, default: []].append(track.id)
      }
    }
    var wanted = all
    if let selector {
      let paths = Set(try movie.tracks(selector, of: path).map(\.path))
      wanted = all.filter { paths.contains($0.path) }
      guard !wanted.isEmpty else {
        throw .problem(
          "--track \(selector) is not a timecode track; "
            + (all.isEmpty
              ? "the movie has no timecode track" : "the timecode tracks are \(all.listed)"),
          file: path)
      }
    }
    if all.isEmpty {
      notes.append(
        Diagnostic(
          "no-timecode-track", .warning,
          movie.unreadableTimecodeTrack
            .map { "the movie has no readable timecode track: \($0)" }
            ?? (movie.atom.claimedSize == nil
              ? "the movie has no timecode track"
              : "no timecode track was found, but the header (moov) is truncated")))
    }
    for track in wanted {
      do throws(ReadingError) {
        let timecode = try TimecodeTrack(track, options: options)
        tracks.append(timecode)
      } catch {
        // A track that cannot be decoded is reported by the findings.
        guard case .format = error else { throw .problem(error.advised(), file: path) }
      }
    }
    let wantedPaths = Set(wanted.map(\.path))
    diagnostics =
      movie.findings(of: { wantedPaths.contains($0.path) }, timecodes: tracks) + notes
  }

  /// Returns the IDs of the tracks that refer to this timecode track.
  func tracks(of timecode: TimecodeTrack) -> [UInt32] { referring[timecode.track.path] ?? [] }

  /// Returns the video track whose frames a timecode track counts.
  func video(of timecode: TimecodeTrack) -> Track? { movie.video(of: timecode.track) }
}
