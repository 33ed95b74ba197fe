/// Writes a movie sample by sample, from media that is already encoded. It is the counterpart of
/// `AVAssetWriter`.
///
/// ```swift
/// let writer = try MovieWriter(to: "clip.mov")
/// let video = try writer.addInput(
///   .init(mediaType: .video, timescale: 30000, sampleDescriptions: [description]))
/// for sample in samples {
///   try video.append(sample.bytes, timing: sample.timing)
/// }
/// try writer.finish()
/// ```
///
/// First a program adds an input for each track (`addInput`). Then it gives each input its samples
/// in decode order, while `Input.isReadyForMoreData` is true. At the end it calls `finish`.
///
/// All times are on one timeline, on which decode times may be negative. What is presented at
/// `Options.startTime` is shown at the start of the movie.
///
/// The file appears under its name when `finish` has completed it; a fragmented movie without an
/// index appears when its first fragment is complete. A writer that is cancelled, or released
/// before the file appears, leaves nothing. If the file cannot be written, the writing ends:
/// to append more or to finish throws the same error again.
///
/// The writer keeps in memory about one chunk (or fragment) of each input, and a few bytes per
/// sample.
public final class MovieWriter {
  /// The options that the writer was created with.
  public private(set) var options: Options
  /// The inputs that were added, in order, including those of timecode.
  public private(set) var inputs: [Input] = []

  private let place: OutputPlace
  private let output: OutputFile
  private var interleaver = Interleaver()
  /// Media of chunks that have a place in the file and are not in it yet.
  private var waiting = MediaQueue()
  private var fragments: FragmentWriter?
  private var hasBegun = false
  private var isFinished = false
  /// The error that ended the writing early.
  private var failure: WritingError?
  /// The place of the free space that is reserved for the header. `mediaOffset` is the place of the
  /// header of `mdat`, with the room before it for a size of 64 bits.
  private var reserveOffset: UInt64 = 0
  private var mediaOffset: UInt64 = 0
  /// The auxiliary information of samples, which is written after all media: for each input, for
  /// each kind.
  private var auxiliary: [Int: [Int: ScratchFile]] = [:]
  /// The permissions and attributes of the old file that could not be kept, if a movie is
  /// rewritten.
  private(set) var lostMetadata: [IOError] = []

  /// Creates a writer for a movie at `path`.
  /// - Parameters:
  ///   - path: The path of the movie, a text or a `FilePath`.
  ///   - overwriting: Whether a file that exists at `path` is replaced, if it is not one of `sources`.
  ///   - sources: Files that must not be replaced, such as those that samples come from.
  ///   - options: The format and the layout of the file.
  /// - Throws: `WritingError` if no file can be written at `path`.
  public convenience init(
    to path: some FilePathConvertible, overwriting: Bool = false, sparing sources: [File] = [],
    options: Options = Options()
  ) throws(WritingError) {
    try self.init(
      to: OutputPlace(path.filePath, overwrites: overwriting, sparing: SparedFiles(sources)),
      options: options)
  }

  /// Creates a writer for a movie at a place.
  /// - Throws: `WritingError` if no file can be written there, or the options cannot be those of a movie.
  package init(to place: OutputPlace, options: Options = Options()) throws(WritingError) {
    try atoms { () throws(FormatError) in try options.check() }
    // Until the end, atoms are copied from the file of which the header is kept.
    if let kept = options.kept { place.spared.insert(kept.file.identity) }
    self.options = options
    self.place = place
    output = try io { () throws(IOError) in try OutputFile(at: place) }
    if let interval = options.fragmentInterval {
      fragments = FragmentWriter(interval: interval, isIndexed: options.isIndexed)
    }
  }

  // MARK: Inputs

  /// Adds a track. All tracks must be added before the first sample.
  /// - Returns: The input that takes the samples of the track.
  /// - Throws: `WritingError`: `tooLate` if a sample was appended already; `format` if the
  ///   timescale is not in 1 to 2147483647, an extension was left in the file that it is from, edits
  ///   overlap or are no times, or there are 65536 tracks.
  public func addInput(_ settings: TrackSettings) throws(WritingError) -> Input {
    try add(settings, timecode: nil)
  }

