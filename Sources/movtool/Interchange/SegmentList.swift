import MovKit

/// What a list of segments says: runs of timecode for one movie.
struct SegmentList: Equatable {
  /// The runs, in the order of time, which do not overlap.
  var runs = PackedRuns()
  /// What was read in a way that the list does not state, a sentence each.
  var notes: [String] = []
  /// The name that all of its rows have, if they do not say where in the movie they are; nil of other lists. A record
  /// says where they are in an edit.
  var clipName: String?
  /// The one of the notes which says that rows are laid one after another; nil if there is none, as of a record.
  var noteOfOrder: String?
  /// What a document of `extract timecode` says of its movie, with all tracks; nil in other lists.
  var stored: StoredTimecode?
  /// Whether it says formats with their types and flags, and not only rates.
  var saysFormats = false
  /// Whether its times count from the first frame that the movie shows, because it says nothing of the movie's own
  /// time.
  var countsFromFirstFrame = false
  /// Whether it says by a label where segments end. Some programs write that of the last frame, and not the one after
  /// it.
  var endsByLabels = false

  /// What the reader of a list knows about the movie.
  struct Context: Equatable {
    /// The name of the movie's file, with or without its folder.
    var movieName: String
    /// The rate of the video; nil if it is not known.
    var videoRate: CountingRate?
    /// The rate of the timecode, whatever the list says; nil for what the list says or, if it says
    /// nothing, the rate of the video.
    var rate: CountingRate?
    /// Whether labels begin again after 24 hours.
    var wraps = true
    /// Whether labels may be before zero.
    var allowsNegative = false
    /// Whether the list is read for several movies, so that a name in it says which it is about.
    var isOneOfSeveral = false
    /// What can be the name of the movie's reel, the likeliest first.
    var reels: [String] = []
    /// The shortest time that a run can last in the movie; 0 if it is not known.
    var shortest = MediaTime.zero
  }
}

extension SegmentList.Context {
  /// The rate of timecode for which a list says `stated`.
  func rate(stated: CountingRate?, line: Int?) throws(SegmentListError) -> CountingRate {
    guard let rate = rate ?? stated ?? videoRate else {
      throw SegmentListError(
        "neither the list nor the movie says the rate; give --rate", line: line)
    }
    return rate
  }

  /// Whether the video has a rate.
  func hasVideo(of rate: CountingRate) -> Bool {
    videoRate?.frameDuration == rate.frameDuration
  }
}
