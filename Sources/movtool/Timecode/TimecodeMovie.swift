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
    diagnostics = movie.diagnostics
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
      diagnostics.append(
        Diagnostic(
          "no-timecode-track", .warning,
          movie.unreadableTrack(ofType: "tmcd")
            .map { "the movie has no readable timecode track: \($0)" }
            ?? "the movie has no timecode track"))
    }
    for track in wanted {
      do throws(ReadingError) {
        let timecode = try TimecodeTrack(track, from: source, options: options)
        tracks.append(timecode)
        diagnostics += timecode.diagnostics
      } catch {
        guard case .format(let reason) = error else {
          throw .problem(error.description, file: path)
        }
        diagnostics.append(
          Diagnostic(
            "track-unreadable", .error, "\(reason.reason)", path: reason.path, at: reason.offset))
      }
    }
  }

  /// Tracks that the timecode of this track belongs to.
  func tracks(of timecode: TimecodeTrack) -> [Track] { referring[timecode.track.id] ?? [] }

  /// The video that a timecode track belongs to: the first that refers to it, or else the first.
  func video(of timecode: TimecodeTrack) -> Track? {
    tracks(of: timecode).first { $0.mediaType == "vide" }
      ?? movie.tracks.first { $0.mediaType == "vide" }
  }
}
