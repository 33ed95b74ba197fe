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
        if let last = headers.indexBeforeFirst(where: { $0.range.lowerBound >= end }),
          chunk.offset < headers[last].range.upperBound
        {
          inHeader += 1
          first = first ?? headers[last].type
        }
      }
      if let first {
        found.report(
          "chunk-in-header",
          "\(counted(inHeader, "chunk", "lies", "lie")) in \(first)",
          at: track.place("mdia", "minf", "stbl"))
      }
    }
    checkOverlaps(&found)
  }

  /// The chunks of a table that have bytes and are in the file.
  private func chunksInFile(of table: SampleTable) -> some Sequence<SampleTable.Chunk> {
    let size = movie.file.size
    return table.chunks.lazy.filter {
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

  /// Where a walk along the chunks of a track is.
  private struct Walk<Chunks: IteratorProtocol<SampleTable.Chunk>> {
    let table: SampleTable
    let start: MediaStart
    var chunks: Chunks
    var times = SampleTable.TimesWalk()
    var next: SampleTable.Chunk?
    /// The time of the movie up to which the chunks that were passed have samples: when the next chunk begins
    /// or, after the last chunk, when its last sample does.
    var reached: MovieMoment

    init(_ table: SampleTable, _ chunks: Chunks, start: MediaStart) {
      self.table = table
      self.start = start
      self.chunks = chunks
      next = self.chunks.next()
      // The first fragment may begin late.
      let first = next.map(\.samples.lowerBound) ?? 0
      reached = start.moment(first < table.count ? table.times(of: first, &times).decode : 0)
    }

    mutating func advance() {
      let passed = next
      next = chunks.next()
      guard let sample = next?.samples.lowerBound ?? passed?.samples.last, sample < table.count
      else { return }
      let time = start.moment(table.times(of: sample, &times).decode)
      if reached < time { reached = time }
    }
  }

  /// Follows the file from chunk to chunk. The time that the track of the next chunk has
  /// reached is compared with the earliest that any track has.
  private func checkOrder(_ found: inout CheckFindings) {
    let starts = tables.lazy.filter {
      $0.track.mediaType == .video || $0.track.mediaType == .audio
    }.compactMap { track, table in
      // What is never shown need not be near anything.
      MediaStart(of: track, inMovieOf: movie.timescale).map { (table: table, start: $0) }
    }.prefix(Self.mostTracks)
    var walks = Array(starts).map {
      Walk($0.table, $0.table.chunks.makeIterator(), start: $0.start)
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
