/// A change of the timecode that a movie has, for `MovieEditor.changeTimecode`. What is nil stays as
/// it is.
public struct TimecodeChange: Hashable, Sendable {
  /// What stays the same when frames are counted in another way.
  public enum Kept: Sendable {
    /// The time since midnight at each frame. If only the drop-frame flag changes, these are the
    /// frame numbers.
    case instants
    /// The label of each frame at which a sample begins.
    case labels
  }

  /// How far timecode is shifted; negative for an earlier timecode. Stretches that count at different rates are each
  /// shifted as they count.
  public enum Shift: Hashable, Sendable {
    /// A number of frames of the timecode.
    case frames(Int64)
    /// A time, rounded to frames.
    case time(MediaTime)
    /// The number of frames from 00:00:00:00 to a label, as the track counts them; or to the next label if
    /// drop frame skips this one.
    case label(Timecode)
  }

  /// The label that is shown first, such as `01:00:00:00`, or, with `trimsToVideo`, that of the first frame. All
  /// samples are shifted as far as the one that is shown first: by as many frames or, where they count otherwise, as
  /// many labels.
  public var start: String?
  /// How far all samples are shifted.
  public var shift: Shift?
  /// The name of the reel, tape or card.
  public var reel: String?
  /// Whether the reel name is dropped. Only used if `reel` is nil.
  public var dropsReel = false
  /// The duration of a frame, in seconds.
  public var frameDuration: MediaTime?
  /// The number of labels per second, from 1 to 255. If nil, it follows from `frameDuration`.
  public var quanta: UInt32?
  /// Whether the timecode is drop frame.
  public var dropFrame: Bool?
  /// What stays if one of the three above changes how frames are counted. Drop frame that is to keep labels up with
  /// the time does not stay by itself at a rate where it does not (`StampError.dropFrameRate`).
  public var keeps = Kept.instants
  /// Whether labels go from 23:59:59 to 00:00:00. If they do no longer, samples that follow on through midnight count
  /// on.
  public var wraps24Hours: Bool?
  /// Whether negative times are allowed.
  public var allowsNegative: Bool?
  /// The type of the samples: `timecode32` or `timecode64`. Counters keep theirs.
  public var mediaSubType: TimecodeMediaSubType?
  /// Whether the timecode lasts exactly as long as the video that it belongs to, from the first frame to the end. The
  /// first label counts back to the first frame, and the last one counts on.
  public var trimsToVideo = false
  /// The IDs of the timecode tracks to change. If empty, they are all of them.
  public var trackIDs: [UInt32] = []

  /// A change of nothing.
  public init() {}

  /// Whether frames are counted in another way.
  var changesCounting: Bool { frameDuration != nil || quanta != nil || dropFrame != nil }

  /// What a change did to a track.
  public struct Result: Equatable, Sendable {
    /// The ID of the timecode track.
    public var trackID: UInt32
    /// The label that was shown first; nil if nothing was.
    public var oldStart: String?
    /// The label that is shown first now.
    public var newStart: String?
    /// The format of what was shown first.
    public var oldFormat: TimecodeFormat
    /// The format of what is shown first now.
    public var newFormat: TimecodeFormat
    /// Whether anything of the track changed.
    public var isChanged: Bool
  }
}

extension MovieEditor {
  /// Changes the timecode that the movie has: all samples of its timecode tracks, their formats, or how
  /// long they last. Everything else of the movie stays.
  ///
  /// - Returns: What changed in each track, and what is odd about it.
  /// - Throws: `StampError` if the movie has no timecode, or the change is not possible.
  @discardableResult
  public mutating func changeTimecode(
    _ change: TimecodeChange
  ) throws(StampError) -> (tracks: [TimecodeChange.Result], notes: [Diagnostic]) {
    do throws(FormatError) { try checkIsEditable() } catch { throw .format(error) }
    guard written.isEmpty else { throw .alreadyStamped }
    let tracks = try change.targets(in: movie)
    var results: [TimecodeChange.Result] = []
    var notes: [Diagnostic] = []
    var videos = change.trimsToVideo ? TimecodeVideos(in: movie) : nil
    var changes: [ChangeOfTrack] = []
    for track in tracks {
      let changed = try ChangedTimecode(track, by: change, trimmedTo: &videos)
      notes += changed.notes
      results.append(changed.result)
      guard changed.result.isChanged else { continue }
      changes.append(
        ChangeOfTrack(
          track: track, media: changed.media, descriptions: changed.descriptions,
          kept: changed.kept))
    }
    do throws(FormatError) { try self.change(changes) } catch { throw .format(error) }
    return (results, notes)
  }
}

extension TimecodeChange {
  fileprivate func targets(in movie: Movie) throws(StampError) -> [Track] {
    let all = movie.timecodeTracks
    guard !trackIDs.isEmpty else {
      guard !all.isEmpty else {
        throw movie.unreadableTimecodeTrack.map { .unreadable($0) } ?? .noTimecode
      }
      guard all.count == 1 || start == nil else { throw .severalTimecodes(all.map(\.id)) }
      return all
    }
    var found: [Track] = []
    var known: Set<UInt32> = []
    for id in trackIDs {
      guard let track = movie.track(id) else {
        throw movie.unreadableTrack(id).map { .unreadable($0) } ?? .noTrack(id)
      }
      guard track.isTimecode else { throw .notTimecode(id) }
      if known.insert(id).inserted { found.append(track) }
    }
    return found
  }
}
