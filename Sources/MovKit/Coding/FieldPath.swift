/// The path of a value within the fields of an atom: `duration`, `entries[2].media_time`.
public struct FieldPath: Hashable, Sendable, LosslessStringConvertible {
  /// One part of a path.
  public enum Step: Hashable, Sendable {
    /// The member of a name.
    case name(String)
    /// The row or the element at an index, from 0.
    case index(Int)
  }

  /// The parts, of which the first is a name.
  public var steps: [Step]

  /// Creates a path of parts, of which the first must be a name.
  public init(_ steps: [Step]) { self.steps = steps }

  /// A path written as `entries[2].media_time`; nil if the text is none.
  public init?(_ text: String) {
    steps = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
      guard let name = pieces.first, !name.isEmpty, !name.contains("]") else { return nil }
      steps.append(.name(String(name)))
      for piece in pieces.dropFirst() {
        let digits = piece.dropLast()
        guard piece.last == "]", let index = Int(digits),
          digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        steps.append(.index(index))
      }
    }
  }

  public var description: String {
    steps.enumerated().map { place, step in
      switch step {
      case .name(let name): place == 0 ? name : ".\(name)"
      case .index(let index): "[\(index)]"
      }
    }.joined()
  }
}

extension FieldPath: ExpressibleByStringLiteral {
  /// Creates a path from a text that `init(_:)` accepts. Any other literal is a mistake in the program and
  /// stops it.
  public init(stringLiteral text: String) {
    guard let path = FieldPath(text) else { preconditionFailure("not a path: \(text)") }
    self = path
  }
}

extension [Field] {
  /// Sets the value at a path. The rest of the field that it is in is as in `shown`, unless the field
  /// was set before.
  ///
  /// - Parameters:
  ///   - path: The path of the value, which begins with the name of a field.
  ///   - value: The new value.
  ///   - shown: All fields of the atom as it is by now (`MovieEditor.description(ofAtomAt:)`). Those of the file
  ///     would undo what the editor has changed in the same field before.
  /// - Throws: `FormatError` if there is no such value.
  public mutating func set(
    _ path: FieldPath, to value: FieldValue, in shown: [Field]
  ) throws(FormatError) {
    guard case .name(let name)? = path.steps.first else {
      throw FormatError(.invalidValue("'\(path)' does not begin with the name of a field"))
    }
    let rest = path.steps.dropFirst()
    var whole = value
    if !rest.isEmpty {
      guard let old = self.value(named: name) ?? shown.value(named: name) else {
        throw Filler.unknown(name, among: shown.map(\.name))
      }
      do { whole = try old.replacing(rest, by: value) } catch { throw error.inside("\(path)") }
    }
    if let place = firstIndex(where: { $0.name == name }) {
      self[place].value = whole
    } else {
      append(Field(name, whole))
    }
  }
}

extension [Field] {
  /// Returns the value at a path; nil if there is none.
  public func value(at path: FieldPath) -> FieldValue? {
    guard case .name(let name)? = path.steps.first, var value = self.value(named: name) else {
      return nil
    }
    for step in path.steps.dropFirst() {
      let inner: FieldValue?
      switch step {
      case .name(let name): inner = value.givenFields?.value(named: name)
      case .index(let index):
        inner = value.givenRows.flatMap { index >= 0 && index < $0.count ? $0.row(index) : nil }
      }
      guard let inner else { return nil }
      value = inner
    }
    return value
  }
}

extension FieldValue {
  /// Returns the value with another one at a path in it.
  fileprivate func replacing(
    _ steps: ArraySlice<FieldPath.Step>, by value: FieldValue
  ) throws(FormatError) -> FieldValue {
    guard let step = steps.first else { return value }
    let rest = steps.dropFirst()
    switch step {
    case .name(let name):
      guard var fields = givenFields else { throw Filler.unknown(name) }
      guard let place = fields.firstIndex(where: { $0.name == name }) else {
        throw Filler.unknown(name, among: fields.map(\.name))
      }
      fields[place].value = try fields[place].value.replacing(rest, by: value)
      return .fields(fields)
    case .index(let index):
      guard let rows = givenRows else {
        throw FormatError(.invalidValue("the value has no rows"))
      }
      guard index >= 0, index < rows.count else {
        throw FormatError(
          .invalidValue(
            rows.count == 1
              ? "the table has 1 row, row 0" : "the table has \(rows.count) rows, counted from 0"))
      }
      let new = try rows.row(index).replacing(rest, by: value)
      return .rows(FieldValue.Rows(count: rows.count) { $0 == index ? new : rows.row($0) })
    }
  }
}
