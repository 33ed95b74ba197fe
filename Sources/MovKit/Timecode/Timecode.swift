/// A timecode label: what is shown for a frame.
///
/// The parts are stored as given; a `TimecodeFormat` decides which labels can occur.
public struct Timecode: Hashable, Sendable {
  /// Whether the label has a minus sign.
  public var isNegative: Bool
  /// The hours, from 0; above 23 only if the format does not wrap at 24 hours.
  public var hours: Int
  /// The minutes, 0 to 59.
  public var minutes: Int
  /// The seconds, 0 to 59.
  public var seconds: Int
  /// The frames, from 0 up to, but without, the quanta of the format.
  public var frames: Int

  /// A label of these parts, which are not checked.
  public init(isNegative: Bool = false, hours: Int, minutes: Int, seconds: Int, frames: Int) {
    self.isNegative = isNegative
    self.hours = hours
    self.minutes = minutes
    self.seconds = seconds
    self.frames = frames
  }

  /// Returns `HH:MM:SS:FF`, with `;` before the frames if `dropFrame` is true and a minus sign
  /// before a negative label. Hours have at least two digits. Frames have as many digits as the
  /// largest frame number of a second at `quanta` needs, and at least two.
  public func text(dropFrame: Bool, quanta: UInt32) -> String {
    // Without a string for each part, because tracks have a label for each frame.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    if isNegative { bytes.append(UInt8(ascii: "-")) }
    bytes.append(decimal: hours, digits: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(decimal: minutes, digits: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(decimal: seconds, digits: 2)
    bytes.append(UInt8(ascii: dropFrame ? ";" : ":"))
    var frameDigits = 2
    var rest = (max(1, quanta) - 1) / 100
    while rest > 0 {
      frameDigits += 1
      rest /= 10
    }
    bytes.append(decimal: frames, digits: frameDigits)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Timecode: LosslessStringConvertible {
  /// A label written as `HH:MM:SS:FF`, after a minus sign if it is negative. The last separator may be `:`, `;`,
  /// `,` or `.`; which one it is, and so whether labels are drop frame, is the format's matter. Parts may have any
  /// number of digits. Nil if the text has another form; `TimecodeFormat.frameNumber(parsing:)` says why.
  public init?(_ text: String) {
    guard let written = try? TimecodeText(text) else { return nil }
    self = written.timecode
  }

  /// `HH:MM:SS:FF`, with a minus sign before a negative label. `TimecodeFormat.text(_:)` writes a label as its
  /// format does, such as `01:00:00;00`.
  public var description: String { text(dropFrame: false, quanta: 0) }
}

extension Timecode: Codable {
  /// Reads a text that `init(_:)` accepts.
  public init(from decoder: any Decoder) throws {
    try self.init(textFrom: decoder, "a timecode")
  }

  /// Writes the text that `description` returns. Throws `EncodingError` if a part is below 0.
  public func encode(to encoder: any Encoder) throws {
    try encodeText(to: encoder, "a timecode")
  }
}
