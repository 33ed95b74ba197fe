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
}

extension Movie {
  /// Which part of the audio is played; nil if the file does not say it.
  var gaplessPlayback: GaplessPlayback? {
    var found: GaplessPlayback?
    atom.forEachMetadataItem(at: "moov", of: ["----:com.apple.iTunes:iTunSMPB"]) { item in
      guard found == nil, item.form == .iTunes, case .text(let text) = item.value else { return }
      found = GaplessPlayback(text)
    }
    return found
  }
}
