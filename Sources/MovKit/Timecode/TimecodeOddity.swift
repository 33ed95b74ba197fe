/// What is odd about a timecode format, or about a frame number in it, although it can be read.
package enum TimecodeOddity: Hashable, Sendable {
  /// The frame duration is not a positive number.
  case frameDuration
  /// The declared quanta is 0. Labels are computed with `used`, or not at all if that is 0 too.
  case quantaZero(used: UInt32)
  /// The declared quanta is the rate truncated to a whole number, as GoPro cameras write it.
  case quantaFloor(declared: UInt32, used: UInt32)
  /// The declared quanta is not the rate that the duration of a frame gives, however that is rounded.
  case quantaRate(declared: UInt32, frameDuration: MediaTime)
  /// The drop-frame flag is set with a quanta for which no standard skips numbers.
  case dropFrameRate(quanta: UInt32)
  /// The drop-frame flag is set with a whole rate, at which labels already keep up with real time.
  case dropFrameWholeRate(quanta: UInt32)
  /// Flag bits that no specification names are set.
  case unknownFlags(UInt32)
  /// The frame number is negative, but the format does not allow that.
  case negative(Int64)
  /// The frame number is 24 hours or more from zero, but labels wrap at 24 hours.
  case over24Hours(Int64)

  /// The stable name of the diagnostic rule.
  package var ruleID: String {
    switch self {
    case .frameDuration: "timecode-frame-duration"
    case .quantaZero: "timecode-quanta-zero"
    case .quantaFloor: "timecode-quanta-floor"
    case .quantaRate: "timecode-quanta-rate"
    case .dropFrameRate: "timecode-drop-frame-rate"
    case .dropFrameWholeRate: "timecode-drop-frame-whole-rate"
    case .unknownFlags: "timecode-unknown-flags"
    case .negative: "timecode-negative"
    case .over24Hours: "timecode-over-24-hours"
    }
  }

  /// Whether it is about the number of labels per second.
  var isAboutQuanta: Bool {
    switch self {
    case .quantaZero, .quantaFloor, .quantaRate: true
    default: false
    }
  }

  /// One sentence for people to read, without a full stop.
  package var message: String {
    switch self {
    case .frameDuration:
      "the frame duration is not positive, so frames have no time"
    case .quantaZero(used: 0):
      "the frame quanta is 0 and there is no usable rate, so only frame numbers can be shown"
    case .quantaZero(let used):
      "the frame quanta is 0; counting \(used) frames per second, from the frame duration"
    case .quantaFloor(let declared, let used):
      "the frame quanta is \(declared), the frame rate truncated to a whole number; "
        + "counting \(used) frames per second"
    case .quantaRate(let declared, let frame):
      "the frame quanta is \(declared), but the frame duration gives \(Self.perSecond(frame)) frames per "
        + "second, so timecode runs \(Self.speed(declared, frame)) as real time"
    case .dropFrameRate(let quanta):
      "the drop-frame flag is set, but drop frame is not defined for \(quanta) labels per second, so "
        + "none are dropped"
    case .dropFrameWholeRate(let quanta):
      "the drop-frame flag is set at exactly \(quanta) frames per second (not "
        + "\(decimal(UInt128(quanta) * 1000, over: 1001, places: 2))), so timecode runs faster than "
        + "real time"
    case .unknownFlags(let bits):
      "unknown flag bits: 0x\(String(bits, radix: 16))"
    case .negative(let number):
      "frame number \(number) is negative, which the flags do not allow"
    case .over24Hours(let number):
      "frame number \(number) is 24 hours or more from zero, although labels wrap at 24 hours"
    }
  }

  /// How many of a positive length a second has, as a decimal number of three significant digits or more.
  private static func perSecond(_ length: MediaTime) -> String {
    let (second, length) = (
      UInt128(length.timescale.magnitude), UInt128(max(1, length.value.magnitude))
    )
    var places = 3
    var part = second * 10
    while part < length, places < 18 { (part, places) = (part * 10, places + 1) }
    return decimal(second, over: length, places: places)
  }

  /// How fast timecode runs that counts this many frames in a second, as in "2 times as fast".
  package static func speed(_ quanta: UInt32, _ frame: MediaTime) -> String {
    let second = UInt128(max(1, frame.timescale.magnitude))
    let counted = UInt128(max(1, frame.value.magnitude)) * UInt128(max(1, quanta))
    return second < counted
      ? "\(decimal(counted, over: second, places: 2)) times as slow"
      : "\(decimal(second, over: counted, places: 2)) times as fast"
  }
}

extension TimecodeFormat {
  /// What is odd about this format. The quanta and the rate of a counter are not checked.
  package var oddities: [TimecodeOddity] {
    var found: [TimecodeOddity] = []
    if flags.unknown != [] { found.append(.unknownFlags(flags.unknown.rawValue)) }
    if isCounter { return found }
    let hasRate = frameDuration.isNumeric && frameDuration.value > 0
    if !hasRate { found.append(.frameDuration) }
    if frameQuanta == 0 {
      found.append(.quantaZero(used: labelQuanta))
    } else if isQuantaCutFromRate {
      found.append(.quantaFloor(declared: frameQuanta, used: labelQuanta))
    } else if hasRate, nominalQuanta != frameQuanta {
      found.append(.quantaRate(declared: frameQuanta, frameDuration: frameDuration))
    }
    if isDropFrame, labelQuanta > 0 {
      if framesDroppedPerMinute == 0 {
        found.append(.dropFrameRate(quanta: labelQuanta))
      } else if frameDuration.multiplied(by: Int64(labelQuanta))
        == MediaTime(value: 1, timescale: 1)
      {
        found.append(.dropFrameWholeRate(quanta: labelQuanta))
      }
    }
    return found
  }

  /// Returns what is odd about a frame number in this format.
  package func oddities(ofFrameNumber number: Int64) -> [TimecodeOddity] {
    guard !isCounter else { return [] }
    var found: [TimecodeOddity] = []
    if number < 0, !flags.contains(.negativeTimesOK) { found.append(.negative(number)) }
    if flags.contains(.wraps24Hours), framesPerDay > 0, number.magnitude >= framesPerDay.magnitude {
      found.append(.over24Hours(number))
    }
    return found
  }
}
