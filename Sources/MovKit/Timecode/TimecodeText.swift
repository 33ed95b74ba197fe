/// A timecode as somebody wrote it: hours, minutes, seconds and frames, after a minus sign if it is
/// negative.
///
/// Only the form is checked; a `TimecodeFormat` decides whether such a label exists.
package struct TimecodeText: Hashable, Sendable {
  /// The label that was written.
  package var timecode: Timecode
  /// What the character before the frames says: true for `;` and `,`, false for `:`. Nil for `.`,
  /// which some use for drop-frame and TN2310 uses for the opposite.
  package var separatorSaysDropFrame: Bool?

  /// Reads `HH:MM:SS:FF`. The last separator may be `:`, `;`, `,` or `.`; if it is `;`, the others
  /// may be `;` too. Parts may have any number of digits.
  ///
  /// - Throws: `TimecodeError.notATimecode` if the text has another form.
  package init(_ text: String) throws(TimecodeError) {
    var rest = text.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    var numbers: [Int] = []
    var separators: [UInt8] = []
    while true {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard !digits.isEmpty, let number = Int(String(Substring(digits))) else {
        throw .notATimecode(text)
      }
      numbers.append(number)
      rest = rest.dropFirst(digits.count)
      guard let separator = rest.popFirst() else { break }
      separators.append(separator)
      guard numbers.count < 4 else { throw .notATimecode(text) }
    }
    guard numbers.count == 4, let last = separators.last else { throw .notATimecode(text) }
    switch last {
    case UInt8(ascii: ":"): separatorSaysDropFrame = false
    case UInt8(ascii: ";"), UInt8(ascii: ","): separatorSaysDropFrame = true
    case UInt8(ascii: "."): separatorSaysDropFrame = nil
    default: throw .notATimecode(text)
    }
    let colons = separators.dropLast().allSatisfy { $0 == UInt8(ascii: ":") }
    let semicolons = separators.allSatisfy { $0 == UInt8(ascii: ";") }
    guard colons || semicolons else { throw .notATimecode(text) }
    timecode = Timecode(
      isNegative: isNegative, hours: numbers[0], minutes: numbers[1], seconds: numbers[2],
      frames: numbers[3])
  }
}
