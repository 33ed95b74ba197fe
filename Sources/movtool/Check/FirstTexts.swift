import MovKit

/// Texts that a message says one after another: the first of them, and how many more there are. A policy of a
/// megabyte can have a hundred thousand.
struct FirstTexts {
  private static let most = 20
  /// The bytes after which no further text begins.
  private static let longest = 1000

  /// What is between two texts.
  let separator: String
  private var texts: [String] = []
  private var length = 0
  private var skipped = 0

  init(separator: String) { self.separator = separator }

  /// Adds a text, unless it is one of those that are said.
  mutating func addNew(_ text: String) {
    guard !texts.contains(text) else { return }
    guard texts.count < Self.most, length < Self.longest else { return skip(1) }
    texts.append(text)
    length += text.utf8.count
  }

  /// Counts texts that are not said.
  mutating func skip(_ count: Int) { skipped = skipped.addingClamping(count) }

  var text: String {
    (texts + (skipped > 0 ? ["\(skipped) more"] : [])).joined(separator: separator)
  }
}
