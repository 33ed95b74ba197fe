/// Writes a movie sample by sample: the counterpart of `AVAssetWriter`, for media that is coded
/// already.
///
/// Inputs are added first; then each is given its samples, in decode order, while it is ready for
/// more. All times are on one timeline, on which decode times may be below zero: what is presented at
/// `Options.startTime` is shown at the start of the movie. The file appears under its name when
/// `finish` has made it whole (movies in fragments without an index: when the first fragment is). A
/// writer that is cancelled or let go leaves nothing behind.
///
/// What is held in memory is about a chunk (or a fragment) of each input, and a few bytes a sample.
public final class MovieWriter {
  public let options: Options
  public private(set) var inputs: [Input] = []

  private let place: OutputPlace
  private let output: OutputFile
  private var interleaver = Interleaver()
  private var fragments: FragmentWriter?
  private var hasBegun = false
  private var isFinished = false
  /// What ended the writing early.
  private var failure: WritingError?
  /// Where the free space that is kept for the header begins, and the head of `mdat` with the room
  /// for a size of 64 bits.
  private var reserveOffset: UInt64 = 0
  /// Auxiliary information of samples that goes behind all media: of each input, of each kind.
  private var auxiliary: [Int: [Int: ScratchFile]] = [:]
  /// What of the old file's permissions and attributes could not be kept, of a movie that is written
  /// anew.
  private(set) var lostMetadata: [IOError] = []
  private var mediaOffset: UInt64 = 0

  /// Begins a movie that is to stand at `path`, where it may replace any file but `sources`.
  ///
  /// Throws where no file can be written there.
  public convenience init(
    to path: FilePath, sparing sources: [File] = [], options: Options = Options()
  ) throws(WritingError) {
    try self.init(to: OutputPlace(path, sparing: SparedFiles(sources)), options: options)
  }

  /// Begins a movie that is to stand at a place.
  ///
  /// Throws where no file can be written there.
  package init(to place: OutputPlace, options: Options = Options()) throws(WritingError) {
    self.options = options
    self.place = place
    output = try io { () throws(IOError) in try OutputFile(at: place) }
    if let interval = options.fragmentInterval {
      fragments = FragmentWriter(interval: interval, isIndexed: options.isIndexed)
    }
  }

  // MARK: Inputs

  /// Adds a track. Throws where samples are written already, or its timescale cannot be.
  public func addInput(_ settings: TrackSettings) throws(WritingError) -> Input {
    try add(settings, timecode: nil)
  }

  /// Adds a timecode track that begins at `startFrame` when the movie begins, and lasts as long as
  /// the tracks that it belongs to; these refer to it. It takes no samples: in a fragmented movie it
  /// has one in each fragment, in others only one.
  public func addTimecode(
    _ format: TimecodeFormat, startFrame: Int64, for tracks: [Input]
  ) throws(WritingError) -> Input {
    guard format.frameDuration.isNumeric, format.frameDuration.value > 0 else {
      throw .format(FormatError(.invalid("the timecode has no frame duration")))
    }
    let description = try atoms { () throws(FormatError) in try format.sampleDescription() }
    let settings = TrackSettings(
      mediaType: .timecode, timescale: UInt32(format.frameDuration.timescale),
      sampleDescriptions: [description])
    let input = try add(settings, timecode: (format, startFrame, tracks))
    for track in tracks { try track.addReference("tmcd", to: input) }
    if !options.isFragmented {
      try input.appendTimecode(
        atFrame: startFrame, from: options.startTime, lasting: format.frameDuration)
      try input.markAsFinished()
    }
    return input
  }

  private func add(
    _ settings: TrackSettings, timecode: (TimecodeFormat, Int64, [Input])?
  ) throws(WritingError) -> Input {
    try checkIsOpen()
    guard !hasBegun else { throw .tooLate }
    guard let timescale = Int32(exactly: settings.timescale), timescale > 0,
      inputs.count < 1 << 16
    else {
      throw .format(FormatError(.invalid("invalid timescale \(settings.timescale)")))
    }
    let input = Input(
      settings, index: inputs.count, trackID: settings.kept?.trackID ?? freeTrackID,
      timescale: timescale, writer: self, timecode: timecode)
    inputs.append(input)
    let chunk = options.chunkDuration.converted(to: timescale, rounding: .awayFromZero)
    interleaver.addLane(chunkTicks: chunk.isNumeric ? chunk.value : 1, start: options.startTime)
    fragments?.addLane(input, start: options.startTime)
    return input
  }

