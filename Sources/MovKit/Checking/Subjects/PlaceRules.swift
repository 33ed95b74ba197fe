/// Rules about where samples are in the file, and in which order.
struct PlaceRules {
  private let movie: Movie
  /// The sample tables of the tracks whose media is in the file.
  private let tables: [(track: Track, table: SampleTable)]

  init(_ movie: Movie, leavingOut unchecked: Set<String>) {
    self.movie = movie
    tables = movie.tracks.compactMap { track in
      guard !unchecked.contains(track.path), track.mediaElsewhere == nil,
        let table = try? track.sampleTable(), !table.isEmpty
      else { return nil }
      return (track, table)
    }
  }

  func run(_ found: inout CheckFindings) {
    checkPlaces(&found)
    checkOrder(&found)
  }

  // MARK: Bytes

  /// Bytes of one or more chunks.
  private struct Extent {
    var start: UInt64
    var end: UInt64
  }

  private func checkPlaces(_ found: inout CheckFindings) {
    let headers = movie.file.atoms.filter { Self.headers.contains($0.type) }.compactMap { atom in
      atom.offset.map { (type: atom.type, range: $0..<$0.addingClamping(atom.size)) }
    }
    for (track, table) in tables {
      var inHeader = 0
      var first: FourCC?
      for chunk in chunksInFile(of: table) {
        let end = chunk.offset + chunk.size
        // The headers follow each other, so the last one that begins before the end reaches furthest.
        let next = headers.partitioningIndex { $0.range.lowerBound >= end }
        if next > 0, case let header = headers[next - 1], chunk.offset < header.range.upperBound {
          inHeader += 1
          first = first ?? header.type
        }
      }
      if let first {
        found.report(
          "chunk-in-header",
          "\(inHeader) \(inHeader == 1 ? "chunk lies" : "chunks lie") in \(first)",
          at: track.place("mdia", "minf", "stbl"))
      }
    }
    checkOverlaps(&found)
  }

  /// The chunks of a table that have bytes and are in the file.
  private func chunksInFile(of table: SampleTable) -> some Sequence<SampleTable.Chunk> {
    let size = movie.file.size
    return table.sampleChunks.lazy.filter {
      $0.size > 0 && $0.offset <= size && $0.size <= size - $0.offset
    }
  }

  /// Calls `body` for each stretch of chunks that follow each other in the file and in their tables.
  private func forEachExtent(_ body: (Extent) -> Void) {
    var last: Extent?
    for (_, table) in tables {
      for chunk in chunksInFile(of: table) {
        let end = chunk.offset + chunk.size
        if last?.end == chunk.offset {
          last?.end = end
        } else {
          if let last { body(last) }
          last = Extent(start: chunk.offset, end: end)
        }
      }
    }
    if let last { body(last) }
  }

  private func checkOverlaps(_ found: inout CheckFindings) {
    // They are counted first, so that the array takes no more memory than it needs.
    var count = 0
    forEachExtent { _ in count += 1 }
    var extents: [Extent] = []
    extents.reserveCapacity(count)
    forEachExtent { extents.append($0) }
    extents.sort { $0.start < $1.start }
    var overlaps = 0
    var end: UInt64 = 0
    var place: UInt64?
    for extent in extents {
      if extent.start < end {
        overlaps += 1
        place = place ?? extent.start
      }
      end = max(end, extent.end)
    }
    if overlaps > 0 {
      found.report(
        "chunk-overlap",
        "\(overlaps) \(overlaps == 1 ? "stretch begins" : "stretches begin") in another one's bytes, the "
          + "first at \(place ?? 0)", at: CheckPlace(path: "moov", offset: movie.atom.offset))
    }
  }

  private static let headers: Set<FourCC> = ["moov", "ftyp", "moof", "styp", "sidx"]

  // MARK: Order

  /// The tracks that are compared: more would take long.
  private static let mostTracks = 8
  /// The seconds by which samples of one moment may be apart.
  private static let mostSeconds: UInt128 = 10

  /// A time of a track, exactly.
  private struct Reached {
    /// Ticks that pass in a second, at least 1.
    let timescale: UInt32
    var ticks: UInt64 = 0

    static func < (a: Reached, b: Reached) -> Bool {
      UInt128(a.ticks) * UInt128(b.timescale) < UInt128(b.ticks) * UInt128(a.timescale)
    }

    /// How much later this time is than another one, in whole seconds and whether there is more; none if
    /// it is not later.
    func seconds(after other: Reached) -> (whole: UInt128, hasMore: Bool) {
      let mine = UInt128(ticks) * UInt128(other.timescale)
      let others = UInt128(other.ticks) * UInt128(timescale)
      guard mine > others else { return (0, false) }
      let (whole, rest) = (mine - others).quotientAndRemainder(
        dividingBy: UInt128(timescale) * UInt128(other.timescale))
      return (whole, rest > 0)
    }
  }

  /// Where a walk along the chunks of a track is.
  private struct Walk<Chunks: IteratorProtocol<SampleTable.Chunk>> {
    let table: SampleTable
    var chunks: Chunks
    var times = SampleTable.TimesWalk()
    var next: SampleTable.Chunk?
    /// The time up to which the chunks that were passed have samples: when the next chunk begins or, after
    /// the last chunk, when its last sample does.
    var reached: Reached

    init(_ table: SampleTable, _ chunks: Chunks, timescale: UInt32) {
      self.table = table
      self.chunks = chunks
      reached = Reached(timescale: timescale)
      next = self.chunks.next()
    }

    mutating func advance() {
      let passed = next
      next = chunks.next()
      guard let start = next?.samples.lowerBound ?? passed?.samples.last, start < table.count
      else { return }
      let ticks = UInt64(clamping: table.times(of: start, &times).decode)
      reached.ticks = max(reached.ticks, ticks)
    }
  }

  /// Follows the file from chunk to chunk. The time that the track of the next chunk has
  /// reached is compared with the earliest that any track has.
  private func checkOrder(_ found: inout CheckFindings) {
    var walks = tables.filter {
      ($0.track.mediaType == .video || $0.track.mediaType == .audio) && $0.track.timescale > 0
    }.prefix(Self.mostTracks).map {
      Walk($0.table, $0.table.sampleChunks.makeIterator(), timescale: $0.track.timescale)
    }
    guard walks.count > 1 else { return }
    var most: UInt128 = 0
    while true {
      let open = walks.indices.filter { walks[$0].next != nil }
      guard open.count > 1,
        let nearest = open.min(by: {
          (walks[$0].next?.offset ?? 0) < (walks[$1].next?.offset ?? 0)
        })
      else { break }
      walks[nearest].advance()
      guard let earliest = open.map({ walks[$0].reached }).min(by: { $0 < $1 }) else { continue }
      let (seconds, hasMore) = walks[nearest].reached.seconds(after: earliest)
      if seconds > Self.mostSeconds || seconds == Self.mostSeconds && hasMore {
        most = max(most, seconds)
      }
    }
    guard most > 0 else { return }
    found.report(
      "interleave", "samples of one moment are up to \(most) seconds of media apart",
      at: CheckPlace(path: "moov", offset: movie.atom.offset))
  }
}
