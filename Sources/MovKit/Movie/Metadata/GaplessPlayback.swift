/// Which part of compressed audio is played, by the item `iTunSMPB` that iTunes and others write: an
/// encoder begins before the first audio frame and ends after the last. Numbers are audio frames.
struct GaplessPlayback: Equatable, Sendable {
  /// The frames before the first one that is played.
  var delay: UInt64
  /// The frames after the last one that is played.
  var padding: UInt64
  /// The frames that are played.
  var length: UInt64

  /// The frames of the media; nil if there are too many to count.
  var total: UInt64? {
    let (added, overflow) = delay.addingReportingOverflow(padding)
    let (sum, isTooLarge) = added.addingReportingOverflow(length)
    return overflow || isTooLarge ? nil : sum
  }

  /// Reads the text of the item: hexadecimal numbers, of which the second to the fourth are the delay, the
  /// padding and the length. Nil if it has fewer.
  init?(_ text: String) {
    let numbers = text.utf8.prefix(256).split(separator: UInt8(ascii: " ")).prefix(4).map {
      UInt64(String(decoding: $0, as: UTF8.self), radix: 16)
    }
    guard numbers.count == 4, let delay = numbers[1], let padding = numbers[2],
      let length = numbers[3], length > 0
    else { return nil }
    (self.delay, self.padding, self.length) = (delay, padding, length)
  }

  private init(_ played: Range<UInt64>, of media: Range<UInt64>) {
    delay = played.lowerBound - media.lowerBound
    padding = media.upperBound - played.upperBound
    length = played.upperBound - played.lowerBound
  }

  /// The text of the item, as iTunes writes it: what the other numbers say is of other formats.
  var text: String {
    func hexadecimal(_ number: UInt64, digits: Int) -> String {
      let text = String(number, radix: 16, uppercase: true)
      return " " + String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
    return hexadecimal(0, digits: 8) + hexadecimal(delay, digits: 8)
      + hexadecimal(padding, digits: 8) + hexadecimal(length, digits: 16)
      + String(repeating: hexadecimal(0, digits: 8), count: 8)
  }

  /// Returns what is played of a part of the media, in frames of that part; nil if that is nothing, or if these
  /// are not the numbers of this media.
  ///
  /// - Parameters:
  ///   - count: The frames of the whole media.
  ///   - kept: The frames that the part has.
  ///   - shown: Those of them that are not hidden by an edit.
  func part(of count: UInt64, kept: Range<UInt64>, shown: Range<UInt64>) -> GaplessPlayback? {
    // Some programs count one frame more than the media has.
    guard let total, max(total, count) - min(total, count) <= 1 else { return nil }
    // The sum of all three is no greater than a number.
    let played = (delay..<delay + length).clamped(to: shown).clamped(to: kept)
    return played.isEmpty ? nil : GaplessPlayback(played, of: kept)
  }
}

extension MetadataItem {
  /// The key of the item.
  static let gaplessPlaybackKey = "----:com.apple.iTunes:iTunSMPB"
}

extension Movie {
  /// Which part of the audio is played; nil if the file does not say it.
  var gaplessPlayback: GaplessPlayback? {
    var found: GaplessPlayback?
    atom.forEachMetadataItem(at: "moov", of: [MetadataItem.gaplessPlaybackKey]) { item in
      guard found == nil, item.form == .iTunes, case .text(let text) = item.value else { return }
      found = GaplessPlayback(text)
    }
    return found
  }
}
