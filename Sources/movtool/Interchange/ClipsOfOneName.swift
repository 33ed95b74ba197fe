import MovKit

/// Cameras give the clips of each card the same names, and a log or an EDL names clips without their folders. Its rows of
/// one name are the stretches of one clip, or those of several clips. Proxies are often longer or shorter than what they
/// were made of, so only rows that are longer together than the video, and of which some alone last as long as it does,
/// can be those of several.
extension SegmentList {
  /// Keeps the rows that are those of the movie, if those of its name can be of several clips: those of its reel, or the
  /// row that has all that the others have. If nothing says which they are, all stay where they are, with a warning.
  /// - Parameters:
  ///   - movie: The name of the movie, for a message.
  ///   - length: How long its video is shown.
  ///   - isOneOfSeveral: Whether the list is read for other movies too.
  ///   - reels: What can be the name of its reel, the likeliest first.
  /// - Throws: `SegmentListError` if each reel can be that of the movie, or each row, and the list is for several movies.
  ///   A record is not refused: an edit can use one clip several times.
  mutating func keepOneClip(
    of movie: String, lasting length: MediaTime, isOneOfSeveral: Bool, reels: [String]
  ) throws(SegmentListError) {
    guard let clipName, runs.areLonger(than: length) else { return }
    let isRecord = noteOfOrder == nil
    let parts = runs.rowsOfReels
    var own: PackedRuns?
    if parts.count > 1 {
      let named = reels.map({ $0.lowercased() }).first(where: runs.haveReel)
      let mine = parts.filter { runs[$0.lowerBound].format.reel?.lowercased() == named }
      // Rows between those of a reel say that all are the stretches of one movie.
      if named != nil, mine.count == 1 {
        own = runs.moved(mine[0], ifTheyLast: length)
        if own == nil, !isRecord { own = runs.whole(of: mine[0], lasting: length) }
      }
      if let own {
        notes.append(
          "\(counted(own.count, of: runs.count, "row", "is", "are")) of reel '\(own[0].format.reel ?? "")', as "
            + "'\(movie)' is; the others are taken for those of other clips called '\(clipName)'")
      }
    } else if !isRecord {
      own = runs.whole(of: 0..<runs.count, lasting: length)
      if own != nil {
        notes.append(
          "of the \(runs.count) rows for the movie, one has all that the others have, and is used alone"
        )
      }
    }
    if let own {
      runs = own
      notes.removeAll { $0 == noteOfOrder }
      return
    }
    let clips = parts.count > 1 ? parts : runs.indices.map { $0..<$0 + 1 }
    // The first is used in any case.
    guard clips.dropFirst().contains(where: { runs.last($0, aboutAsLongAs: length) }) else {
      return
    }
    // A reel that comes again is that of a movie with stretches of several.
    let each =
      isOneOfSeveral && !isRecord && clips.allSatisfy { runs.last($0, aboutAsLongAs: length) }
      && (parts.count == 1
        || Set(parts.map { runs[$0.lowerBound].format.reel }).count == parts.count)
    let what =
      "the \(runs.count) rows of '\(clipName)' may be those of several clips of this name: together they are longer "
      + "than the video, and \(each ? "each" : "one") of the \(parts.count > 1 ? "reels" : "rows") alone lasts as long "
      + "as it does (\(length.inSeconds))"
    let advice =
      "leave only its own in the list, or use a list that has their folders, as CSV and JSON of 'movtool extract "
      + "timecode' have"
    guard !each else {
      throw SegmentListError("\(what), and nothing says which of them '\(movie)' is; \(advice)")
    }
    notes.append(
      "\(what); the first is used for the beginning of '\(movie)'; if it is another, \(advice)")
  }
}

extension PackedRuns {
  /// Whether runs end later than a video that begins with the first of them. Each can be too long by less than a frame,
  /// because lists have whole ones.
  fileprivate func areLonger(than length: MediaTime) -> Bool {
    guard count > 1, length.isNumeric, length > .zero, let last, let first else { return false }
    let over = last.time + (last.duration ?? .zero) - first.time - length
    let slack = last.format.frameDuration.multiplied(by: Int64(count))
    return over.isNumeric && slack.isNumeric && over >= slack
  }

  /// Whether a run has a reel, whose name is in lower case here.
  fileprivate func haveReel(_ reel: String) -> Bool {
    formats.contains { $0.reel?.lowercased() == reel }
  }

  /// The runs that follow each other with one reel.
  fileprivate var rowsOfReels: [Range<Int>] {
    var parts: [Range<Int>] = []
    var reel: String?
    for (index, run) in enumerated() {
      if let last = parts.last, run.format.reel == reel {
        parts[parts.count - 1] = last.lowerBound..<index + 1
      } else {
        parts.append(index..<index + 1)
        reel = run.format.reel
      }
    }
    return parts
  }

  /// Whether some of the runs that follow each other last as long as a video, to a frame for each.
  fileprivate func last(_ rows: Range<Int>, aboutAsLongAs length: MediaTime) -> Bool {
    let last = self[rows.upperBound - 1]
    guard let duration = last.duration else { return false }
    let difference = last.time + duration - self[rows.lowerBound].time - length
    let slack = last.format.frameDuration.multiplied(by: Int64(rows.count))
    return difference.isNumeric && slack.isNumeric
      && Swift.max(difference, difference.negated()) <= slack
  }

  /// Some of the runs that follow each other, from the time of the first run on; nil if they do not last as long as a
  /// video.
  fileprivate func moved(_ rows: Range<Int>, ifTheyLast length: MediaTime) -> PackedRuns? {
    guard let start = first?.time, last(rows, aboutAsLongAs: length) else { return nil }
    let offset = self[rows.lowerBound].time - start
    return PackedRuns(
      rows.lazy.map { index in
        var run = self[index]
        run.time = run.time - offset
        return run
      })
  }

  /// The one of some runs that has all labels of the others, at the time of the first run; nil if none has, or it does
  /// not last as long as a video.
  fileprivate func whole(of rows: Range<Int>, lasting length: MediaTime) -> PackedRuns? {
    guard let longest = rows.max(by: { duration(of: $0) < duration(of: $1) }),
      let whole = moved(longest..<longest + 1, ifTheyLast: length),
      rows.allSatisfy({ self[$0].isPart(of: whole[0]) })
    else { return nil }
    return whole
  }

  private func duration(of index: Int) -> MediaTime { self[index].duration ?? .zero }
}

extension TimecodeRun {
  /// Whether its labels are some of those of another run, which are counted in the same way.
  func isPart(of whole: TimecodeRun) -> Bool {
    guard format == whole.format, let part = duration, let length = whole.duration,
      let frames = whole.format.frames(from: whole.frameNumber, to: frameNumber)
    else { return false }
    let before = whole.format.frameDuration.multiplied(by: frames)
    return before.isNumeric && before + part <= length
  }
}
