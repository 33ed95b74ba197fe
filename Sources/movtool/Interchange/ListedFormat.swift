import MovKit

extension TimecodeFormat.SourceName {
  /// The name of the reel that a list gives; nil if it gives none.
  static func ofList(_ reel: String?, line: Int?) throws(SegmentListError) -> Self? {
    guard let reel, !reel.isEmpty else { return nil }
    guard reel.utf8.count <= UInt16.max else {
      throw SegmentListError("\(StampError.reelTooLong)", line: line)
    }
    return Self(reel: reel)
  }
}

extension TimecodeFormat {
  /// The format of labels in a list.
  /// - Parameter context: Says whether labels wrap and may be negative; nil for a list whose labels are those
  ///   of one day.
  static func ofList(
    _ rate: CountingRate, isDropFrame: Bool, reel: String?, _ context: SegmentList.Context? = nil,
    line: Int?
  ) throws(SegmentListError) -> TimecodeFormat {
    var format: TimecodeFormat
    do throws(BadValue) {
      // Of a video with so few pictures, the timecode can have its rate.
      guard rate.countsFrames || context.map({ $0.hasVideo(of: rate) }) ?? true else {
        throw .tooFewFrames
      }
      format = try rate.timecodeFormat(isDropFrame: isDropFrame, wraps: context?.wraps ?? true)
      if context?.allowsNegative == true {
        format.flags.insert(.negativeTimesOK)
      } else {
        format.flags.remove(.negativeTimesOK)
      }
      guard format.frameQuanta <= 255 else {
        throw BadValue("\(StampError.quantaOutOfRange(Int64(format.frameQuanta)))")
      }
    } catch {
      throw SegmentListError(error.reason ?? "the rate is not one of timecode", line: line)
    }
    format.sourceName = try SourceName.ofList(reel, line: line)
    return format
  }
}

extension TimecodeFormat {
  /// The name of the reel; nil if there is none.
  var reel: String? { sourceName.map(\.text).flatMap { $0.isEmpty ? nil : $0 } }

  /// This format as lists of edits count: labels are below 24 hours and without a sign, and say drop
  /// frame only where frame numbers are dropped.
  var forLists: TimecodeFormat {
    var copy = self
    copy.flags.insert(.wraps24Hours)
    copy.flags.remove(.negativeTimesOK)
    if framesDroppedPerMinute == 0 { copy.flags.remove(.dropFrame) }
    return copy
  }

  /// Whether frames have labels and a duration.
  var hasLabelsAndRate: Bool {
    !isCounter && labelQuanta > 0 && frameDuration.isNumeric && frameDuration.value > 0
  }

  /// The frames per second as a fraction, not reduced, so that it also gives the frame duration;
  /// empty if there is none.
  var rateText: String {
    frameDuration.isNumeric && frameDuration.value > 0
      ? "\(frameDuration.timescale)/\(frameDuration.value)" : ""
  }

  /// The frames per second for people, as `list` prints them: 25, 23.976; empty if there is none.
  var shownRate: String { frameDuration.shownRate }

  /// The frames per second with at most two decimals, rounded, as logs write them: 25,
  /// 29.97; empty if there is none.
  var shortRate: String {
    guard frameDuration.isNumeric, frameDuration.value > 0 else { return "" }
    let (scale, value) = (Int128(frameDuration.timescale), Int128(frameDuration.value))
    let hundredths = (scale * 200 + value) / (value * 2)
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    guard rest > 0 else { return whole == 0 ? rateText : "\(whole)" }
    return "\(whole).\(rest / 10)" + (rest % 10 > 0 ? "\(rest % 10)" : "")
  }
}

extension MediaTime {
  /// The frames per second of which each lasts so long, for people, as `list` prints them: 25, 23.976; empty if
  /// there are none.
  var shownRate: String {
    guard isNumeric, value > 0, timescale > 0 else { return "" }
    return ListColumn.text(UInt64(timescale), UInt64(value))
  }
}

extension CountingRate {
  /// The rate as people write it, and as `list` prints it: 25, 23.976, 29.97.
  var shownRate: String { ListColumn.text(UInt64(numerator), UInt64(denominator)) }
}
