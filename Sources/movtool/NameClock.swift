/// A pattern for file names with a time of day: `*_{HH}{MM}{SS}` takes 10:20:30 from `clip_102030`.
///
/// `{HH}`, `{MM}`, `{SS}` and, if wanted, `{FF}` each stand for two digits, `{H}` for one. A `;` or `,` before
/// `{FF}` means drop frame. `AM` or `PM` after the fields counts. Otherwise, as in `NamePattern`, `?` is any
/// character, `#` a digit, and `*` any number of characters, as few as possible; everything else stands for itself.
/// A pattern must match the whole name.
struct NameClock: Equatable, Sendable {
  enum Field: String, CaseIterable, Sendable {
    case hours = "HH"
    case minutes = "MM"
    case seconds = "SS"
    case frames = "FF"
  }

  private enum Token: Equatable {
    case character(Character)
    case any
    case digit
    case run
    /// A digit of a field.
    case field(Field)
  }

  private let tokens: [Token]
  private let isDropFrame: Bool?

  /// The longest pattern in characters, as long as a name may be.
  private static let mostCharacters = 255

  init(_ text: String) throws(BadValue) {
    let characters = Array(text)
    guard (1...Self.mostCharacters).contains(characters.count) else {
      throw BadValue("a pattern has 1 to \(Self.mostCharacters) characters")
    }
    var tokens: [Token] = []
    var fields: [Field] = []
    var drops: Bool?
    var place = 0
    while place < characters.count {
      let character = characters[place]
      place += 1
      switch character {
      case "?": tokens.append(.any)
      case "#": tokens.append(.digit)
      case "*": tokens.append(.run)
      case "}": throw BadValue("a } without {")
      case "{":
        let length = characters[place...].prefix { $0 != "}" }.count
        let word = String(characters[place..<place + length])
        guard place + length < characters.count,
          let field = word == "H" ? .hours : Field(rawValue: word)
        else { throw BadValue("the fields are {HH} or {H}, {MM}, {SS} and {FF}") }
        guard !fields.contains(field) else {
          throw BadValue("{\(field.rawValue)} is there twice")
        }
        if field == .frames, let last = tokens.last {
          if last == .character(";") || last == .character(",") { drops = true }
          if last == .character(":") { drops = false }
        }
        fields.append(field)
        tokens += Array(repeating: .field(field), count: length)
        place += length + 1
      default: tokens.append(.character(character))
      }
    }
    for field in [Field.hours, .minutes, .seconds] where !fields.contains(field) {
      throw BadValue("{\(field.rawValue)} is missing; a pattern is such as '*_{HH}{MM}{SS}*'")
    }
    self.tokens = tokens
    isDropFrame = drops
  }

  /// Returns the time in a name; nil if the pattern does not match. Its parts are not checked.
  ///
  /// Only the last run is ever made longer, so the cost is at most the product of both lengths.
  func time(in name: String) -> NameTime? {
    let characters = Array(name)
    var digits: [Int] = Array(repeating: 0, count: tokens.count)
    var (token, place) = (0, 0)
    var retry: (token: Int, place: Int)?
    // The end of the last field in the name.
    var end = 0
    while place < characters.count || token < tokens.count {
      if token < tokens.count, tokens[token] == .run {
        retry = (token, place)
        token += 1
        continue
      }
      if token < tokens.count, place < characters.count,
        Self.matches(tokens[token], characters[place])
      {
        if case .field = tokens[token] {
          digits[token] = characters[place].wholeNumberValue ?? 0
          end = place + 1
        }
        token += 1
        place += 1
        continue
      }
      guard let (run, from) = retry, from < characters.count else { return nil }
      retry = (run, from + 1)
      (token, place) = (run + 1, from + 1)
    }
    var time = NameTime(isDropFrame: isDropFrame)
    for (token, digit) in zip(tokens, digits) {
      guard case .field(let field) = token else { continue }
      switch field {
      case .hours: time.hours = time.hours * 10 + digit
      case .minutes: time.minutes = time.minutes * 10 + digit
      case .seconds: time.seconds = time.seconds * 10 + digit
      case .frames: time.frames = (time.frames ?? 0) * 10 + digit
      }
    }
    time.readHalfOfDay(after: end, in: characters)
    return time
  }

  private static func matches(_ token: Token, _ character: Character) -> Bool {
    switch token {
    case .any: true
    case .digit, .field: character.isASCII && character.isNumber
    case .character(let wanted): wanted == character
    case .run: false
    }
  }
}

/// A time of day as it is in a file's name.
struct NameTime: Equatable, Sendable {
  var hours = 0
  var minutes = 0
  var seconds = 0
  var frames: Int?
  /// Thousandths of a second, if the name has them and no frames.
  var thousandths: Int?
  var isDropFrame: Bool?

  /// Whether there is such a time of day.
  var exists: Bool { hours < 24 && minutes < 60 && seconds < 60 }

  /// Counts the hours from midnight if they are those of the half of the day that a name says after them.
  mutating func readHalfOfDay(after end: Int, in characters: [Character]) {
    guard let isAfternoon = Self.isAfternoon(after: end, in: characters),
      (1...12).contains(hours)
    else { return }
    hours = hours % 12 + (isAfternoon ? 12 : 0)
  }

  /// Whether `PM`, and not `AM`, follows a time, after one mark at most; nil if neither does. In small letters
  /// and before another word, `am` is a word of its own: `12.01.02 am See`.
  static func isAfternoon(after end: Int, in characters: [Character]) -> Bool? {
    var rest = characters[min(end, characters.count)...]
    if let mark = rest.first, !mark.isLetter, !(mark.isASCII && mark.isNumber) {
      rest = rest.dropFirst()
    }
    let word = String(rest.prefix { $0.isLetter })
    let isFollowed = rest.dropFirst(word.count).first { $0.isLetter || $0.isNumber }?.isLetter
    switch word {
    case "am" where isFollowed == true: return nil
    case "AM", "am", "Am": return false
    case "PM", "pm", "Pm": return true
    default: return nil
    }
  }
}
