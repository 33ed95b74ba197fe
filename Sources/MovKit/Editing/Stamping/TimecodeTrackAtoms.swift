/// Builds the `trak` of a timecode track.
struct TimecodeTrackAtoms {
  var isQuickTime: Bool
  var trackID: UInt32
  var media: TimecodeMedia
  var movieTimescale: UInt32
  /// The width of the video in pixels, in 16.16 fixed point.
  var width: UFixed16x16
  var creationTime: MacDate
  /// The file offset of the first sample in bytes. The others follow it.
  var sampleOffset: UInt64

  func track() throws(FormatError) -> Atom {
    var track = MediaTrackAtoms(
      isQuickTime: isQuickTime, mediaType: "tmcd", sampleTable: try sampleTable())
    track.header.flags = TrackHeader.enabled | TrackHeader.inMovie | TrackHeader.inPreview
    if isQuickTime {
      track.header.flags |= TrackHeader.inPoster
      track.header.width = width
      track.header.height = Self.height
    }
    track.header.creationTime = creationTime
    track.header.modificationTime = creationTime
    track.header.trackID = trackID
    track.header.duration = try media.editedDuration(movieTimescale: movieTimescale)
    track.mediaHeader.creationTime = creationTime
    track.mediaHeader.modificationTime = creationTime
    track.mediaHeader.timescale = media.timescale
    track.mediaHeader.duration = media.duration
    track.edits = media.edits
    return try track.track()
  }

  /// High enough for a line of text, which is how players show timecode.
  static let height = UFixed16x16(rawValue: 20 << 16)

  private func sampleTable() throws(FormatError) -> [Atom] {
    [
      try Atom(
        "stsd", SampleDescriptions(),
        children: media.formats.map { format throws(FormatError) in
          try format.sampleDescription()
        })
    ] + (try media.sampleTables(at: sampleOffset))
  }
}

extension TimecodeMedia {
  /// Returns the tables of the samples, which follow each other from an offset on: `stts`, `stsc`,
  /// `stsz`, and `stco` or `co64`.
  func sampleTables(at offset: UInt64) throws(FormatError) -> [Atom] {
    let chunks = chunks(at: offset)
    let isWide = chunks.last.map { UInt32(exactly: $0.offset) == nil } ?? false
    return [
      try Atom("stts", times()), try Atom("stsc", Self.sampleToChunk(chunks)),
      try Atom("stsz", sizes()), try isWide ? Self.wide(chunks) : Self.narrow(chunks),
    ]
  }

  /// Samples that follow each other in the file and have the same description.
  private struct Chunk {
    var offset: UInt64
    var count: UInt32
    var formatIndex: Int
  }

  private func chunks(at offset: UInt64) -> [Chunk] {
    var chunks: [Chunk] = []
    var place = offset
    for sample in samples {
      if let last = chunks.indices.last, chunks[last].formatIndex == sample.formatIndex {
        chunks[last].count += 1
      } else {
        chunks.append(Chunk(offset: place, count: 1, formatIndex: sample.formatIndex))
      }
      place += UInt64(format(of: sample).mediaSubType.sampleSize)
    }
    return chunks
  }

  private func times() throws(FormatError) -> TimeToSample {
    var rows: [TimeToSample.Row] = []
    for sample in samples {
      if let last = rows.indices.last, rows[last].sampleDelta == sample.duration {
        rows[last].sampleCount += 1
      } else {
        rows.append(TimeToSample.Row(sampleCount: 1, sampleDelta: sample.duration))
      }
    }
    var times = TimeToSample()
    times.entries = try Table(rows)
    return times
  }

  private func sizes() throws(FormatError) -> SampleSizes {
    let sizes = samples.lazy.map { UInt32(format(of: $0).mediaSubType.sampleSize) }
    if let first = sizes.first, sizes.allSatisfy({ $0 == first }) {
      return SampleSizes(sampleCount: UInt32(clamping: sizes.count), ofSize: first)
    }
    return try SampleSizes(Table(Array(sizes)))
  }

  private static func sampleToChunk(_ chunks: [Chunk]) throws(FormatError) -> SampleToChunk {
    var rows: [SampleToChunk.Row] = []
    for (index, chunk) in chunks.enumerated() {
      let row = SampleToChunk.Row(
        firstChunk: UInt32(clamping: index + 1), samplesPerChunk: chunk.count,
        sampleDescriptionIndex: UInt32(clamping: chunk.formatIndex + 1))
      guard
        rows.last.map({
          $0.samplesPerChunk != row.samplesPerChunk
            || $0.sampleDescriptionIndex != row.sampleDescriptionIndex
        }) ?? true
      else { continue }
      rows.append(row)
    }
    var table = SampleToChunk()
    table.entries = try Table(rows)
    return table
  }

  private static func narrow(_ chunks: [Chunk]) throws(FormatError) -> Atom {
    var table = ChunkOffsets()
    table.offsets = try Table(chunks.map { UInt32(clamping: $0.offset) })
    return try Atom("stco", table)
  }

  private static func wide(_ chunks: [Chunk]) throws(FormatError) -> Atom {
    var table = ChunkOffsets64()
    table.offsets = try Table(chunks.map(\.offset))
    return try Atom("co64", table)
  }
}
