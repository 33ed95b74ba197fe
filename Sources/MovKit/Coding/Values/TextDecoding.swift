/// Returns the end of the zero that ends a text, which has two bytes if the text begins with a byte order mark of
/// UTF-16; nil if there is none.
func endOfTerminatedText(_ bytes: Bytes) -> Int? {
  guard bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) else {
    return bytes.firstIndex(of: 0).map { $0 + 1 }
  }
  var index = bytes.startIndex
  while bytes.endIndex - index >= 2 {
    if bytes[index] == 0, bytes[index + 1] == 0 { return index + 2 }
    index += 2
  }
  return nil
}

/// Returns the end of the zero that ends a text, as `endOfTerminatedText` does. A byte order mark may also end by a
/// zero of one byte, if only then what comes after it can be.
/// - Parameter fits: Whether bytes can be what comes after the text.
func endOfTerminatedText(_ bytes: Bytes, before fits: (Bytes) -> Bool) -> Int? {
  let end = endOfTerminatedText(bytes)
  guard bytes.starts(with: [0xFE, 0xFF, 0]) || bytes.starts(with: [0xFF, 0xFE, 0]) else {
    return end
  }
  if let end, fits(bytes[end...]) { return end }
  let narrow = bytes.startIndex + 3
  return fits(bytes[narrow...]) ? narrow : end
}

/// Decodes text of unknown encoding: UTF-16 if it has a byte order mark, UTF-8 if it is valid
/// UTF-8, and otherwise MacRoman, in which all bytes are valid.
func decodeText(_ bytes: Bytes) -> String {
  guard !bytes.isEmpty else { return "" }
  if bytes.starts(with: [0xFE, 0xFF]) {
    return decodeUTF16(bytes.dropFirst(2), littleEndian: false)
  }
  if bytes.starts(with: [0xFF, 0xFE]) {
    return decodeUTF16(bytes.dropFirst(2), littleEndian: true)
  }
  return String(validating: bytes, as: UTF8.self) ?? decodeMacRoman(bytes)
}

/// Decodes UTF-16. Invalid parts become U+FFFD; an odd byte at the end is ignored.
func decodeUTF16(_ bytes: Bytes, littleEndian: Bool) -> String {
  let pairs = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2)
  let units = pairs.map { index in
    let (high, low) =
      littleEndian ? (bytes[index + 1], bytes[index]) : (bytes[index], bytes[index + 1])
    return UInt16(high) << 8 | UInt16(low)
  }
  return String(decoding: units, as: UTF16.self)
}

extension String {
  /// The text without spaces, line ends and zeros around it.
  var trimmedASCII: String {
    func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }
    let rest = utf8.drop(while: isBlank)
    guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(decoding: rest[...last], as: UTF8.self)
  }
}
