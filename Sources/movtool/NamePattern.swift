/// A pattern for file names, and the part of the name that it takes: `{????}_*` takes the four
/// characters before the first underscore that can be one.
///
/// `?` is any character, `#` a digit, `*` any number of characters, as few as possible, and `{` and
/// `}` are around the part that is taken. Everything else stands for itself. A pattern must match the
/// whole name; without braces it takes all of it.
struct NamePattern: Equatable, Sendable {
  private enum Token: Equatable {
    case character(Character)
    case any
    case digit
    case run
    case open
    case close
  }

  private let tokens: [Token]

  /// The longest pattern in characters, as long as a name may be. It limits the depth of `match`.
  fileprivate static let mostTokens = 255

  /// Nil if the braces are not one pair around something, or the pattern is empty or too long.
  init?(_ text: String) {
    tokens = text.map { character in
      switch character {
      case "?": .any
      case "#": .digit
      case "*": .run
      case "{": .open
      case "}": .close
      default: .character(character)
      }
    }
    guard (1...Self.mostTokens).contains(tokens.count) else { return nil }
    switch (tokens.firstIndex(of: .open), tokens.firstIndex(of: .close)) {
    case (nil, nil): break
    case (let open?, let close?) where open + 1 < close:
      guard tokens.count(where: { $0 == .open }) == 1, tokens.count(where: { $0 == .close }) == 1
      else { return nil }
    default: return nil
    }
  }

  /// Returns the part that the pattern takes of a name; nil if it does not match.
  func part(of name: String) -> String? {
    let characters = Array(name)
    var failed = Set<Int>()
    guard let places = match(0, 0, characters, &failed) else { return nil }
    return String(characters[(places.open ?? 0)..<(places.close ?? characters.count)])
  }

  /// Matches the tokens from one on with the characters from one on. Returns where the taken part
  /// begins and ends. Each pair is tried once, so the cost is the product of both lengths.
  private func match(
    _ token: Int, _ place: Int, _ characters: [Character], _ failed: inout Set<Int>
  ) -> (open: Int?, close: Int?)? {
    guard token < tokens.count else { return place == characters.count ? (nil, nil) : nil }
    let key = token * (characters.count + 1) + place
    guard !failed.contains(key) else { return nil }
    func next(_ token: Int, _ place: Int) -> (open: Int?, close: Int?)? {
      match(token, place, characters, &failed)
    }
    let found: (open: Int?, close: Int?)?
    switch tokens[token] {
    case .open: found = next(token + 1, place).map { (place, $0.close) }
    case .close: found = next(token + 1, place).map { ($0.open, place) }
    case .run:
      found = next(token + 1, place) ?? (place < characters.count ? next(token, place + 1) : nil)
    case .any: found = place < characters.count ? next(token + 1, place + 1) : nil
    case .digit:
      found =
        place < characters.count && ("0"..."9").contains(characters[place])
        ? next(token + 1, place + 1) : nil
    case .character(let wanted):
      found =
        place < characters.count && characters[place] == wanted
        ? next(token + 1, place + 1) : nil
    }
    if found == nil { failed.insert(key) }
    return found
  }
}

extension Option where Value == NamePattern {
  /// An option whose value is a pattern for file names.
  static func namePattern(_ name: String, help: String) -> Option {
    Option(
      name, placeholder: "PATTERN",
      expected: "a pattern such as '{????}_*', with one pair of braces around the part to take",
      help: help
    ) { (text) throws(BadValue) in
      guard (1...NamePattern.mostTokens).contains(text.count) else {
        throw BadValue("a pattern has 1 to \(NamePattern.mostTokens) characters")
      }
      guard let pattern = NamePattern(text) else { throw BadValue() }
      return pattern
    }
  }
}