  /// The next ID, or where a movie is written anew, one that nothing in it has or refers to.
  private var freeTrackID: UInt32 {
    guard let kept = options.kept else { return UInt32(clamping: inputs.count + 1) }
    let used = kept.usedTrackIDs.union(inputs.map(\.trackID))
    if let last = used.max(), last < .max { return last + 1 }
    return (1..<UInt32.max).first { !used.contains($0) } ?? .max
  }

  // MARK: Ending

  /// Marks all inputs as finished, writes what is left, and gives the movie its name.
  public func finish() throws(WritingError) { try finish { (_: File) throws(WritingError) in } }

  /// Finishes as `finish()` does, if `verify` finds no fault with the whole file, which has no name
  /// of its own yet; a movie in fragments without an index may have it since the first of them.
  func finish(verify: (File) throws(WritingError) -> Void) throws(WritingError) {
    try checkIsOpen()
    try guarded { () throws(WritingError) in
      // In fragments, timecode comes with the last of them.
      for input in inputs where fragments == nil || input.timecode == nil {
        try input.markAsFinished()
      }
      if fragments == nil { lengthenTimecode() }
      try begin()
      if fragments == nil {
        try finishWhole(verify: verify)
      } else if options.isIndexed {
        let indexed = try io { () throws(IOError) in try OutputFile(at: place) }
        try fragments?.finish(in: self, from: output, to: indexed)
        try close(indexed, verify: verify)
        output.discard()
      } else {
        try fragments?.finish(in: self, to: output)
        try close(output, verify: verify)
      }
    }
    isFinished = true
  }

  private func close(
    _ output: OutputFile, verify: (File) throws(WritingError) -> Void
  ) throws(WritingError) {
    if let kept = options.kept, kept.isCopy {
      lostMetadata = try io { () throws(IOError) in try output.keepMetadata(of: kept.file) }
    }
    do { try output.finish(verify: verify) } catch {
      switch error {
      case .io(let error): throw .io(error)
      case .verification(let error): throw error
      }
    }
  }

  /// Gives the movie up. Nothing is left of it, and a file that stood in its place before the first
  /// fragment was written is still there.
  public func cancel() {
    output.discard()
    isFinished = true
  }

  /// Timecode lasts as long as the longest of its tracks is shown.
  private func lengthenTimecode() {
    for input in inputs {
      guard let targets = input.timecode?.targets else { continue }
      let ends = targets.compactMap { target -> MediaTime? in
        if let edits = target.settings.edits {
          return edits.last.map { options.startTime + $0.target.end }
        }
        guard target.times.first != nil else { return nil }
        return MediaTime(value: target.times.presentationEnd, timescale: target.timescale)
      }
      guard let end = ends.max() else { continue }
      let ticks = end.converted(to: input.timescale, rounding: .awayFromZero)
      if ticks.isNumeric { input.lengthen(to: ticks.value) }
    }
  }

  // MARK: What inputs ask for

  func isReady(_ input: Input) -> Bool {
    guard failure == nil, !isFinished, !input.isFinished else { return false }
    return fragments?.isReady(input.index) ?? interleaver.isReady(input.index)
  }

  func checkIsOpen() throws(WritingError) {
    if let failure { throw failure }
    if isFinished { throw .finished }
  }

  /// Throws where the header stands in the file already.
  func checkHeaderIsOpen() throws(WritingError) {
    try checkIsOpen()
    if fragments?.hasHeader ?? false { throw .tooLate }
  }

  func accept(_ samples: InputSamples, from input: Input) throws(WritingError) {
    try checkIsOpen()
    try guarded { () throws(WritingError) in
      try begin()
      if fragments == nil {
        if let extras = samples.extras { try keep(extras.auxiliary, of: input) }
        interleaver.append(samples, to: input.index)
      } else {
        try fragments?.append(samples, to: input.index)
      }
      try writeReady()
    }
  }

  private func keep(
    _ information: [SampleAuxiliary], of input: Input
  ) throws(WritingError) {
    try io { () throws(IOError) in
      for (kind, one) in information.enumerated() where !one.bytes.isEmpty {
        if auxiliary[input.index]?[kind] == nil {
          auxiliary[input.index, default: [:]][kind] = try ScratchFile(beside: place.path)
        }
        _ = try auxiliary[input.index]?[kind]?.append(one.bytes)
      }
    }
  }

