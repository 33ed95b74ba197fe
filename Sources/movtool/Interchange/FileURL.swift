import MovKit

extension FilePath {
  /// The path as a `file:` URL (RFC 8089), counted from the root; nil if it is standard input, or the working
  /// folder is not known.
  var fileURL: String? {
    if isStandardStream { return nil }
    guard !isAbsolute else { return Self.url(of: bytes) }
    return Process.workingFolder.map { Self.url(of: $0.appending(bytes).bytes) }
  }

  private var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

  private static func url(of path: [UInt8]) -> String {
    var url = "file://"
    for byte in path {
      let character = Character(Unicode.Scalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || "/-._~".contains(character) {
        url.append(character)
      } else {
        url += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return url
  }
}
