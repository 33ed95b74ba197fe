import MovKit

/// How file offsets are printed in text. JSON has numbers.
enum OffsetNotation: Sendable {
  case decimal
  /// With `0x`.
  case hexadecimal

  func text(_ offset: UInt64) -> String {
    var text: [UInt8] = []
    append(offset, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The most characters that an offset has.
  static let mostColumns = 20

  /// Appends the same text.
  func append(_ offset: UInt64, to text: inout [UInt8]) {
    text.append(addingCapacity: Self.mostColumns) { append(offset, to: &$0) }
  }

  /// Appends the same text.
  func append(_ offset: UInt64, to text: inout OutputSpan<UInt8>) {
    guard self == .hexadecimal else { return text.append(decimal: offset) }
    text.append(0x30)
    text.append(0x78)
    for digit in (0..<Self.digits(of: offset)).reversed() {
      text.append(UInt8(offset >> UInt64(4 * digit) & 0xF).hexadecimalDigit)
    }
  }

  /// The number of characters of that text.
  func columns(of offset: UInt64) -> Int {
    self == .hexadecimal ? 2 + Self.digits(of: offset) : offset.decimalDigits
  }

  private static func digits(of offset: UInt64) -> Int {
    max(1, (67 - offset.leadingZeroBitCount) / 4)
  }
}

extension Diagnostic {
  /// The diagnostic on one line: `moov/trak[1]/mdia at 500: message`.
  func line(offsets: OffsetNotation = .decimal) -> String {
    let place = [path.isEmpty ? nil : path, offset.map { "at " + offsets.text($0) }]
      .compactMap { $0 }.joined(separator: " ")
    return place.isEmpty ? advisedMessage : "\(place): \(advisedMessage)"
  }
}
