/// The times of day that can be read in a file's name without a pattern.
struct NameTimes {
  /// What can be read as a time, and the pattern that takes it.
  struct Found: Equatable {
    var time: NameTime
    var pattern: String
  }

  /// What is certainly a time.
  private(set) var certain: [Found] = []
  /// What could be a time, or a date, or a number.
  private(set) var possible: [Found] = []

  private let characters: [Character]
  private var groups: [Group] = []
  private var hasDate = false

  /// Digits side by side.
  private struct Group {
    var range: Range<Int>
    /// The value, of up to 14 digits; nil for more.
    var value: Int?
    var isDate = false
    var count: Int { range.count }
  }

  init(_ name: String) {
    characters = Array(name.prefix(255))
    var start: Int?
    for index in 0...characters.count {
      let isDigit = index < characters.count && Self.isDigit(characters[index])
      if isDigit, start == nil { start = index }
      guard !isDigit, let first = start else { continue }
      start = nil
      let text = String(characters[first..<index])
      groups.append(Group(range: first..<index, value: text.count <= 14 ? Int(text) : nil))
    }
    markDates()
    findCompact()
    findChains()
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  // MARK: Dates

  private static func isDate(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    (1900..<2100).contains(year) && (1...12).contains(month) && (1...31).contains(day)
  }

  /// Whether three numbers of two digits can be a date, in whatever order.
  private static func canBeDate(_ a: Int, _ b: Int, _ c: Int) -> Bool {
    let isMonth = { (number: Int) in (1...12).contains(number) }
    let isDay = { (number: Int) in (1...31).contains(number) }
    return isMonth(b) && isDay(c) || isDay(a) && isMonth(b) || isMonth(a) && isDay(b)
  }

  /// Marks `20240131` and `2024-01-31`.
  private mutating func markDates() {
    for index in groups.indices {
      guard let value = groups[index].value else { continue }
      if groups[index].count == 8, Self.isDate(value / 10000, value / 100 % 100, value % 100) {
        groups[index].isDate = true
        hasDate = true
      }
      guard groups[index].count == 4, index + 2 < groups.count,
        let first = separator(after: index), separator(after: index + 1) == first,
        groups[index + 1].count == 2, groups[index + 2].count == 2,
        Self.isDate(value, groups[index + 1].value ?? 0, groups[index + 2].value ?? 0)
      else { continue }
      for part in index...index + 2 { groups[part].isDate = true }
      hasDate = true
    }
  }

  /// The one character between a group and the next; nil if there are several.
  private func separator(after index: Int) -> Character? {
    guard index + 1 < groups.count,
      groups[index + 1].range.lowerBound == groups[index].range.upperBound + 1
    else { return nil }
    return characters[groups[index].range.upperBound]
  }

  // MARK: Without separators

  /// Finds `20240131102030`, and `102030`, `10203012` and `102030123`, which has thousandths of a second.
  /// They are certain only after a date; the last is no time elsewhere.
  private mutating func findCompact() {
    for (index, group) in groups.enumerated() {
      guard let value = group.value, !group.isDate else { continue }
      var time = NameTime()
      let from = group.range.lowerBound
      switch group.count {
      case 6, 14:
        (time.hours, time.minutes, time.seconds) = (
          value / 10000 % 100, value / 100 % 100, value % 100
        )
      case 8:
        (time.hours, time.minutes) = (value / 1_000_000, value / 10000 % 100)
        (time.seconds, time.frames) = (value / 100 % 100, value % 100)
      case 9:
        (time.hours, time.minutes) = (value / 10_000_000, value / 100_000 % 100)
        (time.seconds, time.thousandths) = (value / 1000 % 100, value % 1000)
      default: continue
      }
      guard time.exists else { continue }
      var isCertain = index > 0 && groups[index - 1].isDate && isNear(index - 1)
      guard isCertain || time.thousandths == nil else { continue }
      if group.count == 14 {
        let date = value / 1_000_000
        guard Self.isDate(date / 10000, date / 100 % 100, date % 100) else { continue }
        isCertain = true
      }
      let first = group.count == 14 ? from + 8 : from
      let end = group.count == 9 ? from + 6 : group.range.upperBound
      add(time, fieldsAt: stride(from: first, to: end, by: 2).map { $0 }, isCertain)
    }
  }

  /// Whether the next group follows after at most three characters, none of which is a letter other
  /// than T.
  private func isNear(_ index: Int) -> Bool {
    let between = characters[groups[index].range.upperBound..<groups[index + 1].range.lowerBound]
    return between.count <= 3 && between.allSatisfy { !$0.isLetter || $0 == "T" }
  }

  // MARK: With separators

  /// Finds `10-20-30`, `10_20_30_12` and `10;20;30;12`, and `2.05.09 PM`.
  private mutating func findChains() {
    var index = 0
    while index < groups.count {
      var last = index
      if isPart(index) || isShortHour(index), let mark = separator(after: index), isMark(mark) {
        while last + 1 < groups.count, separator(after: last) == mark, isPart(last + 1) {
          last += 1
        }
        // Another mark before the frames.
        if last == index + 2, let other = separator(after: last), ";,.:".contains(other),
          isPart(last + 1)
        {
          last += 1
        }
      }
      if last >= index + 2 { addChain(index...last) }
      index = last + 1
    }
  }

  private func isPart(_ index: Int) -> Bool { groups[index].count == 2 && !groups[index].isDate }

  /// Whether a group of one digit is the hours of a time after which the name says the half of the day.
  private func isShortHour(_ index: Int) -> Bool {
    guard groups[index].count == 1, index + 2 < groups.count, isPart(index + 1), isPart(index + 2)
    else { return false }
    let end = groups[index + 2].range.upperBound
    return NameTime.isAfternoon(after: end, in: characters) != nil
  }

  private func isMark(_ character: Character) -> Bool { "-_.:; ".contains(character) }

  private mutating func addChain(_ chain: ClosedRange<Int>) {
    let parts = chain.map { groups[$0].value ?? 0 }
    guard parts.count <= 4 else {
      // Any of them can be the hours.
      for first in 0...(parts.count - 3) {
        let time = NameTime(
          hours: parts[first], minutes: parts[first + 1], seconds: parts[first + 2])
        let places = (first..<first + 3).map { groups[chain.lowerBound + $0].range.lowerBound }
        if time.exists { add(time, fieldsAt: places, false) }
      }
      return
    }
    var time = NameTime(hours: parts[0], minutes: parts[1], seconds: parts[2])
    guard time.exists else { return }
    let mark = separator(after: chain.lowerBound)
    if parts.count == 4 {
      time.frames = parts[3]
      if let last = separator(after: chain.lowerBound + 2) {
        time.isDropFrame = last == ";" || last == "," ? true : last == ":" ? false : nil
      }
    }
    let saysHalf =
      NameTime.isAfternoon(after: groups[chain.upperBound].range.upperBound, in: characters) != nil
    let isCertain =
      parts.count == 4 || hasDate || saysHalf || mark == ":" || mark == ";"
      || !Self.canBeDate(parts[0], parts[1], parts[2])
    add(time, fieldsAt: chain.map { groups[$0].range.lowerBound }, isCertain)
  }

  private mutating func add(_ time: NameTime, fieldsAt places: [Int], _ isCertain: Bool) {
    guard let first = places.first, let last = places.last else { return }
    // A character that is no digit keeps the run before it from ending too early.
    let lead = first > 0 && !Self.isDigit(characters[first - 1]) ? 1 : 0
    var pattern = first > lead ? "*" : ""
    if lead == 1 { pattern += Self.literal(characters[first - 1]) }
    if first > 0, lead == 0 { pattern = String(repeating: "#", count: 8) + pattern.dropFirst() }
    if first > 8, lead == 0 { pattern = "*" + pattern }
    // Only hours have one digit, and then a mark follows.
    let firstCount = places.count > 1 && !Self.isDigit(characters[first + 1]) ? 1 : 2
    var fields = firstCount == 1 ? "{H}" : "{HH}"
    var end = first + firstCount
    for (number, place) in places.enumerated().dropFirst() {
      fields += characters[end..<place].map(Self.literal).joined()
      fields += "{\(NameClock.Field.allCases[number].rawValue)}"
      end = place + 2
    }
    if last + 2 < characters.count { fields += "*" }
    var time = time
    time.readHalfOfDay(after: last + 2, in: characters)
    pattern += fields
    // What the run takes can be too little, as in a name with a date of the same form.
    let taken = (try? NameClock(pattern))?.time(in: String(characters))
    if taken?.text != time.text { pattern = String(repeating: "?", count: first) + fields }
    let found = Found(time: time, pattern: pattern)
    if isCertain { certain.append(found) } else { possible.append(found) }
  }

  /// A character as a pattern writes it.
  private static func literal(_ character: Character) -> String {
    "?#*{}".contains(character) ? "?" : String(character)
  }
}

extension NameTimes {
  /// The time in the name, if it is certain which it is.
  var only: NameTime? { certain.count == 1 ? certain[0].time : nil }
}
