import MovKit

extension [UInt8] {
  /// Whether the bytes begin as an object or an array of JSON, perhaps after a byte order mark. Atoms that do are
  /// longer than 100 MB, also those that begin so in UTF-16.
  var isLikeJSON: Bool {
    let first = withoutByteOrderMark.first { !$0.isSpace }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}

extension UInt8 {
  /// Whether it is a space, a tab or the end of a line.
  var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
