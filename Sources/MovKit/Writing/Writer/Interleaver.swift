/// Samples of one track that are stored one after another.
struct MediaChunk {
  /// The decode time of its first sample, on the timeline of all inputs.
  var start: MediaTime
  /// The decode time of its first sample in ticks of the track.
  var startTicks: Int64
  var descriptionIndex: Int
  var samples: UInt32 = 0
  var size: UInt64 = 0
  var pieces: [MediaPiece] = []

  /// Whether some more samples with this description can be stored in it.
  func takes(_ count: Int, _ descriptionIndex: Int) -> Bool {
    self.descriptionIndex == descriptionIndex && UInt32(exactly: Int(samples) + count) != nil
  }
}

/// Chunks of which the first is removed without moving the others. A chunk that was removed is let go at
/// once, because its bytes may be in memory.
private struct ChunkQueue {
  /// How many chunks it has room for at most when there are few.
  private static let mostRoom = 8

  private var chunks: [MediaChunk?] = []
  private var start = 0

  var count: Int { chunks.count - start }
  var isEmpty: Bool { start == chunks.count }
  /// When the first begins; nil if there is none. A copy of the chunk would cost more than all else here.
  var firstStart: MediaTime? { isEmpty ? nil : chunks[start]?.start }

  mutating func append(_ chunk: MediaChunk) { chunks.append(chunk) }

  mutating func popFirst() -> MediaChunk? {
    guard !isEmpty else { return nil }
    let chunk = chunks[start].take()
    start += 1
    if isEmpty || start > chunks.count / 2 {
      // Room for many is given back: each of very many inputs can have had them.
      if chunks.capacity > Self.mostRoom {
        chunks = Array(chunks[start...])
      } else {
        chunks.removeFirst(start)
      }
      start = 0
    }
    return chunk
  }
}

/// Sorts the chunks of several inputs by time. It holds one complete chunk of each input and one
/// that is growing: an input with a complete chunk should wait for the others.
struct Interleaver {
  private struct Lane {
    /// The duration of a full chunk in ticks.
    var chunkTicks: Int64
    /// Complete chunks.
    var closed = ChunkQueue()
    var open: MediaChunk?
    /// The decode time of its next sample, as far as known.
    var end: MediaTime
    var isFinished = false

    /// The start of the first chunk that is not written yet; nil if there will be none.
    var nextStart: MediaTime? {
      closed.firstStart ?? open?.start ?? (isFinished ? nil : end)
    }
    /// The start of its turn among the turns; nil if it has none.
    var turnStart: MediaTime?

    /// Whether a chunk is full that has `size` bytes, and lasts from `start` to `end`, in ticks.
    func isFull(size: UInt64, from start: Int64, to end: Int64) -> Bool {
      end - start >= chunkTicks || size >= Interleaver.chunkBytes
    }
  }

  /// The size of a full chunk in bytes.
  private static let chunkBytes: UInt64 = 1 << 20

  private var lanes = PiecedList<Lane>()
  /// When each lane goes on, so that the earliest is found without going through all. A lane may go on later than
  /// its turn says, which is put right when that comes first.
  private var turns = MinimumHeap<Turn>()
  /// The lanes with more than one closed chunk. One that has fewer by now stays in the heap until it comes first.
  private var hastyLanes = MinimumHeap<Int>()

  private struct Turn: Comparable, Sendable {
    var start: MediaTime
    var lane: Int

    static func < (a: Turn, b: Turn) -> Bool { (a.start, a.lane) < (b.start, b.lane) }
  }

  mutating func addLane(chunkTicks: Int64, start: MediaTime) {
    // The limit keeps sums of ticks well within 64 bits.
    lanes.append(Lane(chunkTicks: min(max(1, chunkTicks), 1 << 60), end: start))
    noteTurn(of: lanes.count - 1)
  }

  /// Takes note of when a lane goes on, after it has changed.
  private mutating func noteTurn(of lane: Int) {
    guard let start = lanes[lane].nextStart else { return }
    if let known = lanes[lane].turnStart, known <= start { return }
    lanes[lane].turnStart = start
    turns.insert(Turn(start: start, lane: lane))
  }

  /// Returns the lane that goes on first; nil if none does.
  private mutating func firstLane() -> Int? {
    while let turn = turns.first {
      let start = lanes[turn.lane].nextStart
      if start == turn.start { return turn.lane }
      _ = turns.popFirst()
      // An earlier turn of the lane may have come after this one.
      guard lanes[turn.lane].turnStart == turn.start else { continue }
      lanes[turn.lane].turnStart = nil
      noteTurn(of: turn.lane)
    }
    return nil
  }

  private mutating func close(_ chunk: MediaChunk, _ lane: Int) {
    lanes[lane].closed.append(chunk)
    if lanes[lane].closed.count == 2 { hastyLanes.insert(lane) }
  }

  /// Whether the input is not too far ahead of the others.
  func isReady(_ lane: Int) -> Bool { lanes[lane].closed.isEmpty }

  mutating func append(_ samples: InputSamples, to lane: Int) {
    if samples.count == 1, samples.perPacket == 1 {
      appendOne(samples, to: lane)
    } else {
      appendMany(samples, to: lane)
    }
    noteTurn(of: lane)
  }

