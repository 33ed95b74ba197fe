import MovKit

/// The track fragments of a movie, in the order of the file: a row of the page each.
struct PageFragments {
  private(set) var offset = PackedColumn(isDelta: true)
  private(set) var size = PackedColumn()
  private(set) var sequence = PackedColumn(isDelta: true)
  private(set) var track = PackedColumn()
  private(set) var decodeTime = PackedColumn()
  private(set) var samples = PackedColumn()
  private(set) var bytes = PackedColumn()

  var isEmpty: Bool { offset.count == 0 }

  /// The samples of a track, and the first of them that is in none of the fragments so far.
  private struct Walk {
    let table: SampleTable
    var next: Int
  }

  private var walks: [UInt32: Walk] = [:]
  /// The walk over the samples of the track of the last fragment. It is far larger than the place where it
  /// is, and there can be very many tracks.
  private var last: (id: UInt32, samples: SampleTable.Iterator)?

  /// Prepares for the fragments of a track. The samples of `table` that are not in fragments come first.
  mutating func add(_ track: Track, _ table: SampleTable) {
    guard walks[track.id] == nil, table.samplesOutsideFragments < table.count else { return }
    walks[track.id] = Walk(table: table, next: table.samplesOutsideFragments)
  }

  /// Takes an atom of the walk over the file.
  mutating func take(_ node: AtomNode) {
    guard node.depth == 0, let moof = node.atom.fragment else { return }
    let header = try? moof.first("mfhd")?.decode(MovieFragmentHeader.self)
    // It is the sum of all children, of which there may be a hundred thousand.
    let wholeSize = node.atom.size
    for traf in moof.all("traf") {
      guard let head = try? traf.first("tfhd")?.decode(TrackFragmentHeader.self) else { continue }
      offset.append(node.atom.offset ?? 0)
      size.append(wholeSize)
      sequence.append(header?.sequenceNumber ?? 0)
      track.append(head.trackID)
      var count = 0
      for run in traf.all("trun") {
        guard let run = try? run.decode(TrackFragmentRun.self) else { continue }
        count = count.addingClamping(run.samples.count)
      }
      add(count, of: head.trackID, traf)
    }
  }

  /// Adds what the samples of a track fragment say, which come next in their track.
  private mutating func add(_ count: Int, of id: UInt32, _ traf: Atom) {
    var start: Int64?
    var size: UInt64 = 0
    if let walk = walks[id] {
      if last?.id != id { last = (id, SampleTable.Iterator(walk.table, at: walk.next)) }
      var left = count
      while left > 0, let part = last?.samples.next(atMost: left) {
        if start == nil { start = part.first.decodeTime }
        size = size.addingClamping(part.size)
        left -= part.count
      }
      walks[id]?.next = walk.next.addingClamping(count - left)
    }
    if start == nil {
      let time = try? traf.first("tfdt")?.decode(TrackFragmentDecodeTime.self)
      start = time.map { Int64(clamping: $0.baseMediaDecodeTime) }
    }
    decodeTime.append(start ?? 0)
    samples.append(count)
    bytes.append(size)
  }

  mutating func finish() {
    offset.finish()
    size.finish()
    sequence.finish()
    track.finish()
    decodeTime.finish()
    samples.finish()
    bytes.finish()
  }
}

extension JSONWriter {
  /// Writes fragments that are finished; null if there are none.
  mutating func member(_ name: String, fragments: PageFragments) throws(Failure) {
    try key(name)
    guard !fragments.isEmpty else { return try null() }
    try beginObject()
    try member("offset", column: fragments.offset)
    try member("size", column: fragments.size)
    try member("sequence", column: fragments.sequence)
    try member("track", column: fragments.track)
    try member("decodeTime", column: fragments.decodeTime)
    try member("samples", column: fragments.samples)
    try member("bytes", column: fragments.bytes)
    try endObject()
  }
}
