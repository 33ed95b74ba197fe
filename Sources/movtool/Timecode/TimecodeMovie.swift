import MovKit

/// An open movie with the requested timecode tracks.
struct TimecodeMovie {
  let path: FilePath
  let source: File
  let movie: Movie
  private(set) var tracks: [TimecodeTrack] = []
  private(set) var diagnostics: [Diagnostic]
  /// The tracks that refer to each timecode track, by the timecode track's ID.
  private var referring: [UInt32: [Track]] = [:]

  /// Opens a movie and reads the timecode tracks that `selector` selects; all if it is nil.
  init(_ path: FilePath, tracks selector: TrackSelector?, options: TimecodeTrack.Options)
    throws(Failure)
  {
    self.path = path
    do { source = try Input.open(path) } catch { throw Failure(error, about: path) }
    do throws(ReadingError) { movie = try Movie(from: source) } catch {
      throw .problem(error.description, file: path)
    }
    var notes: [Diagnostic] = []
    // This is set again when the tracks are read.
    diagnostics = []
    for track in movie.tracks {
      for id in Set(track.references["tmcd"] ?? []) { referring[id, default: []].append(track) }
    }
    let all = movie.timecodeTracks
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
              : "no timecode track was found, but the movie header (moov) is truncated")))
    }
    for track in wanted {
      do throws(ReadingError) {
        let timecode = try TimecodeTrack(track, options: options)
        tracks.append(timecode)
      } catch {
        // A track that cannot be decoded is reported by the findings.
        guard case .format = error else { throw .problem(error.description, file: path) }
      }
    }
    diagnostics =
      movie.findings(
        of: { track in wanted.contains { $0.path == track.path } }, timecodes: tracks)
      + notes
  }

  /// Returns the tracks that refer to this timecode track.
  func tracks(of timecode: TimecodeTrack) -> [Track] { referring[timecode.track.id] ?? [] }

  /// Returns the video track whose frames a timecode track counts.
  func video(of timecode: TimecodeTrack) -> Track? { movie.video(of: timecode.track) }
}