  private mutating func appendOne(_ sample: InputSamples, to lane: Int) {
    var chunk = takeOpen(lane, for: 1, sample.descriptionIndex, from: sample.decode, sample.start)
    chunk.samples += 1
    chunk.size += sample.data.size
    chunk.pieces.add(sample.data)
    lanes[lane].end = sample.end
    put(chunk, upTo: sample.endTicks, isWhole: true, lane)
  }

  /// Puts the open chunk back, or closes it if it is full.
  private mutating func put(_ chunk: MediaChunk, upTo end: Int64, isWhole: Bool, _ lane: Int) {
    let isFull = lanes[lane].isFull(size: chunk.size, from: chunk.startTicks, to: end) || !isWhole
    if isFull { close(chunk, lane) } else { lanes[lane].open = chunk }
  }

  private mutating func appendMany(_ samples: InputSamples, to lane: Int) {
    var rest = samples
    while rest.count > 0 {
      var chunk = takeOpen(
        lane, for: rest.count, rest.descriptionIndex, from: rest.decode, rest.start)
      // Of many samples at once, only as many as fill the chunk are taken.
      var taken = rest.count
      if taken > 1 {
        let ticks = max(1, Int64(rest.duration))
        let byTime = (lanes[lane].chunkTicks - (rest.decode - chunk.startTicks) + ticks - 1) / ticks
        let bySize =
          (Self.chunkBytes / UInt64(max(1, rest.size)) + 1) * UInt64(rest.perPacket)
        taken = rest.whole(min(UInt64(max(1, byTime)), bySize))
      }
      let first = rest.takeFirst(taken)
      chunk.samples += taken
      chunk.size += first.data.size
      chunk.pieces.add(first.data)
      lanes[lane].end = rest.end
      put(chunk, upTo: first.endTicks, isWhole: first.count % first.perPacket == 0, lane)
    }
  }

  /// Returns those of the samples, from the first on, that go into one chunk up to where it is full. If the first
  /// of them begins a new chunk because it does not go into the open one, it is the only one.
  func fitting(_ rows: GatheredSamples.Rows, in lane: Int) -> GatheredSamples.Rows {
    guard let first = rows.first else { return rows }
    let open = lanes[lane].open
    let description = Int(first.descriptionIndex)
    if let open, !open.takes(rows.count, description) { return rows.prefix(1) }
    let start = open?.startTicks ?? first.decode
    var size = open?.size ?? 0
    for index in rows.indices {
      guard rows[index].descriptionIndex == first.descriptionIndex else { return rows[..<index] }
      size += UInt64(rows[index].size)
      if lanes[lane].isFull(size: size, from: start, to: rows[index].end) { return rows[...index] }
    }
    return rows
  }

  /// Appends samples that `fitting` returned.
  mutating func append(
    _ rows: GatheredSamples.Rows, of media: GatheredSamples.Media, timescale: Int32, to lane: Int
  ) {
    guard let first = rows.first, let last = rows.last else { return }
    var chunk = takeOpen(
      lane, for: UInt32(clamping: rows.count), Int(first.descriptionIndex), from: first.decode,
      MediaTime(value: first.decode, timescale: timescale))
    chunk.samples += UInt32(clamping: rows.count)
    var range = first.offset..<first.offset
    for row in rows {
      chunk.size += UInt64(row.size)
      let end = row.offset + UInt64(row.size)
      if row.offset == range.upperBound {
        range = range.lowerBound..<end
      } else {
        chunk.pieces.add(media.piece(range))
        range = row.offset..<end
      }
    }
    chunk.pieces.add(media.piece(range))
    lanes[lane].end = MediaTime(value: last.end, timescale: timescale)
    put(chunk, upTo: last.end, isWhole: true, lane)
    noteTurn(of: lane)
  }

  /// Returns the chunk that the next samples are added to. It is removed from its lane so that it
  /// is not copied.
  private mutating func takeOpen(
    _ lane: Int, for count: UInt32, _ descriptionIndex: Int, from ticks: Int64,
    _ start: @autoclosure () -> MediaTime
  ) -> MediaChunk {
    if let open = lanes[lane].open.take() {
      if open.takes(Int(count), descriptionIndex) { return open }
      close(open, lane)
    }
    return MediaChunk(start: start(), startTicks: ticks, descriptionIndex: descriptionIndex)
  }

  mutating func finish(_ lane: Int) {
    if let open = lanes[lane].open { close(open, lane) }
    lanes[lane].open = nil
    lanes[lane].isFinished = true
    noteTurn(of: lane)
  }

  /// Returns the chunk to write next; nil if that cannot be known yet.
  mutating func next() -> (lane: Int, chunk: MediaChunk)? {
    guard var lane = firstLane() else { return nil }
    if lanes[lane].closed.isEmpty {
      // An input that does not wait for the others is not blocked. Its chunks are then written out
      // of order.
      while let hasty = hastyLanes.first, lanes[hasty].closed.count < 2 {
        _ = hastyLanes.popFirst()
      }
      guard let hasty = hastyLanes.first else { return nil }
      lane = hasty
    }
    guard let chunk = lanes[lane].closed.popFirst() else { return nil }
    noteTurn(of: lane)
    return (lane, chunk)
  }
}
