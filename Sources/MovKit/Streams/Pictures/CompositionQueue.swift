/// Assigns presentation times to pictures in decoding order: they are shown one after another, in
/// the order of their counts.
///
/// The time of a picture is known when no later one can precede it: when more pictures wait than a
/// decoder holds, or when a period ends (H.264, C.4.5.3; H.265, C.5.2.4). If pictures are missing
/// from the stream, the others close the gap. A picture that comes later than its decoder could
/// show it is shown next.
struct CompositionQueue<Payload: Sendable>: Sendable {
  struct Entry: Sendable {
    var payload: Payload
    var order: PictureOrder
    /// When the picture is decoded, in ticks.
    var decodeTime: Int64
    var duration: Int64
    /// When the picture is shown, in ticks; nil until it is known.
    var presentationTime: Int64?
    /// Whether it is shown before the last random access picture, which it follows in decoding
    /// order.
    var isLeading = false
  }

  /// The pictures in decoding order; those before `first` were returned.
  private var entries: [Entry] = []
  private var first = 0
  /// The number of entries that were removed before `entries[0]`.
  private var base = 0
  /// The numbers of the entries that have no time yet, counted from the start of the stream.
  private var waiting: [Int] = []
  private var nextDecodeTime: Int64 = 0
  private var nextPresentationTime: Int64 = 0
  private var randomAccess: PictureOrder?

  /// Adds the next picture in decoding order.
  /// - Parameters:
  ///   - payload: what to return with its times.
  ///   - order: its position in output order.
  ///   - duration: how long it lasts, in ticks.
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

  /// Assigns times to all pictures that wait, since no picture that follows is shown before them.
  mutating func flush() { while !waiting.isEmpty { show() } }

  /// Returns the next picture in decoding order; nil until its time is known.
  mutating func next() -> Entry? {
    guard first < entries.count, entries[first].presentationTime != nil else { return nil }
    let entry = entries[first]
    first += 1
    // Removes half of the array at a time, so that an entry is moved once or twice in all.
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
