/// A path as the system knows it: bytes, which need not be UTF-8.
public struct FilePath: Hashable, Sendable {
  public var bytes: [UInt8]

  public init(_ string: String) { bytes = Array(string.utf8) }

  public init(bytes: [UInt8]) { self.bytes = bytes }
}

extension FilePath: CustomStringConvertible {
  /// The path for a reader: bytes that are no UTF-8 show as U+FFFD, and control characters are
  /// escaped (`\x1b`), so that a name cannot command a terminal or break a line.
  public var description: String {
    var text = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0:
        text += (scalar.value < 16 ? "\\x0" : "\\x") + String(scalar.value, radix: 16)
      case 0x2028, 0x2029:
        text += "\\u{" + String(scalar.value, radix: 16) + "}"
      default:
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
