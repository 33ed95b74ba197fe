import MovKit

/// A movie, open, with the timecode tracks that are asked for.
struct TimecodeMovie {
  let path: FilePath
  let source: File
  let movie: Movie
  private(set) var tracks: [TimecodeTrack] = []
  private(set) var diagnostics: [Diagnostic]
  /// Tracks that refer to a timecode track, by its ID.
  private var referring: [UInt32: [Track]] = [:]

  /// `selector` says which timecode tracks are wanted; nil for all.
  init(_ path: FilePath, tracks selector: TrackSelector?, options: TimecodeTrack.Options)
    throws(Failure)
  {
    self.path = path
    do { source = try Input.open(path) } catch { throw Failure(error, about: path) }
    do throws(ReadingError) { movie = try Movie(reading: source) } catch {
      throw .problem(error.description, file: path)
    }
    var notes: [Diagnostic] = []
    // Set again below, when the tracks are read.
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
        let timecode = try TimecodeTrack(track, from: source, options: options)
        tracks.append(timecode)
      } catch {
        // What cannot be understood is among the findings.
        guard case .format = error else { throw .problem(error.description, file: path) }
      }
    }
    diagnostics =
      movie.findings(
        in: source, of: { track in wanted.contains { $0.path == track.path } }, timecodes: tracks)
      + notes
  }

  /// Tracks that the timecode of this track belongs to.
  func tracks(of timecode: TimecodeTrack) -> [Track] { referring[timecode.track.id] ?? [] }

  /// The video whose frames a timecode track counts.
  func video(of timecode: TimecodeTrack) -> Track? { movie.video(of: timecode.track) }
}
