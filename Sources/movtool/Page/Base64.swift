/// Base64 with padding (RFC 4648, 4).
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the number of characters for a number of bytes.
  static func length(of count: Int) -> Int { (count + 2) / 3 * 4 }

  /// Appends the text of bytes.
  static func append(_ bytes: some Sequence<UInt8>, to text: inout [UInt8]) {
    var group: UInt32 = 0
    var count = 0
    func digit(_ place: UInt32) -> UInt8 { digits[Int(group >> (18 - 6 * place) & 0x3F)] }
    for byte in bytes {
      group |= UInt32(byte) << UInt32(16 - 8 * count)
      count += 1
      guard count == 3 else { continue }
      for place in 0..<4 as Range<UInt32> { text.append(digit(place)) }
      (group, count) = (0, 0)
    }
    guard count > 0 else { return }
    for place in 0...UInt32(count) { text.append(digit(place)) }
    text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 3 - count))
  }

  static func text(of bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
