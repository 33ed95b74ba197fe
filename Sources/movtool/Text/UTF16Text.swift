import MovKit

/// Text in UTF-16, as programs of Windows write it: PowerShell, Notepad, tables as "Unicode text".
struct UTF16Text {
  /// The same in UTF-8, without a byte order mark.
  let utf8: [UInt8]
  /// Whether characters that could not be read were replaced.
  let isRepaired: Bool

  /// Nil if the bytes are no text in UTF-16.
  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    let isBig: Bool
    if let mark = Self.mark(of: bytes) {
      isBig = mark
      rest = rest.dropFirst(2)
    } else if bytes.count >= 2, bytes[0] != 0, bytes[1] == 0 {
      // Without a mark, the zero of the first ASCII character shows it.
      isBig = false
    } else {
      return nil
    }
    var units: [UInt16] = []
    units.reserveCapacity(rest.count / 2)
    var pairs = rest.makeIterator()
    while let first = pairs.next(), let second = pairs.next() {
      units.append(
        isBig ? UInt16(first) << 8 | UInt16(second) : UInt16(second) << 8 | UInt16(first))
    }
    isRepaired = String(validating: units, as: UTF16.self) == nil || rest.count % 2 != 0
    utf8 = Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Whether the byte order mark before a text says that the high byte of each character comes first; nil if
  /// there is no mark of UTF-16.
  static func mark(of bytes: some Collection<UInt8>) -> Bool? {
    if bytes.starts(with: [0xFF, 0xFE]) { return false }
    return bytes.starts(with: [0xFE, 0xFF]) ? true : nil
  }
}

extension [UInt8] {
  /// Returns the bytes of a document of JSON, which are changed only if they are UTF-16.
  /// - Throws: `Failure.problem` if not all of it can be read as UTF-16.
  func documentInUTF8(from path: FilePath) throws(Failure) -> [UInt8] {
    guard let text = UTF16Text(self) else { return self }
    guard !text.isRepaired else { throw .problem("it is not valid UTF-16", file: path) }
    return text.utf8
  }
}
