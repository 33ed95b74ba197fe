import MovKit

/// How file offsets are printed in text. JSON has numbers.
enum OffsetNotation: Sendable {
  case decimal
  /// With `0x`.
  case hexadecimal

  func text(_ offset: UInt64) -> String {
    switch self {
    case .decimal: String(offset)
    case .hexadecimal: "0x" + String(offset, radix: 16)
    }
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
