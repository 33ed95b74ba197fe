import MovKit

/// A frame rate as tables write it: `29.97`, `30000/1001`, `25p`, `29.97 fps`, `29.97 DF`.
struct ListedRate: Equatable {
  let rate: CountingRate
  /// Whether it says drop frame; nil if it says nothing of that.
  private(set) var isDropFrame: Bool?

  /// Nil if it is no rate.
  init?(_ text: String) {
    var text = text[...]
    var isDropFrame: Bool?
    // Of two words that end alike, the longer one comes first.
    for (word, saysDropFrame) in [("NDF", false), ("DF", true), ("FPS", nil), ("P", nil)]
      as [(String, Bool?)]
    where text.utf8.count > word.utf8.count && text.suffix(word.count).uppercased() == word {
      guard saysDropFrame == nil || isDropFrame == nil else { continue }
      text = text.dropLast(word.count)
      while text.last == " " { text = text.dropLast() }
      isDropFrame = isDropFrame ?? saysDropFrame
    }
    guard let rate = CountingRate(String(text)) else { return nil }
    self.rate = rate
    self.isDropFrame = isDropFrame
  }
}