  func finish(_ input: Input) throws(WritingError) {
    try guarded { () throws(WritingError) in
      interleaver.finish(input.index)
      fragments?.finishLane(input.index)
      try writeReady()
    }
  }

  /// What goes wrong in `body` ends the writing.
  private func guarded(_ body: () throws(WritingError) -> Void) throws(WritingError) {
    do throws(WritingError) { try body() } catch {
      failure = error
      throw error
    }
  }

  // MARK: The file

  private func writeReady() throws(WritingError) {
    if fragments != nil {
      try fragments?.writeReady(in: self, to: output)
      return
    }
    while let (lane, chunk) = interleaver.next() {
      inputs[lane].addChunk(chunk, at: output.size)
      try io { () throws(IOError) in try output.append(media: chunk.pieces) }
    }
  }

  /// Writes what stands ahead of the media.
  private func begin() throws(WritingError) {
    guard !hasBegun else { return }
    hasBegun = true
    if let kept = options.kept {
      try append(kept: kept.head, of: kept.file, to: output)
    } else {
      try append(atoms { () throws(FormatError) in try fileType().serialized() })
    }
    guard fragments == nil else { return }
    reserveOffset = output.size
    if case .fastStart(let reserved) = options.layout, reserved >= 8 {
      // A head must tell its size in 32 bits; a header that is larger does not fit.
      let free = Atom("free", .extent(0..<min(reserved, UInt64(UInt32.max)) - 8))
      try append(atoms { () throws(FormatError) in try free.serializedHeader() })
      var rest = free.size - 8
      while rest > 0 {
        let count = min(rest, 1 << 16)
        try append([UInt8](repeating: 0, count: Int(count)))
        rest -= count
      }
    }
    mediaOffset = output.size
    let room = Atom(options.isQuickTime ? "wide" : "free", .bytes([]))
    let media = Atom("mdat", .bytes([]))
    try append(
      atoms { () throws(FormatError) in try room.serialized() + media.serialized() })
  }

  /// Atoms of the top level of the movie that is written anew.
  private func append(
    kept atoms: [Atom], of file: File, to output: OutputFile
  ) throws(WritingError) {
    for var atom in atoms {
      if atom.form == .toEnd { atom.form = .compact }
      if atom.size > UInt64(UInt32.max) { atom.form = .extended }
      let steps = try MovKit.atoms { () throws(FormatError) in try atom.writeSteps() }
      try io { () throws(IOError) in
        for step in steps {
          switch step {
          case .bytes(let bytes, _): try output.append(bytes)
          case .copy(let range, _), .copyOther(_, let range, _):
            try output.append(range, of: file)
          }
        }
      }
    }
  }

  /// What stood behind the media of the movie that is written anew.
  func appendKeptTail(to output: OutputFile) throws(WritingError) {
    guard let kept = options.kept else { return }
    try append(kept: kept.tail, of: kept.file, to: output)
  }

  private func append(_ bytes: [UInt8]) throws(WritingError) {
    try io { () throws(IOError) in try output.append(bytes) }
  }

  private func fileType() throws(FormatError) -> Atom {
    guard !options.isQuickTime else {
      return try Atom(
        "ftyp",
        FileType(majorBrand: "qt  ", minorVersion: 0x2005_0300, compatibleBrands: ["qt  "]))
    }
    // `iso6` knows data that counts from its `moof` and signed offsets.
    let isNew = options.isFragmented || options.isSigned
    return try Atom(
      "ftyp",
      FileType(
        majorBrand: "mp42", minorVersion: 0,
        compatibleBrands: ["isom", "mp42"] + (isNew ? ["iso6"] : [])))
  }

