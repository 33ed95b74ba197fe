/// A byte stream of H.264 or HEVC, such as an encoder writes into a pipe, on its way into a movie.
package final class VideoStreamFeed: SampleFeed {
  private var reader: VideoStreamReader
  private let stream: ByteStream
  private let spool: Spool?
  private var isAtEnd = false
  /// The first sample, which was read to know what the stream is.
  private var first: StreamSample?
  /// How many of the reader's formats the input knows.
  private var known = 1

  private static let pieceSize = 1 << 18
  /// Bytes that may wait in memory: a whole fragment of 12 MB, and in most streams all pictures that
  /// others are shown ahead of.
  private static let mostInMemory = 1 << 24

  /// Reads up to the first picture whose time is known.
  /// - Parameter path: where the movie will stand. Beside it, pictures that wait are kept where
  ///   memory would hold too many; nil: it holds all.
  ///
  /// Throws where the stream cannot be read, holds neither codec, or tells no frame rate and none is
  /// given in `options`.
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
    first = try next()
    guard first != nil else {
      throw .format(FormatError(.invalid("the stream has no pictures")))
    }
  }

  private var timescale: Int32 { reader.timescale ?? 0 }

  /// How long a frame lasts whose fields are shown once, as given or as the stream tells.
  package var frameDuration: MediaTime {
    reader.options.frameDuration ?? reader.formats[0].frameDuration
      ?? MediaTime(value: first?.duration ?? 0, timescale: timescale)
  }

  /// Pictures that could not be decoded for want of parameter sets, and were left out.
  package var undecodablePictures: Int { reader.undecodablePictures }

  /// The track to be written. Throws where a number does not fit the description.
  package func settings(
    for type: MovieWriter.Options.FileType
  ) throws(FormatError) -> MovieWriter.TrackSettings {
    let format = reader.formats[0]
    var settings = MovieWriter.TrackSettings(
      mediaType: "vide", timescale: UInt32(timescale),
      sampleDescriptions: [try description(of: format, isQuickTime: type == .quickTime)])
    var width = UInt64(clamping: format.width)
    if let ratio = format.usability?.pixelAspectRatio, ratio.denominator > 0 {
      let (product, overflow) = width.multipliedReportingOverflow(
        by: UInt64(clamping: ratio.numerator))
      if !overflow { width = product / UInt64(clamping: ratio.denominator) }
    }
    settings.width = UFixed16x16(pixels: width)
    settings.height = UFixed16x16(pixels: UInt64(clamping: format.height))
    return settings
  }

  private func description(
    of format: VideoStreamFormat, isQuickTime: Bool
  ) throws(FormatError) -> Atom {
    try format.sampleDescription(
      reader.options.placement, lengthSize: reader.options.lengthSize, isQuickTime: isQuickTime)
  }

  /// Throws also where the parameter sets change and a fragmented movie keeps them in its header
  /// (`WritingError.parameterSetsChange`): the writer can go on then, and be finished.
  package func appendNext(to input: MovieWriter.Input) throws -> Bool {
    var sample = first
    first = nil
    if sample == nil { sample = try next() }
    guard let sample else { return false }
    func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: timescale) }
    try input.append(
      media(of: sample, in: input), count: 1,
      timing: SampleTiming(
        duration: time(sample.duration),
        presentationTime: time(sample.decodeTime) + time(sample.compositionOffset),
        decodeTime: time(sample.decodeTime)),
      attachments: SampleAttachments(
        isSync: sample.isSync, isPartialSync: sample.isPartialSync,
        dependsOnOthers: sample.dependsOnOthers, isDependedOn: sample.isDependedOn,
        hasRedundancy: sample.hasRedundancy ? true : nil, isLeading: sample.isLeading ? true : nil),
      description: try descriptionIndex(of: sample, in: input))
    return true
  }

  /// Of small samples a fragment gathers so many that they, too, must leave large ones less memory.
  private func media(of sample: StreamSample, in input: MovieWriter.Input) -> MediaPiece {
    if let spooled = sample.spooled { return .spooled(spooled) }
    guard let spool, input.isInFragments else { return .bytes(sample.data[...]) }
    return .spooled(spool.keep(sample.data))
  }

  /// A fragmented movie has one description: others could not be added behind the header, and
  /// readers at large (ffmpeg among them) take the first for all fragments, whatever these say. Sets
  /// that stand in the samples need no other.
  private func descriptionIndex(
    of sample: StreamSample, in input: MovieWriter.Input
  ) throws -> Int {
    if input.isInFragments {
      guard sample.formatIndex == 0 || reader.options.placement == .samples else {
        throw WritingError.parameterSetsChange(
          track: input.trackID, at: MediaTime(value: sample.decodeTime, timescale: timescale))
      }
      return 0
    }
    while known <= sample.formatIndex {
      _ = try input.addSampleDescription(
        description(of: reader.formats[known], isQuickTime: input.isInQuickTime))
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
      let bytes: [UInt8]
      do throws(IOError) { bytes = try stream.read(upTo: Self.pieceSize) } catch {
        throw .io(error)
      }
      if bytes.isEmpty {
        isAtEnd = true
        reader.finish()
      } else {
        reader.append(bytes[...])
      }
    }
  }
}

extension UFixed16x16 {
  /// Whole pixels, as many as the number holds.
  fileprivate init(pixels: UInt64) {
    self.init(rawValue: UInt32(clamping: min(pixels, 1 << 20) << 16))
  }
}
