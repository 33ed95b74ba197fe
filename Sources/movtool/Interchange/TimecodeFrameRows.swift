import MovKit

/// A video frame with its timecode.
struct TimecodeFrameRow {
  /// The name of the file. The whole movie would be copied for each frame.
  let file: FilePath
  let track: TimecodeTrack
  /// The place of the frame in presentation order, from 0.
  let index: Int
  /// When the frame is shown, in the movie.
  let time: MediaTime
  /// When the next frame is shown; nil for the last.
  let end: MediaTime?
  /// The timecode and the index of its format; nil if there is none then.
  let value: (value: TimecodeSample, formatIndex: Int)?

  /// The format of the timecode; nil if there is none then.
  var format: TimecodeFormat? { value.map { track.formats[$0.formatIndex] } }

  /// The label of the frame, or the number of a counter; nil if there is none.
  var label: String? { value.flatMap { track.formats[$0.formatIndex].label(of: $0.value) } }
}

/// The frames of the videos whose frames timecode tracks count. Many tracks can count those of one video, whose tables
/// and edits are read once.
struct CountedFrames {
  private struct Known {
    var frames: PresentedFrames
    var isShort = false
  }

  private var known: [String: Known] = [:]

  /// Returns the frames of a video.
  /// - Throws: `FormatError` if its sample table is damaged.
  mutating func frames(of video: Track) throws(FormatError) -> PresentedFrames {
    guard var last = known[video.path] else {
      let frames = try PresentedFrames(video)
      known[video.path] = Known(frames: frames)
      return frames
    }
    // Most videos are asked for once.
    if !last.isShort {
      last = Known(frames: last.frames.withoutEmptyEdits(), isShort: true)
      known[video.path] = last
    }
    return last.frames
  }
}

extension TimecodeMovie {
  /// Calls `body` for each frame of the video whose frames a track counts, in presentation order.
  /// Returns diagnostics about frames that could not be listed.
  /// - Parameter counted: What was read for the tracks before.
  func forEachFrame(
    of timecode: TimecodeTrack, _ counted: inout CountedFrames,
    _ body: (TimecodeFrameRow) throws(Failure) -> Void
  ) throws(Failure) -> [Diagnostic] {
    guard let video = video(of: timecode) else {
      return [
        Diagnostic(
          "no-video-track", .warning,
          movie.unreadableTrack(.video).map { "\($0)" }
            ?? "the movie has no video track to list frames of",
          path: timecode.track.path)
      ]
    }
    var frames: TimecodedFrames.Iterator
    do throws(FormatError) {
      let shown = try counted.frames(of: video)
      frames = TimecodedFrames(TimecodeTimeline(timecode), of: shown).makeIterator()
    } catch {
      return [
        Diagnostic(
          "track-unreadable", .error, "\(error.reason)", path: error.path, at: error.offset)
      ]
    }
    var index = 0
    var upcoming = frames.next()
    while let frame = upcoming {
      upcoming = frames.next()
      try body(
        TimecodeFrameRow(
          file: path, track: timecode, index: index, time: frame.time, end: upcoming?.time,
          value: frame.value))
      index += 1
    }
    guard frames.isCut else { return [] }
    return [
      Diagnostic(
        "frames-left-out", .warning,
        "the video declares more frames than the file has bytes; skipping the rest",
        path: video.path)
    ]
  }
}
