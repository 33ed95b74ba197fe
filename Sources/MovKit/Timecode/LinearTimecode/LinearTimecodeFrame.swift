/// One frame of linear timecode (LTC) as it is recorded in audio: 80 bits, of which this holds the
/// first 64. The other 16 are the sync word (SMPTE ST 12-1, "Linear time code").
///
/// All 64 bits have a meaning, so any value is a frame; `label` says whether its time exists.
public struct LinearTimecodeFrame: Hashable, Sendable {
  /// The bits before the sync word. The first one in the audio is the lowest.
  public var bits: UInt64

  /// A frame of these bits, the first one in the audio the lowest.
  public init(bits: UInt64 = 0) { self.bits = bits }

  /// The sync word as the bits 64 to 79 of the frame: two zeros, twelve ones, a zero and a one.
  static let syncWord: UInt16 = 0b1011_1111_1111_1100

  // MARK: The layout

  /// A stretch of bits with one meaning.
  private struct Field {
    var first: UInt64
    var width: UInt64
    var mask: UInt64 { (1 << width) - 1 }
  }

  private enum Layout {
    static let frames = (units: Field(first: 0, width: 4), tens: Field(first: 8, width: 2))
    static let dropFrame = Field(first: 10, width: 1)
    static let colorFrame = Field(first: 11, width: 1)
    static let seconds = (units: Field(first: 16, width: 4), tens: Field(first: 24, width: 3))
    static let minutes = (units: Field(first: 32, width: 4), tens: Field(first: 40, width: 3))
    static let hours = (units: Field(first: 48, width: 4), tens: Field(first: 56, width: 2))
    /// The three flags that follow the tens of seconds, minutes and hours, and the one that does
    /// not change its place. Their meaning depends on the rate.
    static let flag27 = Field(first: 27, width: 1)
    static let flag43 = Field(first: 43, width: 1)
    static let flag58 = Field(first: 58, width: 1)
    static let flag59 = Field(first: 59, width: 1)

    /// The user bits: 8 groups of 4.
    static func userBits(_ group: UInt64) -> Field { Field(first: 4 + 8 * group, width: 4) }
  }

  private subscript(_ field: Field) -> UInt64 {
    get { bits >> field.first & field.mask }
    set {
      bits &= ~(field.mask << field.first)
      bits |= (newValue & field.mask) << field.first
    }
  }

  private func isSet(_ field: Field) -> Bool { self[field] != 0 }

  // MARK: The time

  /// The label; nil if a digit is not decimal or the time does not exist: hours are 0 to 23, minutes
  /// and seconds 0 to 59, frames 0 to 29.
  public var label: Timecode? {
    func number(_ parts: (units: Field, tens: Field), below limit: Int) -> Int? {
      let units = self[parts.units]
      let number = Int(clamping: self[parts.tens] * 10 + units)
      return units < 10 && number < limit ? number : nil
    }
    guard let hours = number(Layout.hours, below: 24),
      let minutes = number(Layout.minutes, below: 60),
      let seconds = number(Layout.seconds, below: 60),
      let frames = number(Layout.frames, below: 30)
    else { return nil }
    return Timecode(hours: hours, minutes: minutes, seconds: seconds, frames: frames)
  }

  /// Whether the flag says that labels skip frame numbers.
  public var isDropFrame: Bool { isSet(Layout.dropFrame) }

  /// Whether the flag says that the frames are in step with the colour fields of analogue video.
  public var isColorFrame: Bool { isSet(Layout.colorFrame) }

  // MARK: Flags whose place depends on the rate

  /// The binary group flags: how the user bits are to be read. The value has flag 0 as its lowest
  /// bit and flag 2 as its highest.
  ///
  /// - Parameter quanta: The frames per second of labels. With 25, flags 0 and 2 have other places.
  public func binaryGroupFlags(quanta: UInt32) -> UInt8 {
    let (zero, two) =
      quanta == 25 ? (Layout.flag27, Layout.flag43) : (Layout.flag43, Layout.flag59)
    return UInt8(truncatingIfNeeded: self[zero] | self[Layout.flag58] << 1 | self[two] << 2)
  }

  /// Returns the bit that makes the number of ones of the frame even, so that all frames begin with
  /// the same polarity. Many generators leave it 0.
  ///
  /// - Parameter quanta: The frames per second of labels. With 25, the bit has another place.
  public func polarityCorrection(quanta: UInt32) -> Bool {
    isSet(quanta == 25 ? Layout.flag59 : Layout.flag27)
  }

  /// Whether the number of ones in the frame, with its sync word, is even.
  public var isEven: Bool { (bits.nonzeroBitCount + Self.syncWord.nonzeroBitCount) % 2 == 0 }

  // MARK: User bits

  /// The user bits: 8 groups of 4 bits, the first group in the lowest bits.
  public var userBits: UInt32 {
    get { (0..<8).reduce(0) { $0 | UInt32(self[Layout.userBits($1)]) << UInt32(4 * $1) } }
    set {
      for group in 0..<8 as Range<UInt64> {
        self[Layout.userBits(group)] = UInt64(newValue >> UInt32(4 * group))
      }
    }
  }

  // MARK: Making frames

  /// A frame with a label and the drop-frame flag, and all other bits 0. Nil if the label needs more
  /// digits than a frame has.
  init?(_ label: Timecode, isDropFrame: Bool = false) {
    self.init()
    for (number, parts) in [
      (label.hours, Layout.hours), (label.minutes, Layout.minutes),
      (label.seconds, Layout.seconds), (label.frames, Layout.frames),
    ] {
      guard let number = UInt64(exactly: number), number < 100, number / 10 <= parts.1.mask
      else { return nil }
      self[parts.0] = number % 10
      self[parts.1] = number / 10
    }
    self[Layout.dropFrame] = isDropFrame ? 1 : 0
    guard self.label != nil, !label.isNegative else { return nil }
  }
}
