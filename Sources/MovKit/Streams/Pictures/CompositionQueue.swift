/// Gives pictures in decoding order the times at which they are shown: one behind the other, in the
/// order of their counts.
///
/// A picture's time is known when no later one can come before it: when more wait than a decoder
/// holds, or a period ends (H.264, C.4.5.3; H.265, C.5.2.4). Where pictures are missing from the
/// stream the others close up; one that comes later than its decoder could show it is shown next.
struct CompositionQueue<Payload: Sendable>: Sendable {
  struct Entry: Sendable {
    var payload: Payload
    var order: PictureOrder
    var decodeTime: Int64
    var duration: Int64
    /// Nil until it is known.
    var presentationTime: Int64?
    /// Whether a picture that may begin decoding, and was decoded before, is shown later.
    var isLeading = false
  }

  /// In decoding order; those before `first` are gone.
  private var entries: [Entry] = []
  private var first = 0
  /// How many entries came before `entries[0]`.
  private var base = 0
  /// Numbers of the entries that have no time yet.
  private var waiting: [Int] = []
  private var nextDecodeTime: Int64 = 0
  private var nextPresentationTime: Int64 = 0
  private var randomAccess: PictureOrder?

  /// - Parameters:
  ///   - duration: ticks.
  ///   - hold: how many pictures may wait, 0 to 16.
  ///   - isRandomAccess: whether decoding may begin with it.
  mutating func append(
    _ payload: Payload, order: PictureOrder, duration: Int64, hold: Int, isRandomAccess: Bool
  ) {
    if let number = waiting.first, entries[number - base].order.period != order.period { flush() }
    if isRandomAccess { randomAccess = order }
    var entry = Entry(
      payload: payload, order: order, decodeTime: nextDecodeTime, duration: duration)
    if let randomAccess { entry.isLeading = order < randomAccess }
    entries.append(entry)
    waiting.append(base + entries.count - 1)
    nextDecodeTime &+= duration
    while waiting.count > hold { show() }
  }

  /// No more pictures will come, or none that is shown before these.
  mutating func flush() { while !waiting.isEmpty { show() } }

  /// The next picture in decoding order; nil until its time is known.
  mutating func next() -> Entry? {
    guard first < entries.count, entries[first].presentationTime != nil else { return nil }
    let entry = entries[first]
    first += 1
    // Half of the array at a time, so that an entry is moved once or twice in all.
    if first * 2 >= entries.count {
      entries.removeSubrange(..<first)
      base += first
      first = 0
    }
    return entry
  }

  private mutating func show() {
    guard
      let place = waiting.indices.min(by: {
        entries[waiting[$0] - base].order < entries[waiting[$1] - base].order
      })
    else { return }
    let index = waiting.remove(at: place) - base
    entries[index].presentationTime = nextPresentationTime
    nextPresentationTime &+= entries[index].duration
  }
}
