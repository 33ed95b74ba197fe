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
  /// Given more than once, all values count.
  var repeats = false
  /// First names of the options that contradict this one.
  var excludes: [String] = []
  /// What the command does with the file that the value names; nil where it names none.
  var role: PathRole?
  let accepts: @Sendable ([UInt8]) -> Bool

  var name: String { names.first ?? "" }
}

/// An option whose value is a `Value`; a command asks for it with `arguments[option]`.
struct Option<Value: Sendable>: Sendable {
  var declaration: OptionDeclaration
  let parse: @Sendable ([UInt8]) -> Value?

  private init(
    _ names: [String], _ placeholder: String?, _ help: String, expected: String,
    parse: @escaping @Sendable ([UInt8]) -> Value?
  ) {
    declaration = OptionDeclaration(
      names: names, placeholder: placeholder, help: help, expected: expected,
      accepts: { parse($0) != nil })
    self.parse = parse
  }

  /// `parse` sees a text; an argument that is no UTF-8 is refused before.
  init(
    _ names: String..., placeholder: String, expected: String, help: String,
    parse: @escaping @Sendable (String) -> Value?
  ) {
    self.init(names, placeholder, help, expected: expected) { bytes in
      String(validating: bytes, as: UTF8.self).flatMap(parse)
    }
  }

  func required(unless other: String? = nil) -> Option {
    var copy = self
    copy.declaration.isRequired = true
    copy.declaration.requiredUnless = other
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
    var option = Option(names, placeholder, help, expected: "a file name") {
      $0.isEmpty || $0.contains(0) ? nil : FilePath(bytes: $0)
    }
    option.declaration.role = role
    return option
  }
}

extension Option where Value == String {
  /// Any text; what it means is for the command to check.
  static func text(
    _ names: String..., placeholder: String, expected: String, help: String
  ) -> Option {
    Option(names, placeholder, help, expected: expected) {
      String(validating: $0, as: UTF8.self)
    }
  }
}

extension Option where Value: CaseIterable & RawRepresentable<String> {
  /// One of a few words.
  static func choice(_ name: String, help: String) -> Option {
    let words = Value.allCases.map(\.rawValue)
    return Option(
      name, placeholder: words.joined(separator: "|"),
      expected: words.joined(separator: " or "), help: help
    ) { Value(rawValue: $0) }
  }
}

extension Option where Value == Int {
  /// A whole number in `range`.
  static func number(
    _ name: String, placeholder: String = "N", in range: ClosedRange<Int>, help: String
  ) -> Option {
    let expected =
      range.upperBound == .max
      ? "a whole number from \(range.lowerBound)"
      : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return Option(name, placeholder: placeholder, expected: expected, help: help) {
      wholeNumber($0).flatMap { range.contains($0) ? $0 : nil }
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
    Option(name, placeholder: "N|all", expected: "a whole number or 'all'", help: help) {
      $0 == "all" ? .all : wholeNumber($0).map { .atMost($0) }
    }
  }
}

/// Frames a second, exact.
struct FrameRate: Equatable, Sendable {
  let numerator: Int32
  let denominator: Int32
}

extension Option where Value == FrameRate {
  static func rate(_ name: String, help: String) -> Option {
    Option(
      name, placeholder: "N[/D]", expected: "N or N/D, such as 25 or 30000/1001", help: help
    ) { text in
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map {
        wholeNumber(String($0)).flatMap { Int32(exactly: $0) }
      }
      guard (1...2).contains(parts.count), let numerator = parts[0], numerator > 0,
        let denominator = parts.count == 2 ? parts[1] : 1, denominator > 0
      else { return nil }
      return FrameRate(numerator: numerator, denominator: denominator)
    }
  }
}

extension Option where Value == MediaTime {
  /// Seconds, in decimals of up to six digits, exact.
  static func seconds(_ name: String, placeholder: String, help: String) -> Option {
    Option(
      name, placeholder: placeholder, expected: "seconds, such as 2 or 0.5", help: help
    ) { text in
      let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      let fraction = parts.count == 2 ? parts[1] : "0"
      guard (1...2).contains(parts.count), let whole = wholeNumber(parts[0]),
        (1...6).contains(fraction.utf8.count),
        let part = wholeNumber(fraction + String(repeating: "0", count: 6 - fraction.utf8.count)),
        whole < 1 << 40
      else { return nil }
      return MediaTime(value: Int64(whole) * 1_000_000 + Int64(part), timescale: 1_000_000)
    }
  }
}

/// Decimal digits alone: `Int("+5")` would be a number too.
private func wholeNumber(_ text: String) -> Int? {
  guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
  return Int(text)
}
