extension LosslessStringConvertible {
  /// Reads a value that was encoded as its text. `kind` is what it is called in the error.
  init(textFrom decoder: any Decoder, _ kind: String) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not \(kind)")
    }
    self = value
  }
}

extension Encodable where Self: LosslessStringConvertible & Equatable {
  /// Writes the text of the value. `kind` is what it is called in the error, which is thrown if the text does
  /// not say all of it.
  func encodeText(to encoder: any Encoder, _ kind: String) throws {
    guard Self(description) == self else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "\(description) is not \(kind)"))
    }
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
