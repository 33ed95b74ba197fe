@testable import MovKit
@testable import movtool

enum SamplesTarget {
  static func run(_ bytes: [UInt8]) throws {
    let profiles = Set(CheckProfile.allCases)
    for finding in (try? MovieCheck(of: MemorySource(bytes), profiles: profiles))?.findings ?? [] {
      try law(CheckRule.named(finding.rule) != nil, "\(finding.rule) is no rule")
      try law(finding.fingerprint.utf8.count == 32 && finding.count > 0, "\(finding.rule)")
    }
    guard let movie = try? Movie(from: MemorySource(bytes)) else { return }
    _ = NamedMetadata(movie)
    movie.forEachMetadataItem { _ = ($0.name, $0.text, $0.location) }
    _ = movie.findings()
    _ = PageRelink(movie, in: "movie.mov")
    for track in movie.tracks.prefix(8) {
      try walk(track)
      let page = PageTrack(track, try? track.sampleTable())
      try law(
        page.isShort || page.size.count == page.sampleCount, "a page lacks some of the samples")
      guard var groups = try? TrackSampleGroups(of: track, in: movie) else { continue }
      for index in [0, 1, 63, 2, .max, -1] { _ = groups.groups(of: index) }
    }
    try read(movie, nil)
    try read(
      movie,
      MediaTimeRange(
        start: MediaTime(value: 1, timescale: 3), duration: MediaTime(value: 1, timescale: 1)))
    let part = MediaTimeRange(
      start: MediaTime(value: 1, timescale: 2), duration: MediaTime(value: 1, timescale: 2))
    if movie.isFragmented, let movie = try? Movie(from: MemorySource(bytes), during: part) {
      for track in movie.tracks.prefix(8) { try walk(track) }
    }
  }

  private static func walk(_ track: Track) throws {
    guard let table = try? track.sampleTable() else { return }
    _ = (table.duration, table.commonestDuration?.ticks)
    var walker = table.makeIterator()
    for index in 0..<64 {
      guard let sample = walker.next() else { break }
      try law(table[index] == sample, "sample \(index) differs by walk and by index")
      try law(table.chunk(of: index).samples.contains(index), "sample \(index) is in no chunk")
      _ = (sample.byteRange, sample.presentationTime)
    }
    var batches = table.makeIterator()
    for _ in 0..<64 { guard batches.next(atMost: 1000) != nil else { break } }
    if table.count > 0 {
      let middle = table[table.count / 2]
      _ = table.chunk(of: table.count - 1)
      var holders = table.indexes(ofSamplesAt: middle.offset).makeIterator()
      _ = holders.next()
      _ = table.index(atDecodeTime: table[table.count - 1].decodeTime)
      _ = (table.index(atDecodeTime: .max), table.index(atDecodeTime: .min))
      _ = table.entryPoint(atOrBefore: table.count - 1)
      var tail = SampleTable.Iterator(table, at: max(0, table.count - 3))
      while tail.next() != nil {}
    }
    var chunks = table.sampleChunks.makeIterator()
    for _ in 0..<64 { guard chunks.next() != nil else { break } }
    if var frames = try? PresentedFrames(track) {
      for _ in 0..<64 { guard frames.next() != nil else { break } }
    }
    _ = track.editedDuration
    _ = track.mediaTime(at: MediaTime(value: 1, timescale: 2))
    _ = (track.metadata, track.protectionScheme)
  }

  private static func read(_ movie: Movie, _ range: MediaTimeRange?) throws {
    let reader = MovieReader(movie)
    reader.timeRange = range
    for track in movie.tracks.prefix(8) {
      guard let output = try? reader.addOutput(for: track) else { continue }
      if let sample = output.sample(presentedAt: MediaTime(value: 1, timescale: 7)) {
        _ = output.entryPoint(for: sample)
        try picture(of: sample, from: output, in: movie)
      }
    }
    reader.startReading()
    for _ in 0..<256 {
      guard let sample = try? reader.nextSample() else { break }
      _ = (sample.timing, sample.shownRange, sample.sampleDescription, sample.isInThisFile)
      if let description = sample.sampleDescription {
        let audio = (try? ElementaryAudio(description: description)).flatMap { $0 }
        _ = try? audio?.head(ofSampleOf: Int(clamping: sample.size))
      }
      guard let data = try? sample.data() else { continue }
      try law(UInt64(data.count) == sample.size, "a sample of another size")
    }
  }

  /// A frame is a picture, or a movie of its own that another program decodes.
  private static func picture(
    of sample: SampleBuffer, from output: TrackOutput, in movie: Movie
  ) throws {
    if case .pixels(let pixels)? = try? sample.picture() { _ = pixels.png() }
    guard var excerpt = try? FrameExcerpt(of: sample, from: output, in: movie) else { return }
    _ = excerpt.findingOfStart(in: movie)
    var bytes: [UInt8] = []
    while bytes.count < 1 << 16, let more = try? excerpt.next(), !more.isEmpty { bytes += more }
    guard let alone = try? Movie(from: MemorySource(bytes)) else {
      throw BrokenLaw("a frame in a movie of its own that cannot be read")
    }
    try law(alone.tracks.count == 1, "a frame in a movie of \(alone.tracks.count) tracks")
  }
}
