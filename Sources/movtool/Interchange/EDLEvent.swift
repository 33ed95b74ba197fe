import MovKit

/// An event of an edit decision list (CMX 3600), and what the lines after it say of it.
struct EDLEvent {
  let line: Int
  let reel: String
  let channels: String
  /// `C`, `D`, `W001`, `K`, …
  let kind: String
  /// Source in and out, record in and out, as written.
  let times: [String]
  /// Whether a separator says drop frame, so that all of them say how they count: the record can count in another
  /// way than a source.
  let saysCounting: Bool
  /// Whether the source drops frames where the separators do not say it (`FCM`); nil if they do, or no line before
  /// says it.
  let isDropFrame: Bool?
  /// Why timecode cannot say what a key shows; nil if the event is none.
  private var problem: SegmentListError?
  /// The speeds at which the event is said to be played.
  private var speeds: [EDLSpeed] = []
  /// The whole name of the reel, from a comment.
  private(set) var wholeReel: String?
  /// The name of the clip, from a comment.
  var clip: String?
  /// The name of the file that the clip is from, from a comment.
  var file: String?
  /// The reel in capitals, and how its whole name begins: the same without the number at its end, by which
  /// reels differ that begin alike. Both are made once, because an event can have very many comments.
  private let capitals: String
  private let stem: String

  var hasVideo: Bool {
    let names = channels.uppercased()
    return names == "B" || names.contains("V")
  }

  /// Whether the record has any of it: the first line of a transition has none.
  var hasLength: Bool { times[2] != times[3] }

  var isBlack: Bool { ["BL", "BLACK"].contains(reel.uppercased()) }

  // MARK: Lines

  /// Reads the words of a line: number, reel, channels, kind, for a transition its length, and four
  /// times. Reels that contain spaces occur.
  init(_ words: [String], isDropFrame: Bool?, line: Int) throws(SegmentListError) {
    guard words.count >= 8 else {
      throw SegmentListError(
        "an event has a number, a reel, a channel, a kind and four timecodes, and this line has "
          + counted(words.count, "word"), line: line)
    }
    var head = words.dropFirst().dropLast(4)
    times = Array(words.suffix(4))
    // The length of a transition.
    if let last = head.last, wholeNumber(last) != nil, head.count > 3 { head = head.dropLast() }
    // A key says which of its sources it is: K B, K, K O.
    if head.count > 3, let role = head.last, let key = head.dropLast().last,
      key.uppercased() == "K"
    {
      head = head.dropLast(2) + ["\(key) \(role)"]
    }
    guard let kind = head.popLast(), let channels = head.popLast(), !head.isEmpty else {
      throw SegmentListError("the reel, the channel or the kind is missing", line: line)
    }
    let letter = kind.uppercased().first
    guard letter == "C" || letter == "D" || letter == "W" || letter == "K" else {
      throw SegmentListError(
        "'\(kind)' is not a kind of event: expected C, D, or W and a number", line: line)
    }
    if letter == "K" {
      problem = SegmentListError(
        "a key (\(kind)) shows two sources at once, which timecode cannot say", line: line)
    }
    reel = head.joined(separator: " ")
    capitals = reel.uppercased()
    let number = capitals.reversed().prefix { $0.isNumber }
    stem = String(capitals.dropLast(number.count))
    // A semicolon says drop frame, and then a colon says the opposite.
    saysCounting = times.contains { $0.contains(";") }
    self.isDropFrame = saysCounting ? nil : isDropFrame
    (self.line, self.channels, self.kind) = (line, channels, kind)
  }

  /// Reads what an `FCM` line says.
  static func isDrop(_ text: String, line: Int) throws(SegmentListError) -> Bool {
    guard let flag = String(text.drop { $0.isWhitespace }.dropFirst(3)).saysDropFrame else {
      throw SegmentListError(
        "expected 'FCM: DROP FRAME' or 'FCM: NON-DROP FRAME'", line: line)
    }
    return flag
  }

  /// Reads an `M2` line, which says the speed of the last event or, of a transition, of what it comes from.
  static func setSpeed(_ words: [String], of events: inout [EDLEvent], line: Int) {
    let reel = words.dropFirst().dropLast(2).joined(separator: " ").uppercased()
    let index = events.indices.suffix(2).last { events[$0].capitals == reel }
    events[index ?? events.count - 1].speeds.append(EDLSpeed(words, line: line))
  }

  /// Why timecode of a movie with this rate cannot say what the event shows; nil if it can. It matters only if the event
  /// counts.
  func problem(at rate: CountingRate) -> SegmentListError? {
    problem ?? speeds.lazy.compactMap { $0.problem(at: rate) }.first
  }

  /// The content of a comment; nil if the line is none that begins with `key`, which is in capitals.
  static func comment(_ key: String, _ line: String) -> String? {
    let text = line.drop { $0 == "*" || $0.isWhitespace }
    guard text.prefix(key.count).uppercased() == key else { return nil }
    let name = text.dropFirst(key.count).drop { $0.isWhitespace }
    let end = name.lastIndex { !$0.isWhitespace }
    return end.map { String(name[...$0]) }
  }

  /// The name of a clip or a file in a comment; nil if the line has none.
  static func name(in line: String) -> String? {
    for key in ["SOURCE FILE:", "FROM FILE:", "FROM CLIP NAME:", "TO CLIP NAME:"] {
      if let name = comment(key, line) { return name }
    }
    return nil
  }

  /// Takes the content of `SOURCE FILE`: the file, and the whole name of the reel if its short name can be that of it.
  mutating func setSourceFile(_ name: String) {
    file = name
    let safe = ReelNames.safe(name).uppercased()
    let isAlike = stem.isEmpty ? safe == capitals : safe.hasPrefix(stem)
    let isReel = isAlike || ReelNames.isNumbered(capitals, of: safe)
    if isReel { wholeReel = name }
  }
}
