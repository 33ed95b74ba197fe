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
        if let header = headers.first(where: {
          chunk.offset < $0.range.upperBound && end > $0.range.lowerBound
        }) {
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

  private static let headers: Set<FourCC> = ["moov", "ftyp"]

  // MARK: Order

  /// The tracks that are compared: more would take long.
  private static let mostTracks = 8
  /// The seconds by which samples of one moment may be apart.
  private static let mostSeconds: Double = 10

  /// Where a walk along the chunks of a track is.
  private struct Walk {
    let timescale: Double
    let table: SampleTable
    var chunks: AnyIterator<SampleTable.Chunk>
    var times = SampleTable.TimesWalk()
    var next: SampleTable.Chunk?
    /// The time up to which the chunks that were passed have samples, in seconds.
    var reached: Double = 0

    init(_ table: SampleTable, timescale: UInt32) {
      self.timescale = Double(timescale)
      self.table = table
      chunks = AnyIterator(table.sampleChunks.makeIterator())
      next = chunks.next()
    }

    mutating func advance() {
      next = chunks.next()
      guard let start = next?.samples.lowerBound, start < table.count else { return }
      reached = max(reached, Double(table.times(of: start, &times).decode) / timescale)
    }
  }

  /// Follows the file from chunk to chunk. The track that is farthest behind has its next samples only
  /// after those of the others that are reached by then.
  private func checkOrder(_ found: inout CheckFindings) {
    var walks = tables.filter {
      ($0.track.mediaType == .video || $0.track.mediaType == .audio) && $0.track.timescale > 0
    }.prefix(Self.mostTracks).map { Walk($0.table, timescale: $0.track.timescale) }
    guard walks.count > 1 else { return }
    var most: Double = 0
    while true {
      let open = walks.indices.filter { walks[$0].next != nil }
      guard open.count > 1,
        let nearest = open.min(by: {
          (walks[$0].next?.offset ?? 0) < (walks[$1].next?.offset ?? 0)
        })
      else { break }
      walks[nearest].advance()
      guard walks[nearest].next != nil else { continue }
      let behind = open.map { walks[$0].reached }.min() ?? 0
      most = max(most, walks[nearest].reached - behind)
    }
    guard most > Self.mostSeconds else { return }
    let seconds = Int(clamping: Int64(min(most, 1e9)))
    found.report(
      "interleave", "samples of one moment are up to \(seconds) seconds of media apart",
      at: CheckPlace(path: "moov", offset: movie.atom.offset))
  }
}
