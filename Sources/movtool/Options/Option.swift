import MovKit

/// An option as help and parsing see it.
struct OptionDeclaration: Sendable {
  /// With their dashes; the first is the one that messages and the usage line name.
  let names: [String]
  /// What stands for the value in help; nil where the option takes none.
  let placeholder: String?
  let help: String
  /// The form of a value, as it completes "expected …".
  var expected = ""
  var isRequired = false
  /// A required option may be left out when this one is given.
  var requiredUnless: String?
  /// Whether it, or one that contradicts it, is required.
  var isOneRequired = false
  /// Given more than once, all values count.
  var repeats = false
  /// First names of the options that contradict this one.
  var excludes: [String] = []
  /// What the command does with the file that the value names; nil where it names none.
  var role: PathRole?
  /// What a shell can offer for the value.
  var completion = Completion.nothing
  /// Throws where a value cannot be right.
  let check: @Sendable ([UInt8]) throws(BadValue) -> Void

  var name: String { names.first ?? "" }

  /// The first thing that help says: half a line.
  var summary: String {
    let ends = ["; ", ". ", " (", ", or "]
    let end = help.indices.first { place in ends.contains { help[place...].hasPrefix($0) } }
    return String(help[..<(end ?? help.endIndex)])
  }
}

/// Why a value of an option is refused. Without a reason, the form that was expected says enough.
struct BadValue: Error, Equatable {
  var reason: String?

  init(_ reason: String? = nil) { self.reason = reason }
}

/// What a shell can offer for an argument.
enum Completion: Equatable, Sendable {
  case nothing
  case files
  case words([String])
}

/// An option whose value is a `Value`; a command asks for it with `arguments[option]`.
struct Option<Value: Sendable>: Sendable {
  var declaration: OptionDeclaration
  let parse: @Sendable ([UInt8]) throws(BadValue) -> Value

  private init(
    _ names: [String], _ placeholder: String?, _ help: String, expected: String,
    completion: Completion = .nothing,
    parse: @escaping @Sendable ([UInt8]) throws(BadValue) -> Value
  ) {
    declaration = OptionDeclaration(
      names: names, placeholder: placeholder, help: help, expected: expected,
      completion: completion,
      check: { (value) throws(BadValue) in _ = try parse(value) })
    self.parse = parse
  }

  /// `parse` gets text: an argument that is not UTF-8 is refused before.
  init(
    _ names: String..., placeholder: String, expected: String, help: String,
    completion: Completion = .nothing,
    parse: @escaping @Sendable (String) throws(BadValue) -> Value
  ) {
    self.init(names, placeholder, help, expected: expected, completion: completion) {
      (bytes) throws(BadValue) in
      guard let text = String(validating: bytes, as: UTF8.self) else { throw BadValue() }
      return try parse(text)
    }
  }

  func required(unless other: String? = nil) -> Option {
    var copy = self
    copy.declaration.isRequired = true
    copy.declaration.requiredUnless = other
    return copy
  }

  /// Required, unless one that contradicts it is given; the command checks that.
  func orAnother() -> Option {
    var copy = self
    copy.declaration.isOneRequired = true
    return copy
  }

  func repeating() -> Option {
    var copy = self
    copy.declaration.repeats = true
    return copy
  }

  func excluding(_ names: String...) -> Option {
    var copy = self
    copy.declaration.excludes = names
    return copy
  }
}

extension Option where Value == Bool {
  /// An option without a value.
  static func flag(_ names: String..., help: String) -> Option {
    Option(names, nil, help, expected: "") { _ in true }
  }
}

extension Option where Value == FilePath {
  static func path(
    _ names: String..., role: PathRole, placeholder: String, help: String
  ) -> Option {
    var option = Option(
      names, placeholder, help, expected: "a file name", completion: .files
    ) { (bytes) throws(BadValue) in
      guard !bytes.isEmpty, !bytes.contains(0) else { throw BadValue() }
      return FilePath(bytes: bytes)
    }
    option.declaration.role = role
    return option
  }
}

extension Option where Value == String {
  /// Any text; what it means is for the command to check.
  static func text(
    _ names: String..., placeholder: String, expected: String, help: String,
    check: @escaping @Sendable (String) throws(BadValue) -> Void = { _ in }
  ) -> Option {
    Option(names, placeholder, help, expected: expected) { (bytes) throws(BadValue) in
      guard let text = String(validating: bytes, as: UTF8.self) else { throw BadValue() }
      try check(text)
      return text
    }
  }
}

extension Option where Value: CaseIterable & RawRepresentable<String> {
  /// One of a few words.
  static func choice(_ name: String, help: String) -> Option {
    let words = Value.allCases.map(\.rawValue)
    return Option(
      name, placeholder: words.joined(separator: "|"),
      expected: words.alternatives, help: help, completion: .words(words)
    ) { (text) throws(BadValue) in
      guard let value = Value(rawValue: text) else { throw BadValue() }
      return value
    }
  }
}

extension [String] {
  /// `auto, always or never`.
  fileprivate var alternatives: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}

extension Option where Value == Int {
  /// A whole number in `range`.
  static func number(
    _ name: String, placeholder: String = "N", in range: ClosedRange<Int>, help: String
  ) -> Option {
    let expected =
      range.upperBound == .max
      ? "a whole number, \(range.lowerBound) or more"
      : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return Option(name, placeholder: placeholder, expected: expected, help: help) {
      (text) throws(BadValue) in
      guard let number = wholeNumber(text), range.contains(number) else { throw BadValue() }
      return number
    }
  }
}

/// As many as `N`, or all.
enum Amount: Equatable, Sendable {
  case atMost(Int)
  case all
}

extension Option where Value == Amount {
  static func amount(_ name: String, help: String) -> Option {
    Option(
      name, placeholder: "N|all", expected: "a whole number or 'all'", help: help,
      completion: .words(["all"])
    ) { (text) throws(BadValue) in
      if text == "all" { return .all }
      guard let number = wholeNumber(text) else { throw BadValue() }
      return .atMost(number)
    }
  }
}
