import MovKit

/// The parts of a file's name. A full stop at its beginning hides a file and makes no extension; the names of the
/// folders above have no part in it.
extension FilePath {
  /// The end of the name from its last full stop on, with capital letters made small; nil if it has none.
  var nameExtension: String? {
    let name = lastComponent
    return Self.fullStop(in: name).map {
      String(decoding: name[$0...].map(\.lowercasedASCII), as: UTF8.self)
    }
  }

  /// The name of the file without its extension.
  var stem: ArraySlice<UInt8> {
    let name = lastComponent
    return name[..<(Self.fullStop(in: name) ?? name.endIndex)]
  }

  /// The path without the extension of the file.
  var withoutExtension: FilePath {
    FilePath(bytes: Array(bytes.prefix(bytes.count - lastComponent.count + stem.count)))
  }

  /// `stem` as text.
  var baseName: String { String(decoding: stem, as: UTF8.self) }

  /// Reads a path as documents and lines show it: the bytes that `\xNN` stands for, and the characters of `\u{N}`. A
  /// backslash that begins neither is itself, as in lists that people write.
  init(shown text: String) {
    var bytes: [UInt8] = []
    var rest = Substring(text).utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      if rest.first == UInt8(ascii: "x"), let value = Self.byte(rest.dropFirst().prefix(2)) {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else if rest.starts(with: [UInt8(ascii: "u"), UInt8(ascii: "{")]),
        let end = rest.prefix(10).firstIndex(of: UInt8(ascii: "}")),
        let number = UInt32(
          String(decoding: rest.dropFirst(2).prefix(upTo: end), as: UTF8.self), radix: 16),
        let scalar = Unicode.Scalar(number)
      {
        bytes += Array(String(Character(scalar)).utf8)
        rest = rest[rest.index(after: end)...]
      } else {
        bytes.append(byte)
      }
    }
    self.init(bytes: bytes)
  }

  /// The byte of two hexadecimal digits; nil for anything else.
  private static func byte(_ digits: Substring.UTF8View) -> UInt8? {
    guard digits.count == 2, let high = digits.first?.hexadecimalValue,
      let low = digits.last?.hexadecimalValue
    else { return nil }
    return high << 4 | low
  }

  /// Where the extension of a name begins; nil if it has none.
  private static func fullStop(in name: [UInt8]) -> Int? {
    guard let place = name.lastIndex(of: UInt8(ascii: ".")), place > 0, name != [0x2E, 0x2E] else {
      return nil
    }
    return place
  }
}
