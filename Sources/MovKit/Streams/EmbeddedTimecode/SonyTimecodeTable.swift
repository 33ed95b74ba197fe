/// The changes of timecode that Sony's cameras list in their XML (`LtcChangeTable`), which is in the
/// movie's `meta` and in a file beside it.
struct SonyTimecodeTable: Equatable, Sendable {
  /// A change of the timecode at a frame.
  struct Change: Equatable, Sendable {
    /// The frame of the clip, from 0.
    var frame: Int64
    /// The label of that frame.
    var label: EmbeddedLabel
    /// Whether the frame is the last of the clip.
    var isEnd: Bool
  }

  /// The number of labels per second: `tcFps`, doubled if each label of the time code stands for two
  /// frames (`halfStep`); nil if it is not given.
  var quanta: UInt32?
  /// The changes, as far as they can be read.
  var changes: [Change] = []

  /// Reads a document; nil if it has no such table.
  init?(_ xml: Bytes) {
    var isInside = false
    var hasTable = false
    var isHalf = false
    for token in XMLTokens(xml) {
      guard case .open(let name, let attributes, let isEmpty) = token else {
        if token == .close("LtcChangeTable") { isInside = false }
        continue
      }
      switch name {
      case "LtcChangeTable" where !hasTable:
        (isInside, hasTable) = (!isEmpty, true)
        isHalf = attributes["halfStep"] == "true"
        quanta = attributes["tcFps"].flatMap { UInt32($0) }.flatMap {
          (1...255).contains($0) ? $0 * (isHalf ? 2 : 1) : nil
        }
      case "LtcChange" where isInside:
        guard let frame = attributes["frameCount"].flatMap({ Int64($0) }), frame >= 0,
          let label = attributes["value"].flatMap({ Self.label($0, isHalf: isHalf, quanta) })
        else { continue }
        changes.append(Change(frame: frame, label: label, isEnd: attributes["status"] == "end"))
      default: continue
      }
    }
    guard hasTable else { return nil }
  }

  /// Reads eight hexadecimal digits: frames, seconds, minutes and hours of ST 12-1 with its flags.
  /// The flags can make a digit hexadecimal.
  ///
  /// With `halfStep`, the frame is twice the number, and one more if the field mark is set: bit 7 of
  /// the seconds, or of the hours at a multiple of 25.
  private static func label(_ text: String, isHalf: Bool, _ quanta: UInt32?) -> EmbeddedLabel? {
    guard text.utf8.count == 8, text.utf8.allSatisfy({ UInt8(ascii: "+") != $0 }),
      let word = UInt32(text, radix: 16)
    else { return nil }
    func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: word >> shift) }
    guard
      var label = EmbeddedLabel(
        frames: byte(24), seconds: byte(16), minutes: byte(8), hours: byte(0))
    else { return nil }
    if isHalf {
      let mark = (quanta ?? 60) % 25 == 0 ? byte(0) : byte(16)
      label.timecode.frames = 2 * label.timecode.frames + Int(mark >> 7)
    }
    return label
  }
}
