/// A track that is added to an existing movie: its tables, and where its media is copied from.
///
/// Media that is in no file, such as samples made from a byte stream, is kept in a scratch file
/// until it is copied.
final class NewTrack: InputOwner {
  let options: MovieWriter.Options
  private var interleaver = Interleaver()
  private let scratch: ScratchFile
  /// Ranges of `files`. If `file` is nil, the range is in the scratch file.
  private var pieces: [(range: Range<UInt64>, file: Int?)] = []
  private var files: [File] = []
  /// The size of all media in bytes.
  private(set) var size: UInt64 = 0

  /// Takes all samples of a feed.
  /// - Parameters:
  ///   - options: The kind of file, and which time of the feed is the start of the movie.
  ///   - path: Where the movie will be written. The scratch file is kept beside it until then.
  static func collect(
    _ feed: any SampleFeed, settings: MovieWriter.TrackSettings, trackID: UInt32,
    options: MovieWriter.Options, beside path: FilePath
  ) throws(WritingError) -> (input: MovieWriter.Input, media: NewTrack) {
    guard let timescale = Int32(exactly: settings.timescale), timescale > 0 else {
      throw .format(FormatError(.invalidTime("invalid timescale \(settings.timescale)")))
    }
    let media = try io { () throws(IOError) in
      try NewTrack(options, timescale: timescale, beside: path)
    }
    let input = MovieWriter.Input(
      settings, index: 0, trackID: trackID, timescale: timescale, writer: media)
    // The tables of the input outlast what its samples were passed to.
    defer { input.writerEnds() }
    var feed = feed
    while try feed.appendNext(to: input) {}
    try input.markAsFinished()
    return (input, media)
  }

  private init(
    _ options: MovieWriter.Options, timescale: Int32, beside path: FilePath
  ) throws(IOError) {
    self.options = options
    scratch = try ScratchFile(beside: path)
    interleaver.addLane(
      chunkTicks: options.chunkTicks(per: timescale), start: options.startTime)
  }

  /// The ranges of the media, in order.
  func media() throws(IOError) -> [(range: Range<UInt64>, file: File)] {
    let kept = try scratch.contents()
    return pieces.map { piece in (piece.range, piece.file.map { files[$0] } ?? kept) }
  }

  func isReady(_ input: MovieWriter.Input) -> Bool { true }

  func checkHeaderIsOpen() {}

  func accept(
    _ samples: InputSamples, from input: MovieWriter.Input
  ) throws(WritingError) {
    interleaver.append(samples, to: 0)
    try take(for: input)
  }

  func fitting(_ rows: GatheredSamples.Rows, of input: MovieWriter.Input) -> GatheredSamples.Rows {
    interleaver.fitting(rows, in: 0)
  }

  func accept(
    _ rows: GatheredSamples.Rows, of media: GatheredSamples.Media, from input: MovieWriter.Input
  ) throws(WritingError) {
    interleaver.append(rows, of: media, timescale: input.timescale, to: 0)
    try take(for: input)
  }

  func finish(_ input: MovieWriter.Input) throws(WritingError) {
    interleaver.finish(0)
    try take(for: input)
  }

  private func take(for input: MovieWriter.Input) throws(WritingError) {
    while let (_, chunk) = interleaver.next() {
      input.addChunk(chunk, at: size)
      for piece in chunk.pieces { try add(piece) }
      size += chunk.size
    }
  }

  private func add(_ piece: MediaPiece) throws(WritingError) {
    switch piece {
    case .bytes(let bytes):
      try add(io { () throws(IOError) in try scratch.append(bytes) }, of: nil)
    case .spooled(let spooled):
      for block in spooled.blocks {
        try add(io { () throws(IOError) in try scratch.append(block.bytes()) }, of: nil)
      }
    case .range(let range, let source):
      let file = files.firstIndex { $0 === source } ?? files.count
      if file == files.count { files.append(source) }
      add(range, of: file)
    }
  }

  private func add(_ range: Range<UInt64>, of file: Int?) {
    if let last = pieces.last, last.file == file, last.range.upperBound == range.lowerBound {
      pieces[pieces.count - 1].range = last.range.lowerBound..<range.upperBound
    } else if !range.isEmpty {
      pieces.append((range, file))
    }
  }
}
