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

  /// `trackID` asks for the tracks of one ID; nil for all.
  init(_ path: FilePath, trackID: UInt32?, options: TimecodeTrack.Options) throws(Failure) {
    self.path = path
    do { source = try File(path) } catch { throw .problem(error.reason, file: path) }
    do throws(ReadingError) { movie = try Movie(reading: source) } catch {
      throw .problem(error.description, file: path)
    }
    diagnostics = movie.diagnostics
    for track in movie.tracks {
      for id in Set(track.references["tmcd"] ?? []) { referring[id, default: []].append(track) }
    }
    let all = movie.timecodeTracks
    let wanted = all.filter { trackID == nil || trackID == $0.id }
    if let trackID, wanted.isEmpty {
      let unreadable = movie.unreadableTrack(trackID)?.problem
      throw .problem(unreadable ?? Self.missing(trackID, among: all), file: path)
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

  private static func missing(_ id: UInt32, among tracks: [Track]) -> String {
    let ids = tracks.map { "\($0.id)" }
    switch ids.count {
    case 0: return "no timecode track has ID \(id): the movie has no timecode track"
    case 1: return "no timecode track has ID \(id); the only one has ID \(ids[0])"
    default:
      return "no timecode track has ID \(id); the IDs are \(ids.joined(separator: ", "))"
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
