extension TimecodeSourceFinder {
  /// Finds the chunks of WAV files that some recorders put into the user data of movies.
  mutating func findBroadcastAtoms() throws(IOError) {
    let firstRate = movie.tracks(.audio).first?.sampleRate
    var starts: [(start: BroadcastStart, path: String, offset: UInt64?, trackID: UInt32?)] = []
    for (path, atom, trackID) in userData({ $0 == "bext" || $0 == "iXML" }) {
      guard let bytes = try content(of: atom) else { continue }
      let start =
        atom.type == "bext"
        ? BroadcastExtension(bytes).map { BroadcastStart($0) }
        : BroadcastXML(bytes).map { BroadcastStart($0) }
      if let start { starts.append((start, path, atom.offset, trackID)) }
    }
    let known = starts.lazy.compactMap(\.start.rate).first
    for (start, path, offset, trackID) in starts {
      let ownRate = trackID.flatMap { movie.track($0)?.sampleRate }
      if var source = start.source(
        path: path, offset: offset, sampleRate: ownRate ?? firstRate, rate: known,
        frameDuration: frameDuration)
      {
        source.trackID = trackID
        found.append(source)
      }
    }
  }
}

extension Track {
  /// How many samples of audio there are in a second: as the sound description says or, if that says no
  /// whole number, the ticks of the media. Nil if this is no audio.
  fileprivate var sampleRate: UInt32? {
    guard mediaType == .audio else { return nil }
    return facts.audio?.sampleRate.flatMap { UInt32(exactly: $0) } ?? timescale
  }
}

/// When the audio of a recorder begins, by either of its chunks.
private struct BroadcastStart {
  let kind: TimecodeSource.Kind
  let timeReference: UInt64?
  let sampleRate: UInt32?
  let rate: RecorderRate?
  let reel: String?

  init(_ chunk: BroadcastExtension) {
    kind = .broadcastExtension
    timeReference = chunk.timeReference
    sampleRate = nil
    (rate, reel) = (chunk.rate, chunk.reel)
  }

  init(_ chunk: BroadcastXML) {
    kind = .broadcastXML
    timeReference = chunk.timeReference
    sampleRate = chunk.sampleRate
    (rate, reel) = (chunk.rate, chunk.reel)
  }

  /// Returns the source; nil if it says neither a time nor a reel.
  /// - Parameters:
  ///   - other: The rate that the other chunk states, which holds for this one if it states none.
  ///   - frameDuration: What is assumed if neither states a rate.
  func source(
    path: String, offset: UInt64?, sampleRate own: UInt32?, rate other: RecorderRate?,
    frameDuration: MediaTime?
  ) -> TimecodeSource? {
    guard timeReference != nil || reel != nil else { return nil }
    var source = TimecodeSource(kind, path: path, offset: offset)
    source.reel = reel
    guard let timeReference else { return source }
    if let rate = sampleRate ?? own, rate > 0,
      !BroadcastExtension.isWithinDay(timeReference, sampleRate: rate)
    {
      source.notes.append("its \(timeReference) samples since midnight are not within a day")
      return source
    }
    guard let sampleRate = sampleRate ?? own,
      let time = MediaTime(ticks: timeReference, per: sampleRate)
    else {
      source.notes.append("no sample rate is known, so its samples since midnight have no time")
      return source
    }
    source.timeOfDay = time
    let stated = rate ?? other
    guard let frame = stated?.frameDuration ?? frameDuration,
      var format = TimecodeFormat.counting(frame, isDropFrame: stated?.isDropFrame ?? false),
      let number = format.frameNumber(atTicks: time)
    else {
      source.assume("no frame rate is known, so its frames cannot be counted")
      return source
    }
    format.sourceName = reel.map {
      TimecodeFormat.SourceName(text: $0, language: LanguageCode(rawValue: 0))
    }
    if stated == nil { source.assume("it has no frame rate", counting: frame) }
    if !format.begins(number, atTicks: time) {
      source.notes.append("it begins between two frames; the earlier one is given")
    }
    source.runs = [TimecodeRun(at: .zero, format: format, frameNumber: number)]
    return source
  }
}

extension TimecodeSources {
  /// Finds what a WAV file says of its start: `bext` and `iXML`.
  ///
  /// - Throws: `ReadingError` if the source cannot be read, or is not a WAV file.
  public init(
    wave source: any ByteSource, _ options: Options = Options()
  ) throws(ReadingError) {
    var found: [TimecodeSource] = []
    var sampleRate: UInt32?
    var starts: [(BroadcastStart, WaveChunks.Chunk)] = []
    let first: WaveChunks?
    do throws(IOError) { first = try WaveChunks(source) } catch { throw .io(error) }
    guard var chunks = first else {
      throw .format(FormatError(.wrongKind("this is not a WAV file")))
    }
    do throws(IOError) {
      while let chunk = try chunks.next() {
        switch chunk.name {
        case "fmt " where chunk.size >= 8:
          let bytes = try source.read(exactly: 4, at: chunk.start + 4)
          sampleRate = bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        case "bext":
          let count = Int(min(chunk.size, UInt64(BroadcastExtension.timeReferenceEnd)))
          let bytes = try source.read(exactly: count, at: chunk.start)
          if let found = BroadcastExtension(bytes[...]) {
            starts.append((BroadcastStart(found), chunk))
          }
        case "iXML" where chunk.size <= UInt64(TimecodeSourceFinder.mostBytes):
          let bytes = try source.read(exactly: Int(chunk.size), at: chunk.start)
          if let found = BroadcastXML(bytes[...]) { starts.append((BroadcastStart(found), chunk)) }
        default: break
        }
      }
    } catch { throw .io(error) }
    let known = starts.lazy.compactMap { $0.0.rate }.first
    for (start, chunk) in starts {
      if let source = start.source(
        path: chunk.name, offset: chunk.offset, sampleRate: sampleRate, rate: known,
        frameDuration: options.frameDuration)
      {
        found.append(source)
      }
    }
    self.init(found, [])
  }
}
