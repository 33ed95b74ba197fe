extension Movie {
  /// Timecode tracks against the videos whose frames they count.
  func checkTimecode(
    of timecodes: [Track], _ read: [String: TimecodeTrack], in source: some ByteSource,
    _ found: inout DiagnosticList
  ) {
    guard !timecodes.isEmpty else { return }
    var referring: Set<UInt32> = []
    var videos: [String: Track] = [:]
    for track in tracks {
      referring.formUnion(track.references["tmcd"] ?? [])
      if track.mediaType == "vide" { videos[track.path] = track }
    }
    if timecodes.count > 1 {
      found.add(
        "timecode-tracks", .note,
        "there are \(timecodes.count) timecode tracks; many programs look at one alone",
        path: timecodes[1].path, at: timecodes[1].atom.offset)
    }
    for track in timecodes {
      do throws(ReadingError) {
        let timecode =
          if let known = read[track.path] { known } else { try TimecodeTrack(track, from: source) }
        found.append(contentsOf: timecode.diagnostics)
        timecode.checkRate(&found)
      } catch {
        if case .format(let reason) = error {
          found.add(
            "track-unreadable", .error, "\(reason.reason)", path: reason.path, at: reason.offset)
        }
      }
      guard let video = track.countedVideo.flatMap({ videos[$0.path] }) else { continue }
      if !referring.contains(track.id) {
        found.add(
          "timecode-not-referenced", .warning,
          "no track refers to the timecode (tref), so that programs may not find it",
          path: track.path, at: track.atom.offset)
      }
      track.checkSpan(against: video, &found)
    }
  }
}

extension TimecodeTrack {
  /// The rate of each format against that of the video.
  fileprivate func checkRate(_ found: inout DiagnosticList) {
    guard let video = track.countedVideo, let cadence = video.cadence else { return }
    for format in Set(formats) where !format.isCounter {
      guard let fit = TimecodeRateFit(format.frameDuration, in: cadence) else { continue }
      let text = "a frame of the timecode lasts \(format.frameDuration) s"
      switch fit.agreement {
      case .framesOfVideo(1): continue
      case .framesOfVideo(let count):
        found.add(
          "timecode-rate-multiple", .note,
          "\(text), as long as \(count) frames of track \(video.trackID), which share a label",
          path: track.path, at: track.atom.offset)
      case .framesOfTimecode(let count):
        found.add(
          "timecode-rate-multiple", .note,
          "a frame of track \(video.trackID) lasts as long as \(count) of the timecode, of which "
            + "only the first is shown", path: track.path, at: track.atom.offset)
      case .none:
        // Frames of no constant duration contradict nothing.
        guard cadence.isEven else { continue }
        found.add(
          "timecode-rate", .warning,
          "\(text), one of track \(video.trackID) \(cadence.mean) s: labels are repeated or left "
            + "out", path: track.path, at: track.atom.offset)
      }
    }
  }
}

extension FrameCadence {
  /// How long a frame lasts, for people.
  fileprivate var mean: String {
    let common = greatestCommonDivisor(ticks, frames)
    let (whole, over) = (ticks / common, frames / common)
    return over == 1 ? "\(whole)/\(timescale)" : "\(whole)/(\(over) × \(timescale))"
  }
}

extension Track {
  /// What of the movie the timecode covers, against what the video does: a frame more or less is
  /// tolerated, since each rounds to its own ticks.
  fileprivate func checkSpan(against video: Track, _ found: inout DiagnosticList) {
    guard let own = shownSpan, let other = video.shownSpan,
      let frame = video.countedFrame ?? frameOfTimecode
    else { return }
    if own.end - other.end > frame {
      found.add(
        "timecode-edit", .warning,
        "the timecode goes on to \(own.end) s of the movie, the video of track \(video.id) ends at "
          + "\(other.end) s, so that the last labels belong to no frame", path: path,
        at: atom.offset)
    } else if other.end - own.end > frame {
      found.add(
        "timecode-edit", .warning,
        "the timecode ends at \(own.end) s of the movie, the video of track \(video.id) goes on to "
          + "\(other.end) s, so that its last frames have none", path: path, at: atom.offset)
    }
    if (own.start - other.start).absoluteValue > frame {
      found.add(
        "timecode-edit", .warning,
        "the timecode begins at \(own.start) s of the movie, the video of track \(video.id) at "
          + "\(other.start) s", path: path, at: atom.offset)
    }
  }

  /// From where to where in the movie the edits show something; nil where that is not known.
  private var shownSpan: (start: MediaTime, end: MediaTime)? {
    let shown = edits.filter { !$0.isEmpty && $0.target.start.isNumeric }
    guard let start = shown.first?.target.start, let end = shown.last?.target.end, end.isNumeric,
      end > start
    else { return nil }
    return (start, end)
  }

  private var countedFrame: MediaTime? {
    guard let cadence = FrameCadence(timescale: timescale, forEachRun: forEachDurationRun) else {
      return nil
    }
    return MediaTime(ticks: cadence.ticks / cadence.frames + 1, per: timescale)
  }

  private var frameOfTimecode: MediaTime? {
    let format = sampleDescriptions.first.flatMap { try? TimecodeFormat(sampleDescription: $0) }
    return format.flatMap { $0.frameDuration.isNumeric ? $0.frameDuration : nil }
  }
}
