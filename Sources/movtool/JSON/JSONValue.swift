import MovKit

/// A value of a JSON document, and where it begins.
struct JSONValue: Equatable {
  enum Content: Equatable {
    case null
    case bool(Bool)
    /// A number as it is written, so that nothing of it is lost.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// The members in their order. No name occurs twice.
    case object([Member])
  }

  struct Member: Equatable {
    let name: String
    let value: JSONValue
  }

  let content: Content
  /// The number of bytes of the input before the value.
  let offset: Int
}

extension JSONValue {
  /// Returns the member of an object by its name; nil if there is none, or if this is no object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The elements of an array; nil if this is none.
  var elements: [JSONValue]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  /// The text of a string; nil if this is none.
  var text: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// The value of `true` and `false`; nil if this is neither.
  var flag: Bool? {
    if case .bool(let flag) = content { flag } else { nil }
  }

  /// What is wrong with the value.
  func problem(_ reason: String) -> JSONReader.Problem {
    JSONReader.Problem(reason: reason, offset: offset)
  }

  var isNull: Bool { content == .null }

  /// Returns a number that is whole, is written without a fraction and an exponent, and fits into
  /// `type`; nil otherwise.
  func integer<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
    guard case .number(let digits) = content else { return nil }
    return Number(digits)
  }
}
