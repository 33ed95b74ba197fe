/// A feed of samples from a byte stream of H.264 or HEVC, such as an encoder writes into a pipe.
package final class VideoStreamFeed: SampleFeed {
  private var reader: VideoStreamReader
  private let stream: ByteStream
  private let spool: Spool?
  private var isAtEnd = false
  /// The first sample, which is read early to find out what the stream contains.
  private var first: StreamSample?
  /// The number of the reader's formats that the input knows.
  private var known = 1

  private static let pieceSize = 1 << 18
  /// The number of bytes that may wait in memory: a whole fragment of 12 MB, and, in most streams,
  /// all pictures that wait because others are shown before them.
  private static let mostInMemory = 1 << 24

  /// Reads up to the first picture whose time is known.
  /// - Parameter path: Where the movie will be written. Waiting pictures that would take too much
  ///   memory are kept in a file beside it. If it is nil, all of them stay in memory.
  ///
  /// Throws if the stream cannot be read, contains neither codec, or states no frame rate and none
  /// is given in `options`.
  package convenience init(
    _ stream: ByteStream, options: VideoStreamReader.Options = VideoStreamReader.Options(),
    beside path: FilePath? = nil
  ) throws(ReadingError) {
    try self.init(
      stream, options: options, spool: path.map { Spool(memory: Self.mostInMemory, beside: $0) })
  }

  init(
    _ stream: ByteStream, options: VideoStreamReader.Options, spool: Spool?
  ) throws(ReadingError) {
    self.stream = stream
    self.spool = spool
    reader = VideoStreamReader(options, spool: spool)
    try readHead()
    first = try next()
    guard first != nil else {
      throw .format(FormatError(.missing("the stream has no pictures")))
    }
  }

  /// Reads as much as is needed to know other kinds of files, in which a stream can be in pieces: start codes are
  /// found in them, too, but between those is what belongs to no picture.
  private func readHead() throws(ReadingError) {
    var head: [UInt8] = []
    while !isAtEnd, head.count < OtherFileKind.byteCount { head += try readPiece() }
    var kind = OtherFileKind.name(ofBeginning: head)
    let type = head.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    if TopLevelScan.anchors.contains(FourCC(rawValue: type)) { kind = "a QuickTime or MP4 file" }
    if let kind {
      throw .format(
        FormatError(.wrongKind("this is not a byte stream of H.264 or HEVC; it is \(kind)")))
    }
    reader.append(head[...])
    if isAtEnd { reader.finish() }
  }

  private var timescale: Int32 { reader.timescale ?? 0 }

  /// The duration of a frame whose fields are shown once, as given in the options or as the stream
  /// states it.
  package var frameDuration: MediaTime {
    reader.options.frameDuration ?? reader.formats[0].frameDuration
      ?? MediaTime(value: first?.duration ?? 0, timescale: timescale)
  }

  /// The number of pictures that were left out because parameter sets needed to decode them were
  /// missing.
  package var undecodablePictures: Int { reader.undecodablePictures }
  /// How many of them come before all others.
  package var undecodablePicturesAtStart: Int { reader.undecodablePicturesAtStart }
  /// When the first of the rest would be decoded; nil if there is none.
  package var firstGap: MediaTime? {
    reader.firstGap.map { MediaTime(value: $0, timescale: timescale) }
  }
  /// How many pictures come before the first at which decoding can begin; nil until there is one.
  package var picturesBeforeEntry: Int? { reader.picturesBeforeEntry }

  /// Whether bytes before the first start code were left out.
  package var beginsInUnit: Bool { reader.bytesBeforeFirstUnit > 0 }

  /// Whether the stream so far has pictures of other layers than the base layer, which the track does not describe.
  package var hasOtherLayers: Bool { reader.hasOtherLayers }

  /// The settings of the track to be written. Throws if a number does not fit the sample
  /// description.
  package func settings(
    for type: MovieWriter.Options.FileType
  ) throws(FormatError) -> MovieWriter.TrackSettings {
    let format = reader.formats[0]
    var settings = MovieWriter.TrackSettings(
      mediaType: .video, timescale: UInt32(timescale),
      sampleDescriptions: [try description(of: format, isQuickTime: type == .quickTime)])
    var width = Double(format.width)
    if let ratio = format.usability?.pixelAspectRatio, ratio.denominator > 0 {
      width *= Double(ratio.numerator) / Double(ratio.denominator)
    }
    settings.size = PixelSize(width: width, height: Double(format.height))
    return settings
  }

  private func description(
    of format: VideoStreamFormat, isQuickTime: Bool
  ) throws(FormatError) -> Atom {
    try format.sampleDescription(
      reader.options.placement, lengthSize: reader.options.lengthSize, isQuickTime: isQuickTime)
  }

  /// Throws `WritingError.parameterSetsChange`, too, if the parameter sets change and a fragmented
  /// movie keeps them in its header: the writer can then still go on and be finished.
  package func appendNext(to input: MovieWriter.Input) throws(WritingError) -> Bool {
    var sample = first
    first = nil
    if sample == nil { sample = try reading { () throws(ReadingError) in try next() } }
    guard let sample else { return false }
    func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: timescale) }
    try input.append(
      media(of: sample, in: input), count: 1,
      timing: SampleTiming(
        duration: time(sample.duration),
        presentationTime: time(sample.decodeTime) + time(sample.compositionOffset),
        decodeTime: time(sample.decodeTime)),
      attachments: SampleAttachments(sample),
      description: try descriptionIndex(of: sample, in: input))
    return true
  }

  /// A fragment can gather so many small samples that they, too, must leave memory for large ones.
  private func media(of sample: StreamSample, in input: MovieWriter.Input) -> MediaPiece {
    if let spooled = sample.spooled { return .spooled(spooled) }
    guard let spool, input.isInFragments else { return .bytes(sample.data[...]) }
    return .spooled(spool.keep(sample.data))
  }

  /// A fragmented movie has one sample description: others could not be added after the `moov` is
  /// written, and many readers (ffmpeg among them) use the first one for all fragments, whatever
  /// these say. If the parameter sets are in the samples, no other description is needed.
  private func descriptionIndex(
    of sample: StreamSample, in input: MovieWriter.Input
  ) throws(WritingError) -> Int {
    if input.isInFragments {
      guard sample.formatIndex == 0 || reader.options.placement == .samples else {
        throw WritingError.parameterSetsChange(
          track: input.trackID, at: MediaTime(value: sample.decodeTime, timescale: timescale))
      }
      return 0
    }
    while known <= sample.formatIndex {
      let description = try atoms { () throws(FormatError) -> Atom in
        try self.description(of: reader.formats[known], isQuickTime: input.isInQuickTime)
      }
      _ = try input.addSampleDescription(description)
      known += 1
    }
    return sample.formatIndex
  }

  private func next() throws(ReadingError) -> StreamSample? {
    while true {
      do throws(FormatError) {
        if let sample = try reader.next() { return sample }
      } catch { throw .format(error) }
      guard !isAtEnd else { return nil }
      let bytes = try readPiece()
      if isAtEnd { reader.finish() } else { reader.append(bytes[...]) }
    }
  }

  /// Returns the next bytes of the stream; none at its end.
  private func readPiece() throws(ReadingError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(IOError) { bytes = try stream.read(upTo: Self.pieceSize) } catch { throw .io(error) }
    isAtEnd = bytes.isEmpty
    return bytes
  }
}
