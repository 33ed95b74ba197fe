/// Text in ISO/IEC 8859-1, of which each byte is a character. Zeros at its end are not shown.
public struct Latin1Bytes: FieldBytes {
  public var bytes: Bytes
  public init(bytes: Bytes) { self.bytes = bytes }

  /// The text without zeros at its end.
  public var string: String {
    var text = ""
    let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? bytes.startIndex
    for byte in bytes[..<end] { text.unicodeScalars.append(UnicodeScalar(byte)) }
    return text
  }
  public var fieldValue: FieldValue { .text(string) }

  /// Returns the text, if all its characters are in ISO/IEC 8859-1.
  public func taking(_ given: FieldValue, count: Int?) -> Latin1Bytes? {
    guard let text = given.givenText else { return nil }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else { return nil }
      bytes.append(byte)
    }
    return Latin1Bytes(bytes: bytes[...])
  }
}
