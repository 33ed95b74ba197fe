import MovKit

/// A limit: at most a number, or no limit.
enum Amount: Equatable, Sendable {
  case atMost(Int)
  case all
}

extension Option where Value == Amount {
  /// An option whose value is a whole number or `all`.
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
