/// A number of 64 bits with the least significant byte first.
struct LittleEndianNumber: FieldBytes {
  var bytes: Bytes
  init(bytes: Bytes) { self.bytes = bytes }
  init(_ number: UInt64) {
    bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }[...]
  }

  /// The number; 0 if there are not 8 bytes.
  var number: UInt64 { bytes.count == 8 ? bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } : 0 }
  var fieldValue: FieldValue { .unsigned(number) }

  func taking(_ given: FieldValue, count: Int?) -> LittleEndianNumber? {
    given.givenInteger.flatMap { UInt64(exactly: $0) }.map { LittleEndianNumber($0) }
  }

  var expectation: String? { "a number from 0 to \(UInt64.max)" }
}

/// A time of Windows (FILETIME): tenths of a microsecond since the start of 1601, UTC, with the least significant byte
/// first.
struct WindowsFileTime: FieldBytes {
  private var ticks: LittleEndianNumber
  init(bytes: Bytes) { ticks = LittleEndianNumber(bytes: bytes) }
  var bytes: Bytes { ticks.bytes }

  private static let from1601To1904 =
    UInt64(
      CivilDate.daysSince1970(year: 1904, month: 1, day: 1)
        - CivilDate.daysSince1970(year: 1601, month: 1, day: 1)) * 86_400

  /// The date in ISO 8601; nil up to the start of 1904.
  private var iso8601: String? {
    let (seconds, rest) = ticks.number.quotientAndRemainder(dividingBy: 10_000_000)
    guard seconds > Self.from1601To1904 else { return nil }
    return MacDate(rawValue: seconds - Self.from1601To1904).iso8601(nanoseconds: rest * 100)
  }

  var fieldValue: FieldValue {
    .meaning(
      .unsigned(ticks.number), name: "date", text: iso8601,
      absence: ticks.number == 0 ? "not set" : nil)
  }

  /// Takes a date of whole seconds, or the number.
  func taking(_ given: FieldValue, count: Int?) -> WindowsFileTime? {
    if let date = given.givenText.flatMap({ MacDate(iso8601: $0) }) {
      let (ticks, isBeyond) = (date.rawValue + Self.from1601To1904)
        .multipliedReportingOverflow(by: 10_000_000)
      return isBeyond ? nil : WindowsFileTime(bytes: LittleEndianNumber(ticks).bytes)
    }
    return ticks.taking(given, count: count).map { WindowsFileTime(bytes: $0.bytes) }
  }

  var expectation: String? {
    "a date of whole seconds such as 2025-01-01T00:00:00Z, or a number of tenths of a microsecond since 1601"
  }
}

/// A UUID as Windows stores it (GUID): its first three numbers with the least significant byte first.
struct WindowsUUID: FieldBytes {
  var bytes: Bytes
  init(bytes: Bytes) { self.bytes = bytes }

  /// The bytes in the order of the other form.
  private static func reordered(_ bytes: Bytes) -> Bytes {
    guard bytes.count == 16 else { return bytes }
    let order = [3, 2, 1, 0, 5, 4, 7, 6] + Array(8..<16)
    return order.map { bytes[bytes.startIndex + $0] }[...]
  }

  var fieldValue: FieldValue { .text(uuidText(Self.reordered(bytes))) }

  func taking(_ given: FieldValue, count: Int?) -> WindowsUUID? {
    guard let bytes = given.givenText.flatMap(uuidBytes), bytes.count == 16 else { return nil }
    return WindowsUUID(bytes: Self.reordered(bytes))
  }

  var expectation: String? { "a UUID such as edef8ba9-79d6-4ace-a3c8-27dcd51d21ed" }
}