  private func finishWhole(verify: (File) throws(WritingError) -> Void) throws(WritingError) {
    for (index, kinds) in auxiliary.sorted(by: { $0.key < $1.key }) {
      for (kind, scratch) in kinds.sorted(by: { $0.key < $1.key }) {
        inputs[index].setAuxiliaryOffset(output.size, of: kind)
        try io { () throws(IOError) in
          try output.append(0..<scratch.size, of: scratch.contents())
        }
      }
    }
    let end = output.size
    try closeMedia(at: end)
    guard case .fastStart = options.layout else {
      try writeHeader(shift: 0) { bytes throws(WritingError) in
        try io { () throws(IOError) in try self.output.append(bytes) }
      }
      try appendKeptTail(to: output)
      return try close(output, verify: verify)
    }
    let size = try header(shift: 0).atom.size
    let space = mediaOffset - reserveOffset
    if size == space || size + 8 <= space {
      try fillReserve(size: size, space: space)
      try appendKeptTail(to: output)
      return try close(output, verify: verify)
    }
    try moveMedia(behindHeaderOf: size, end: end, verify: verify)
  }

  /// Tells the size of `mdat` in its head, in 64 bits where it takes them.
  private func closeMedia(at end: UInt64) throws(WritingError) {
    let content = mediaOffset + 16..<end
    var media = Atom("mdat", .extent(content))
    let isLarge = media.size > UInt64(UInt32.max)
    if isLarge { media.form = .extended }
    let head = try atoms { () throws(FormatError) in try media.serializedHeader() }
    let place = isLarge ? mediaOffset : mediaOffset + 8
    try io { () throws(IOError) in try output.rewrite(head, at: place) }
  }

  /// The header goes into the space that was kept for it.
  private func fillReserve(size: UInt64, space: UInt64) throws(WritingError) {
    var offset = reserveOffset
    try writeHeader(shift: 0) { bytes throws(WritingError) in
      try io { () throws(IOError) in try self.output.rewrite(Array(bytes), at: offset) }
      offset += UInt64(bytes.count)
    }
    guard size < space else { return }
    let free = Atom("free", .extent(0..<space - size - 8))
    let head = try atoms { () throws(FormatError) in try free.serializedHeader() }
    try io { () throws(IOError) in try output.rewrite(head, at: offset) }
  }

  /// Copies the media behind the header, into the file that takes the name.
  private func moveMedia(
    behindHeaderOf size: UInt64, end: UInt64, verify: (File) throws(WritingError) -> Void
  ) throws(WritingError) {
    let space = mediaOffset - reserveOffset
    // A larger header moves the media further, which can make it larger once more, when offsets need
    // 64 bits; it never gets smaller by that.
    var size = size
    var padding: UInt64 = 0
    while true {
      // Where fewer than eight bytes would be left of the space, they are too few for an atom.
      padding = size < space ? 8 : 0
      let moved = try header(shift: size + padding - space).atom.size
      if moved == size { break }
      size = moved
    }
    let source = try io { () throws(IOError) in try output.contents() }
    let moved = try io { () throws(IOError) in try OutputFile(at: place) }
    try io { () throws(IOError) in try moved.append(source.read(at: 0, count: Int(reserveOffset))) }
    try writeHeader(shift: size + padding - space) { bytes throws(WritingError) in
      try io { () throws(IOError) in try moved.append(bytes) }
    }
    if padding > 0 {
      let free = try atoms { () throws(FormatError) in try Atom("free", .bytes([])).serialized() }
      try io { () throws(IOError) in try moved.append(free) }
    }
    try io { () throws(IOError) in
      try moved.append(mediaOffset..<end, of: source)
    }
    try appendKeptTail(to: moved)
    try close(moved, verify: verify)
    output.discard()
  }

  private func header(shift: UInt64) throws(WritingError) -> (atom: Atom, tables: StreamedAtoms) {
    try atoms { () throws(FormatError) in
      try NewMovieAtoms(inputs: inputs, options: options).movie(shift: shift)
    }
  }

  private func writeHeader(
    shift: UInt64, to sink: StreamedTable.Sink
  ) throws(WritingError) {
    let (atom, tables) = try header(shift: shift)
    try tables.write(atom, to: sink)
  }
}

extension MovieWriter.Input {
  /// Adds a timecode sample.
  func appendTimecode(
    atFrame frame: Int64, from start: MediaTime, lasting duration: MediaTime
  ) throws(WritingError) {
    guard let format = timecode?.format else { return }
    let bytes: [UInt8]
    do { bytes = try format.sampleBytes(frameNumber: frame) } catch {
      throw .format(FormatError(.invalid("\(error)")))
    }
    try append(
      bytes, timing: SampleTiming(duration: duration, presentationTime: start, decodeTime: start))
  }
}
