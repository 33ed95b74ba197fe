/// Content that was left in the file: 12 bytes, some bits of which are always the same, so that the
/// compiler can use them to distinguish it from what else an atom can be.
struct ExtentRead: Equatable, Sendable {
  // The start, from its lowest bits on.
  private let low: UInt32
  private let middle: UInt16
  private let high: UInt8
  /// How the header stores the size.
  let form: Atom.Form
  private let count: UInt32

  /// nil if the file is too large, or no header fits before the content.
  init?(_ range: Range<UInt64>, form: Atom.Form) {
    guard let count = UInt32(exactly: range.length), range.lowerBound < 1 << 56,
      range.lowerBound >= UInt64(form.headerSize)
    else { return nil }
    low = UInt32(truncatingIfNeeded: range.lowerBound)
    middle = UInt16(truncatingIfNeeded: range.lowerBound >> 32)
    high = UInt8(truncatingIfNeeded: range.lowerBound >> 48)
    self.form = form
    self.count = count
  }

  var range: Range<UInt64> {
    let start = UInt64(high) << 48 | UInt64(middle) << 32 | UInt64(low)
    return start..<start + UInt64(count)
  }

  /// The offset of the header.
  var place: UInt64 { range.lowerBound - UInt64(form.headerSize) }
}
