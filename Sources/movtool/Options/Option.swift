import MovKit

/// The declaration of an option, for help and parsing.
struct OptionDeclaration: Sendable {
  /// The names with their dashes. Messages and the usage line show the first one.
  let names: [String]
  /// The placeholder of the value in help; nil if the option takes no value.
  let placeholder: String?
  let help: String
  /// The form of a value, to complete "expected …".
  var expected = ""
  var isRequired = false
  /// The name of an option that makes this required one optional when it is given.
  var requiredUnless: String?
  /// Whether this option or one that excludes it is required.
  var isOneRequired = false
  /// Whether the option may be given more than once. All its values count.
  var repeats = false
  /// The first names of the options that cannot be used together with this one.
  var excludes: [String] = []
  /// What the command does with the file that the value names; nil if the value is not a file.
  var role: PathRole?
  /// Whether a value names a file, if the option has a role.
  var namesFile: @Sendable ([UInt8]) -> Bool = { _ in true }
  /// How a shell completes the value.
  var completion = Completion.nothing
  /// Throws if a value is invalid.
  let check: @Sendable ([UInt8]) throws(BadValue) -> Void

  var name: String { names.first ?? "" }

  /// The first part of the help text, about half a line.
  var summary: String {
    let ends = ["; ", ". ", " (", ", or "]
    let end = help.indices.first { place in ends.contains { help[place...].hasPrefix($0) } }
    return String(help[..<(end ?? help.endIndex)])
  }
}

/// Why the value of an option is refused. If `reason` is nil, the message shows the expected form.
struct BadValue: Error, Equatable {
  var reason: String?

  init(_ reason: String? = nil) { self.reason = reason }
}

/// How a shell completes an argument.
enum Completion: Equatable, Sendable {
  case nothing
  case files
  case words([String])
}

/// An option whose value is a `Value`. A command reads it with `arguments[option]`.
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

  /// Declares an option with a value. `parse` receives text: an argument that is not valid UTF-8 is
  /// refused before.
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

  /// Returns this option as a required one; if `other` names an option, only unless that is given.
  func required(unless other: String? = nil) -> Option {
    var copy = self
    copy.declaration.isRequired = true
    copy.declaration.requiredUnless = other
    return copy
  }

  /// Returns this option so that usage shows that it, or one that excludes it, is required. The
  /// command checks that.
  func orAnother() -> Option {
    var copy = self
    copy.declaration.isOneRequired = true
    return copy
  }

  /// Returns this option as one that may be given more than once.
  func repeating() -> Option {
    var copy = self
    copy.declaration.repeats = true
    return copy
  }

  /// Returns this option as one that cannot be used together with the named ones.
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
  /// An option whose value is a file name.
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

extension Option {
  /// An option whose value is the name of an input or one of a few words. `file` returns the name.
  static func fileOrWord(
    _ name: String, placeholder: String, expected: String, help: String,
    file: @escaping @Sendable (Value) -> FilePath?,
    parse: @escaping @Sendable ([UInt8]) throws(BadValue) -> Value
  ) -> Option {
    var option = Option(
      [name], placeholder, help, expected: expected, completion: .files, parse: parse)
    option.declaration.role = .input
    option.declaration.namesFile = { (try? parse($0)).flatMap(file) != nil }
    return option
  }
}

extension Option where Value == String {
  /// An option whose value is text that `check` accepts. The command interprets it.
  static func text(
    _ names: String..., placeholder: String, expected: String, help: String,
    completion: Completion = .nothing,
    check: @escaping @Sendable (String) throws(BadValue) -> Void = { _ in }
  ) -> Option {
    Option(names, placeholder, help, expected: expected, completion: completion) {
      (bytes) throws(BadValue) in
      guard let text = String(validating: bytes, as: UTF8.self) else { throw BadValue() }
      try check(text)
      return text
    }
  }
}

extension Option where Value: CaseIterable & RawRepresentable<String> {
  /// An option whose value is one of a few words.
  static func choice(_ name: String, help: String) -> Option {
    let words = Value.allCases.map(\.rawValue)
    return Option(
      name, placeholder: words.joined(separator: "|"),
      expected: words.listed("or"), help: help, completion: .words(words)
    ) { (text) throws(BadValue) in
      guard let value = Value(rawValue: text) else { throw BadValue() }
      return value
    }
  }
}

extension Option where Value == Int {
  /// An option whose value is a whole number in `range`.
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

extension Option where Value == UInt64 {
  /// A place in a file, in bytes from its start, decimal or hexadecimal.
  static func place(_ name: String, help: String) -> Option {
    Option(
      name, placeholder: "OFFSET", expected: "a number of bytes, such as 4512 or 0x11a0", help: help
    ) { (text) throws(BadValue) in
      let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
      let digits = isHexadecimal ? text.dropFirst(2) : text[...]
      guard digits.first?.isHexDigit == true,
        let place = UInt64(digits, radix: isHexadecimal ? 16 : 10)
      else { throw BadValue() }
      return place
    }
  }

  /// A number of bytes, with K, M, G or T after it for powers of 1024.
  static func size(_ name: String, help: String) -> Option {
    Option(
      name, placeholder: "SIZE",
      expected: "a number of bytes, such as 1000000, 500M or 2G, with a capital K, M, G or T",
      help: help
    ) { (text) throws(BadValue) in
      var digits = text
      var shift = 0
      if let last = text.last, let place = Array("KMGT").firstIndex(of: last) {
        shift = 10 * (place + 1)
        digits.removeLast()
      }
      guard let number = wholeNumber(digits).map({ UInt64($0) }), number > 0,
        number <= UInt64.max >> UInt64(shift)
      else { throw BadValue() }
      return number << UInt64(shift)
    }
  }
}
