/// The names of reels in an EDL: at most eight letters and digits, each for one reel. Programs find media by them, so a
/// name that is made up is not that of another reel of the list, and does not count on the number of a camera: after
/// A001C002 comes A001C0X2, and not A001C003.
struct ReelNames {
  /// The short names, by the whole ones.
  private var short: [String: String] = [:]

  static let mostCharacters = 8

  /// Names the reels of a list, given in the order of the list.
  init(of reels: [String]) {
    var taken: Set<String> = []
    // Nobody else gets the name of a reel that needs no other.
    for reel in reels where reel == Self.safe(reel) && !Self.means(reel, otherThan: reel) {
      short[reel] = reel
      taken.insert(reel)
    }
    let wanted = Set(reels.map { Self.safe($0).uppercased() })
    for reel in reels where short[reel] == nil {
      let safe = Self.safe(reel)
      var name = safe
      var number = 1
      while Self.means(name, otherThan: reel) || taken.contains(name)
        || number > 1 && wanted.contains(name.uppercased())
      {
        number += 1
        name = Self.numbered(safe, number)
      }
      short[reel] = name
      taken.insert(name)
    }
  }

  /// The short name of a reel of the list.
  subscript(reel: String) -> String { short[reel] ?? Self.safe(reel) }

  /// The short name of the reels that have the same letters and digits, with a number from 2 on. It does not continue
  /// a number.
  private static func numbered(_ safe: String, _ number: Int) -> String {
    let digits = String(number)
    let start = safe.prefix(mostCharacters - digits.count)
    guard start.last?.isNumber == true else { return start + digits }
    return safe.prefix(mostCharacters - digits.count - 1) + "X" + digits
  }

  /// Whether a short name is that of letters and digits with a number.
  static func isNumbered(_ name: String, of safe: String) -> Bool {
    guard name.utf8.count <= mostCharacters else { return false }
    return (1..<mostCharacters).contains { count in
      guard let number = wholeNumber(String(name.suffix(count))), number > 1 else { return false }
      return name == numbered(safe, number)
    }
  }

  /// Whether readers take a short name for something else than a reel: for black, or for a source without one.
  private static func means(_ name: String, otherThan reel: String) -> Bool {
    switch name.uppercased() {
    case "BL", "BLACK": true
    case "AX": reel.uppercased() == "AX"
    default: false
    }
  }

  /// The letters and digits of a name, at most eight; `AX`, an auxiliary source, if it has none.
  static func safe(_ reel: String) -> String {
    let kept = reel.unicodeScalars.lazy
      .filter { $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0)) }
      .prefix(mostCharacters)
    return kept.isEmpty ? "AX" : String(String.UnicodeScalarView(kept))
  }
}
