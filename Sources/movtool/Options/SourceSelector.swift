import MovKit

/// A kind of place in a file that says a timecode: `rtmd`, `ltc`, `ltc:2`.
struct SourceSelector: Equatable, Sendable, CustomStringConvertible {
  enum Choice: Equatable, Sendable {
    case kind(TimecodeSource.Kind)
    /// Linear timecode in audio, in a channel counted from 1; nil for the one that has the most.
    case linear(channel: Int?)
  }

  let choice: Choice
  /// The text that the user typed.
  let description: String

  /// The kinds that say a time.
  static let names = TimecodeSource.Kind.allCases.filter { $0 != .reel }.map(\.rawValue) + ["ltc"]

  init(_ text: String) throws(BadValue) {
    description = text
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.first == "ltc" {
      guard parts.count == 2 else {
        choice = .linear(channel: nil)
        return
      }
      guard let channel = wholeNumber(String(parts[1])), (1...64).contains(channel) else {
        throw BadValue("channels of linear timecode are 1 to 64, such as ltc:2")
      }
      choice = .linear(channel: channel)
      return
    }
    guard let kind = TimecodeSource.Kind(rawValue: text) else { throw BadValue() }
    guard kind != .reel else {
      throw BadValue("reel is a name, not a timecode; to set the reel, use --reel NAME")
    }
    choice = .kind(kind)
  }
}

extension Option where Value == SourceSelector {
  /// An option that names a kind of place that says a timecode.
  /// - Parameter offered: The kinds that shells offer.
  static func source(
    _ name: String, offered: [String] = SourceSelector.names, help: String
  ) -> Option {
    Option(
      name, placeholder: "KIND",
      expected: "one of " + SourceSelector.names.joined(separator: ", "), help: help,
      completion: .words(offered)
    ) { (text) throws(BadValue) in try SourceSelector(text) }
  }
}