  /// Adds a timecode track whose samples the writer makes: the program must not append any. A
  /// fragmented movie has one timecode sample in each fragment, which begins with a whole frame; others have
  /// only one.
  ///
  /// If the movie is not fragmented, this takes the sample at once, so that no track can be added
  /// after it.
  /// - Parameters:
  ///   - format: The frame duration, the flags and the name of the timecode.
  ///   - startFrame: The frame number at `start`.
  ///   - start: The movie time at which the timecode begins, such as that of the first frame of the video, if it
  ///     is shown later than the movie starts. Not negative.
  ///   - tracks: The inputs of the tracks that the timecode belongs to. They refer to it
  ///     (`tmcd`), and it lasts as long as the longest of them.
  /// - Returns: The input of the timecode track.
  /// - Throws: `WritingError`: `tooLate` if a sample was appended already; `format` if the format
  ///   has no frame duration, is a counter (`isCounter`) or cannot be stored, a sample cannot hold `startFrame`,
  ///   `start` is negative or out of range, or a track is one of another writer. The movie is then as if this
  ///   was not called.
  public func addTimecode(
    _ format: TimecodeFormat, startFrame: Int64, at start: MediaTime = .zero, for tracks: [Input]
  ) throws(WritingError) -> Input {
    let frameDuration = format.frameDuration
    guard frameDuration.isNumeric, frameDuration.epoch == 0, frameDuration.value > 0 else {
      throw .format(FormatError(.invalidTime("the timecode has no frame duration")))
    }
    for track in tracks { try track.checkOwner(self) }
    guard start.isNumeric, start.epoch == 0, start >= .zero else {
      throw .format(FormatError(.invalidTime("invalid start of the timecode \(start)")))
    }
    let description = try atoms { () throws(FormatError) in try format.sampleDescription() }
    // What is wrong with the first sample is found before there is a track for it: in a fragmented movie, it is made
    // only with the first fragment.
    let first = options.startTime + start
    guard first.ticks(ofTrackPer: frameDuration.timescale) != nil,
      (first + frameDuration).ticks(ofTrackPer: frameDuration.timescale) != nil
    else {
      throw .format(FormatError(.invalidTime("invalid start of the timecode \(start)")))
    }
    let timecode = Input.Timecode(
      format: format, startFrame: startFrame, start: start, targets: tracks)
    _ = try timecode.sampleBytes(atFrame: startFrame)
    let settings = TrackSettings(
      mediaType: .timecode, timescale: UInt32(frameDuration.timescale),
      sampleDescriptions: [description])
    let input = try add(settings, timecode: timecode)
    for track in tracks { try track.addReference("tmcd", to: input) }
    if !options.isFragmented {
      try input.appendTimecode(
        atFrame: startFrame, from: first, lasting: frameDuration)
      try input.markAsFinished()
    }
    return input
  }

  private func add(
    _ settings: TrackSettings, timecode: Input.Timecode?
  ) throws(WritingError) -> Input {
    try checkIsOpen()
    guard !hasBegun else { throw .tooLate }
    guard let timescale = Int32(exactly: settings.timescale), timescale > 0 else {
      throw .format(FormatError(.invalidTime("invalid timescale \(settings.timescale)")))
    }
    try atoms { () throws(FormatError) in try settings.extensions.mustBeRead() }
    guard settings.name?.utf8.contains(0) != true else {
      throw .format(FormatError(.invalidValue("a name has no zero in it"), path: "mdia/hdlr"))
    }
    guard inputs.count < 1 << 16 else {
      throw .format(FormatError(.unsupported("a movie is written with at most 65536 tracks")))
    }
    var settings = settings
    if settings.kept == nil, let edits = settings.edits {
      settings.edits = try atoms { () throws(FormatError) in try edits.withoutGaps() }
    }
    let input = Input(
      settings, index: inputs.count, trackID: settings.kept?.trackID ?? freeTrackID,
      timescale: timescale, writer: self, timecode: timecode)
    inputs.append(input)
    interleaver.addLane(
      chunkTicks: options.chunkTicks(per: timescale), start: options.startTime)
    fragments?.addLane(input, start: options.startTime)
    return input
  }

  /// The next ID; if a movie is rewritten, an ID that nothing in it has or refers to.
  private var freeTrackID: UInt32 {
    guard let kept = options.kept else { return UInt32(clamping: inputs.count + 1) }
    let used = kept.usedTrackIDs.union(inputs.map(\.trackID))
    if let last = used.max(), last < .max { return last + 1 }
    return (1..<UInt32.max).first { !used.contains($0) } ?? .max
  }

  // MARK: Ending

  /// Marks all inputs as finished, writes what is left, and gives the movie its name.
  /// - Throws: `WritingError` if a file cannot be written, or the writer has ended.
  public func finish() throws(WritingError) { try finish { (_: File) throws(WritingError) in } }

