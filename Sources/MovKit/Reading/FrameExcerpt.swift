/// A frame of a track, and the samples that must be decoded before it, as a movie of its own that shows
/// nothing else. Its header comes first, so that it can be read from a pipe.
package struct FrameExcerpt {
  /// The most samples that are decoded for one frame.
  private static let mostSamples = 1 << 20
  private static let pieceSize: UInt64 = 1 << 20

  private let output: TrackOutput
  private let source: SampleSource
  private var head: [UInt8] = []
  private let samples: Range<Int>
  /// The sample whose bytes come next, and how many of them are already given.
  private var place: (sample: Int, done: UInt64)

  /// - Parameters:
  ///   - frame: The sample that is shown.
  ///   - output: The output that it comes from.
  ///   - movie: The movie of the track.
  /// - Throws: `FormatError` if a sample that is needed is not in the file, or there are too many.
  package init(
    of frame: SampleBuffer, from output: TrackOutput, in movie: Movie
  ) throws(FormatError) {
    self.output = output
    source = frame.source
    let first = min(output.entryPoint(for: frame)?.index ?? frame.index, frame.index)
    samples = first..<frame.index + 1
    place = (first, 0)
    guard samples.count <= Self.mostSamples else {
      throw FormatError(
        .unsupported("\(counted(samples.count, "sample")) would have to be decoded"),
        path: frame.path,
        at: frame.sample.offset)
    }
    var tables = Tables(from: first)
    for index in samples {
      guard let sample = output.sample(at: index) else { continue }
      _ = try sample.readableCount()
      try tables.add(sample.sample)
    }
    head = try Self.head(tables, frame.track, in: movie)
  }

  /// A finding if the first sample is none that decoding can begin with, so that the picture will be damaged; nil if
  /// nothing is known of that, or there is no sample before it.
  package func findingOfStart(in movie: Movie) -> Diagnostic? {
    guard samples.lowerBound > 0, let first = output.sample(at: samples.lowerBound) else {
      return nil
    }
    return first.track.findingOfStart(
      at: first.sample, in: movie.file.source, so: "the picture is damaged")
  }

  /// Returns the next bytes of the movie, about a megabyte at most; none at the end.
  package mutating func next() throws(IOError) -> [UInt8] {
    guard head.isEmpty else {
      defer { head = [] }
      return head
    }
    while place.sample < samples.upperBound {
      guard let sample = output.sample(at: place.sample)?.sample, place.done < sample.size else {
        place = (place.sample + 1, 0)
        continue
      }
      let count = min(sample.size - place.done, Self.pieceSize)
      let bytes = try source.read(at: sample.offset + place.done, count: Int(count))
      place.done += count
      return Array(bytes)
    }
    return []
  }

  // MARK: The header

  /// What the tables of the samples have.
  private struct Tables {
    let first: Int
    var durations: [TimeToSample.Row] = []
    var offsets: [CompositionOffsets.Row] = []
    var sizes: [UInt32] = []
    var syncs: [UInt32] = []
    var chunks: [(samples: UInt32, description: UInt32, offset: UInt64)] = []
    var size: UInt64 = 0
    var duration: Int64 = 0
    /// The last sample in the new media.
    var shown: (time: Int64, duration: UInt64) = (0, 1)

    init(from first: Int) { self.first = first }

    mutating func add(_ sample: SampleTable.Sample) throws(FormatError) {
      func refuse() -> FormatError {
        FormatError(.invalidTime("a time or a size of a sample is out of range"))
      }
      guard let delta = UInt32(exactly: sample.duration), let bytes = UInt32(exactly: sample.size),
        let description = UInt32(exactly: sample.descriptionIndex)
      else { throw refuse() }
      let (time, late) = duration.addingReportingOverflow(Int64(sample.compositionOffset))
      let (end, long) = duration.addingReportingOverflow(Int64(delta))
      let (total, large) = size.addingReportingOverflow(sample.size)
      guard !late, !long, !large else { throw refuse() }
      if durations.last?.sampleDelta == delta {
        durations[durations.count - 1].sampleCount += 1
      } else {
        durations.append(.init(sampleCount: 1, sampleDelta: delta))
      }
      if offsets.last?.sampleOffset == sample.compositionOffset {
        offsets[offsets.count - 1].sampleCount += 1
      } else {
        offsets.append(.init(sampleCount: 1, sampleOffset: sample.compositionOffset))
      }
      sizes.append(bytes)
      if sample.isSync || sample.index == first { syncs.append(UInt32(sample.index - first + 1)) }
      if chunks.last?.description == description {
        chunks[chunks.count - 1].samples += 1
      } else {
        chunks.append((1, description, size))
      }
      shown = (time, max(1, sample.duration))
      (duration, size) = (end, total)
    }
  }

  private static func head(
    _ tables: Tables, _ track: Track, in movie: Movie
  ) throws(FormatError) -> [UInt8] {
    // The size of the header does not depend on the places that it names.
    let size = try movieAtom(tables, track, in: movie, mediaAt: 0).serialized().count
    let type = try FileType(majorBrand: "qt  ", minorVersion: 0, compatibleBrands: ["qt  "])
    var bytes = try Atom("ftyp", type).serialized()
    let mediaStart = UInt64(bytes.count + size + 16)
    bytes += try movieAtom(tables, track, in: movie, mediaAt: mediaStart).serialized()
    var media = AtomHeader()
    media.type = "mdat"
    media.size = 1
    (media.largeSize, _) = tables.size.addingReportingOverflow(16)
    bytes += try media.serialized()
    return bytes
  }

  private static func movieAtom(
    _ tables: Tables, _ track: Track, in movie: Movie, mediaAt start: UInt64
  ) throws(FormatError) -> Atom {
    // An edit cannot begin before the media, so all samples are shown later.
    let least = Int64(tables.offsets.map(\.sampleOffset).min() ?? 0)
    let delay = max(0, -least)
    let time = tables.shown.time + delay
    var header = (try? movie.atom.first("mvhd")?.decode(MovieHeader.self)) ?? MovieHeader()
    header.timescale = track.timescale
    header.setDuration(tables.shown.duration)
    let edit = try EditList([
      EditList.Row(segmentDuration: tables.shown.duration, mediaTime: time)
    ])
    var trackHeader = track.atom.trackHeader ?? TrackHeader()
    trackHeader.trackID = track.id
    trackHeader.setDuration(tables.shown.duration)
    return Atom(
      "moov",
      children: [
        try Atom("mvhd", header),
        Atom(
          "trak",
          children: [
            try Atom("tkhd", trackHeader),
            Atom("edts", children: [try Atom("elst", edit)]),
            try mediaAtom(tables, track, delay: delay, mediaAt: start),
          ]),
      ])
  }

  private static func mediaAtom(
    _ tables: Tables, _ track: Track, delay: Int64, mediaAt start: UInt64
  ) throws(FormatError) -> Atom {
    var header = MediaHeader()
    header.timescale = track.timescale
    header.duration = UInt64(clamping: tables.duration)
    header.version = HeaderVersion.lowest(durations: header.duration)
    let old = track.atom.first("mdia")
    let kept = old?.first("minf")?.children.filter { ["vmhd", "gmhd", "nmhd"].contains($0.type) }
    // All samples are in the new file, whatever reference a description names.
    let reference = try Atom("url ", URLDataReference())
    let count = old?.first("minf")?.descendant("dinf", "dref")?.entries.count ?? 1
    let references = try Atom(
      "dref", DataReferences(), children: Array(repeating: reference, count: max(1, count)))
    return Atom(
      "mdia",
      children: [try Atom("mdhd", header)]
        + (old?.children.filter { $0.type == "hdlr" } ?? []) + [
          Atom(
            "minf",
            children: (kept ?? []) + [
              Atom("dinf", children: [references]),
              try sampleTable(tables, track, delay: delay, mediaAt: start),
            ])
        ])
  }

  private static func sampleTable(
    _ tables: Tables, _ track: Track, delay: Int64, mediaAt start: UInt64
  ) throws(FormatError) -> Atom {
    guard let descriptions = track.atom.descendant("mdia", "minf", "stbl", "stsd") else {
      throw FormatError(.invalid("the track has no sample descriptions"), path: track.path)
    }
    var durations = TimeToSample()
    durations.entries = try Table(tables.durations)
    var chunks = SampleToChunk()
    var places = ChunkOffsets64()
    chunks.entries = try Table(
      tables.chunks.enumerated().map { number, chunk in
        SampleToChunk.Row(
          firstChunk: UInt32(number + 1), samplesPerChunk: chunk.samples,
          sampleDescriptionIndex: chunk.description + 1)
      })
    places.offsets = try Table(tables.chunks.map { start &+ $0.offset })
    var children = [descriptions, try Atom("stts", durations)]
    if tables.offsets.contains(where: { $0.sampleOffset != 0 }) {
      var rows: [CompositionOffsets.Row] = []
      for row in tables.offsets {
        guard let offset = Int32(exactly: Int64(row.sampleOffset) + delay) else {
          throw FormatError(.invalidTime("composition offsets are out of range"))
        }
        rows.append(.init(sampleCount: row.sampleCount, sampleOffset: offset))
      }
      var offsets = CompositionOffsets()
      offsets.entries = try Table(rows)
      children.append(try Atom("ctts", offsets))
    }
    if tables.syncs.count < tables.sizes.count {
      var syncs = SyncSamples()
      syncs.sampleNumbers = try Table(tables.syncs)
      children.append(try Atom("stss", syncs))
    }
    children += [
      try Atom("stsc", chunks), try Atom("stsz", SampleSizes(try Table(tables.sizes))),
      try Atom("co64", places),
    ]
    return Atom("stbl", children: children)
  }
}
