import MovKit

extension FilePath {
  /// The path as a `file:` URL (RFC 8089), counted from the root; nil if it is standard input, or the working
  /// folder is not known.
  var fileURL: String? {
    if isStandardStream { return nil }
    guard !isAbsolute else { return "file://" + percentEncoded }
    return Process.workingFolder.map { "file://" + $0.appending(bytes).percentEncoded }
  }

  /// The path as the reference of a URI (RFC 3986): relative if the path is.
  var uriReference: String { (isAbsolute ? "file://" : "") + percentEncoded }

  private var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

  /// The path with escapes for all bytes but slashes and those that a URI has unescaped ("unreserved", RFC 3986,
  /// 2.3).
  private var percentEncoded: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.append(byte)
      default: text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Substring {
  /// The bytes that a part of a URL stands for (RFC 3986, 2.1); nil if an escape is not two hexadecimal digits.
  var percentDecoded: [UInt8]? {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexadecimalValue,
        let low = rest.popFirst()?.hexadecimalValue
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