  /// Finishes as `finish()` does, if `verify` finds no fault with the complete file. The file has
  /// no name of its own yet, except a fragmented movie without an index, which has it from its
  /// first fragment on.
  func finish(verify: (File) throws(WritingError) -> Void) throws(WritingError) {
    try checkIsOpen()
    try guarded { () throws(WritingError) in
      // A fragmented movie gets the last timecode with the last fragment.
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
    release()
    do { try output.finish(verify: verify) } catch {
      switch error {
      case .io(let error): throw .io(error)
      case .verification(let error): throw error
      }
    }
  }

  /// Releases what is in the file by now: reading that back takes as much memory.
  private func release() {
    options.kept?.releaseHeader()
    interleaver = Interleaver()
    fragments = nil
    for input in inputs { input.releaseTables() }
    // Nobody else asks for those of a movie that is rewritten, which can have very many.
    if options.kept != nil {
      for input in inputs { input.writerEnds() }
      inputs = []
    }
  }

  /// Discards the movie. Nothing of it remains. A file that had its name is still there, unless the
  /// first fragment of a movie without an index has already replaced it. Does nothing if the movie
  /// is finished.
  public func cancel() {
    output.discard()
    isFinished = true
  }

  /// Makes each timecode track last as long as the longest of its tracks is shown.
  private func lengthenTimecode() {
    for input in inputs {
      guard let end = input.timecode?.end(options) else { continue }
      let ticks = end.converted(to: input.timescale, rounding: .awayFromZero)
      if ticks.isNumeric { input.lengthen(to: ticks.value) }
    }
  }

  deinit { for input in inputs { input.writerEnds() } }

  // MARK: What inputs ask for

  func isReady(_ input: Input) -> Bool {
    guard failure == nil, !isFinished, !input.isFinished else { return false }
    return fragments?.isReady(input.index) ?? interleaver.isReady(input.index)
  }

  func checkIsOpen() throws(WritingError) {
    if let failure { throw failure }
    if isFinished { throw .finished }
  }

  /// Throws `tooLate` if the header is in the file already.
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

  func fitting(_ rows: GatheredSamples.Rows, of input: Input) -> GatheredSamples.Rows {
    interleaver.fitting(rows, in: input.index)
  }

  func accept(
    _ rows: GatheredSamples.Rows, of media: GatheredSamples.Media, from input: Input
  ) throws(WritingError) {
    try checkIsOpen()
    try guarded { () throws(WritingError) in
      try begin()
      interleaver.append(rows, of: media, timescale: input.timescale, to: input.index)
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

  /// Runs `body`, and keeps its error, which ends the writing.
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
      inputs[lane].addChunk(chunk, at: output.size + waiting.size)
      try io { () throws(IOError) in try waiting.append(chunk.pieces, to: output) }
    }
  }

  /// Writes what comes before the media.
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
      // The header of `free` has a size of 32 bits. A movie header that is larger does not fit.
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

  /// Appends atoms of the top level of the movie that is rewritten.
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

  /// Appends what came after the media of the movie that is rewritten.
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
    // `iso6` has data offsets that count from the `moof`, and signed composition offsets.
    let isNew = options.isFragmented || options.isSigned
    return try Atom(
      "ftyp",
      FileType(
        majorBrand: "mp42", minorVersion: 0,
        compatibleBrands: ["isom", "mp42"] + (isNew ? ["iso6"] : [])))
  }

  private func finishWhole(verify: (File) throws(WritingError) -> Void) throws(WritingError) {
    try io { () throws(IOError) in try waiting.flush(to: output) }
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
    try moveMedia(afterHeaderOf: size, end: end, verify: verify)
  }

  /// Writes the size of `mdat` into its header, in 64 bits if it needs them.
  private func closeMedia(at end: UInt64) throws(WritingError) {
    let content = mediaOffset + 16..<end
    var media = Atom("mdat", .extent(content))
    let isLarge = media.size > UInt64(UInt32.max)
    if isLarge { media.form = .extended }
    let head = try atoms { () throws(FormatError) in try media.serializedHeader() }
    let place = isLarge ? mediaOffset : mediaOffset + 8
    try io { () throws(IOError) in try output.rewrite(head, at: place) }
  }

  /// Writes the movie header into the space that was reserved for it.
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

  /// Copies the media to a new file, after the header. The new file gets the name.
  private func moveMedia(
    afterHeaderOf size: UInt64, end: UInt64, verify: (File) throws(WritingError) -> Void
  ) throws(WritingError) {
    let space = mediaOffset - reserveOffset
    // A larger header moves the media further, and then it may become larger again, if offsets need
    // 64 bits. It never becomes smaller by that.
    var size = size
    var padding: UInt64 = 0
    while true {
      // If fewer than eight bytes of the space would be left, they are too few for an atom.
      padding = size < space ? 8 : 0
      let moved = try header(shift: size + padding - space).atom.size
      if moved == size { break }
      size = moved
    }
    let source = try io { () throws(IOError) in try output.contents() }
    let moved = try io { () throws(IOError) in try OutputFile(at: place) }
    try io { () throws(IOError) in try moved.append(0..<reserveOffset, of: source) }
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
