/// Finds the samples that stretches of one media need, of which an edit list may have any number.
///
/// As a rule, few samples have to be looked at for each stretch. If composition offsets move some of
/// them far, it can be all samples for each. After as many as the media has, the samples are
/// therefore put in order once.
struct StretchFinder: Sendable {
  let index: PresentationIndex
  /// The order of all samples, once it was made.
  private(set) var order: PresentationOrder?
  /// How many more samples are looked at.
  private(set) var budget: Int
  private let isOrdered: Bool

  /// - Parameter fileSize: The size of the file in bytes. An order is made of an eighth as many
  ///   samples and a few more, which is more than any track has unless they all have one duration and
  ///   no composition offsets. Without an order, no more samples are looked at than a file has bytes.
  init(_ index: PresentationIndex, fileSize: UInt64) {
    self.index = index
    let size = Int(clamping: min(fileSize, UInt64(Int.max / 2)))
    let count = index.samples.count
    isOrdered = count <= size / 8 + 1 << 18
    budget = isOrdered ? count : size + 1 << 20
  }

  /// Like `PresentationIndex.span`.
  ///
  /// Throws a `FormatError` of kind `limit` if too many samples would have to be looked at.
  mutating func span(
    showing start: Int64, to end: Int64, lead: Int = 0
  ) throws(FormatError) -> Range<Int>? {
    if let order { return order.span(showing: start, to: end, lead: lead) }
    let span = index.span(showing: start, to: end, lead: lead, budget: &budget)
    guard budget <= 0 else { return span }
    order = isOrdered ? PresentationOrder(index.samples) : nil
    guard let order else {
      throw FormatError(
        .limit(
          "composition offsets move the samples so far that finding those of each edit takes more "
            + "steps than the file has bytes"))
    }
    return order.span(showing: start, to: end, lead: lead)
  }
}
