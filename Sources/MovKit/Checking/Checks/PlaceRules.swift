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
    let outside = OutsideMedia(movie.file.atoms)
    var inFragments: [UInt32: [Misplaced]] = [:]
    lazy var countsFromFirstAtom = offsetsCountFromFirstAtom(outside)
    for (track, table) in tables {
      var inMovie: [Misplaced] = []
      var late: [Misplaced] = []
      for chunk in chunksInFile(of: table) {
        guard let (type, isFree) = outside.touched(by: chunk.offset..<chunk.offset + chunk.size)
        else { continue }
        if chunk.samples.lowerBound < table.movieCount {
          inMovie.add(type, isFree: isFree, sample: chunk.samples.lowerBound)
        } else {
          late.add(type, isFree: isFree, sample: chunk.samples.lowerBound - table.movieCount)
        }
      }
      for misplaced in inMovie where !countsFromFirstAtom {
        report(
          misplaced, counted(misplaced.count, "chunk", "lies", "lie"),
          at: track.place("mdia", "minf", "stbl"), &found)
      }
      if !late.isEmpty { inFragments[track.id] = late }
    }
    for isFree in [false, true] where !inFragments.isEmpty {
      let wanted = inFragments.compactMapValues { $0.first { $0.isFree == isFree } }
      let places = FragmentPlaces(of: wanted.mapValues(\.sample), in: movie.file)
      for (track, _) in tables {
        guard let misplaced = wanted[track.id] else { continue }
        report(
          misplaced,
          counted(
            misplaced.count, "run", "of samples of track \(track.id) lies",
            "of samples of track \(track.id) lie"),
          at: places[track.id] ?? track.place(), &found)
      }
    }
    checkOverlaps(&found)
  }

  /// Whether the chunks of `moov` are where media is if their offsets count from the first atom of a file that has bytes
  /// before it. So they do in a QuickTime movie to which a MacBinary header was added (`leading-bytes`).
  private func offsetsCountFromFirstAtom(_ outside: OutsideMedia) -> Bool {
    let (leading, size) = (movie.file.leading.length, movie.file.size)
    guard leading > 0 else { return false }
    return tables.allSatisfy { _, table in
      table.chunks.allSatisfy { chunk in
        guard chunk.size > 0, chunk.samples.lowerBound < table.movieCount else { return true }
        let start = chunk.offset.addingClamping(leading)
        let end = start.addingClamping(chunk.size)
        return end <= size && outside.touched(by: start..<end) == nil
      }
    }
  }

  private func report(
    _ misplaced: Misplaced, _ lie: String, at place: CheckPlace, _ found: inout CheckFindings
  ) {
    if misplaced.isFree {
      found.report("chunk-in-free-space", "\(lie) in \(misplaced.type)", at: place)
    } else {
      found.report("chunk-in-header", "\(lie) in \(misplaced.type)", at: place)
    }
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
          + "first at \(place ?? 0)",
        at: place.flatMap(placeOfRun) ?? CheckPlace(path: "moov", offset: movie.atom.offset))
    }
  }

  /// Returns what describes the samples of fragments that begin at a place of the file; nil if there are none.
  private func placeOfRun(at offset: UInt64) -> CheckPlace? {
    for (track, table) in tables where track.hasFragments {
      let run = chunksInFile(of: table).first {
        $0.offset == offset && $0.samples.lowerBound >= table.movieCount
      }
      guard let run else { continue }
      let wanted = [track.id: run.samples.lowerBound - table.movieCount]
      return FragmentPlaces(of: wanted, in: movie.file)[track.id]
    }
    return nil
  }

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

/// Chunks of a track that lie where no media is.
private struct Misplaced {
  /// The type of the atom that the first of them is in.
  let type: FourCC
  /// Whether they are in free space.
  let isFree: Bool
  /// The first sample of the first of them.
  let sample: Int
  var count = 1
}

extension [Misplaced] {
  fileprivate mutating func add(_ type: FourCC, isFree: Bool, sample: Int) {
    if let index = firstIndex(where: { $0.isFree == isFree }) {
      self[index].count += 1
    } else {
      append(Misplaced(type: type, isFree: isFree, sample: sample))
    }
  }
}

/// The bytes of a file that are no media: its headers, those of media too, and its free space.
private struct OutsideMedia {
  private typealias Part = (type: FourCC, range: Range<UInt64>)
  /// In the order of the file.
  private var inHeaders: [Part] = []
  private var free: [Part] = []

  init(_ atoms: [Atom]) {
    for atom in atoms {
      guard let offset = atom.offset else { continue }
      let whole = offset..<offset.addingClamping(atom.size)
      if Self.headers.contains(atom.type) {
        inHeaders.append((atom.type, whole))
      } else if atom.type == "mdat" {
        inHeaders.append((atom.type, offset..<offset.addingClamping(UInt64(atom.headerSize))))
      } else if Self.freeSpace.contains(atom.type) {
        free.append((atom.type, whole))
      }
    }
  }

  /// Returns which of them some bytes touch; the first, if several, and free space only if no header.
  func touched(by bytes: Range<UInt64>) -> (type: FourCC, isFree: Bool)? {
    if let type = Self.first(of: inHeaders, in: bytes) { return (type, false) }
    return Self.first(of: free, in: bytes).map { ($0, true) }
  }

  private static func first(of parts: [Part], in bytes: Range<UInt64>) -> FourCC? {
    // They follow each other, so the first one that ends after the start is the nearest.
    let index = parts.partitioningIndex { $0.range.upperBound > bytes.lowerBound }
    guard index < parts.count, parts[index].range.lowerBound < bytes.upperBound else { return nil }
    return parts[index].type
  }

  private static let headers: Set<FourCC> = [
    "moov", "ftyp", "moof", "styp", "sidx", "ssix", "mfra", "meta", "udta", "pnot", "pdin", "prft",
    "emsg", "wide",
  ]
  /// What a program may remove or overwrite; `wide` belongs to the header of the atom after it.
  private static let freeSpace: Set<FourCC> = ["free", "skip"]
}
