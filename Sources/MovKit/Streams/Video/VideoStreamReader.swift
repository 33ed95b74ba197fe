/// Makes samples of a movie from a byte stream of H.264 or HEVC that comes in pieces of any size.
///
/// Add bytes with `append`, then ask `next` until it has no more; behind the last bytes call
/// `finish`, and ask again. Samples come in decoding order, each when the time at which it is shown
/// is known. Memory holds the pieces added last and the pictures that wait for others, at most
/// seventeen in most streams; `VideoStreamFeed` has large ones wait in a file.
///
/// Every picture lasts as long as the stream's timing tells; in H.264 longer where its SEI repeats
/// fields or frames (`pic_struct`). Where `Options.frameDuration` is given, every one lasts so long.
/// The times of pictures that are missing are not left open.
/// Pictures before the first parameter sets cannot be decoded, and are left out.
public struct VideoStreamReader: Sendable {
  public struct Options: Sendable {
    /// Nil: it is found out from the first sequence parameter set.
    public var codec: VideoCodec?
    /// How long a frame lasts; nil: as the stream tells.
    public var frameDuration: MediaTime?
    /// Whether the samples keep the parameter sets of the stream.
    public var placement = ParameterSetPlacement.description
    /// Bytes of the length before each NAL unit: 1, 2 or 4.
    public var lengthSize = 4
    /// Bytes of an access unit, and of all pictures that wait in memory.
    public var limit = 1 << 27
    /// Bytes in which a sequence parameter set must be found.
    public var detectionLimit = 1 << 23

    public init() {}
  }

  public let options: Options
  /// H.264 or HEVC, as soon as it is known.
  public private(set) var codec: VideoCodec?
  /// What the samples are, in the order in which they need it: a sample's `formatIndex` points here.
  public private(set) var formats: [VideoStreamFormat] = []
  /// Ticks a second, as soon as there is a sample.
  public var timescale: Int32? { timing.timescale }
  /// Ticks by which the earliest composition offset so far is below 0: what must be added to all of
  /// them, and skipped by an edit, where they may not be negative. Exact when the stream is at its
  /// end.
  public private(set) var presentationDelay: Int64 = 0

  private var units: StreamUnitSplitter
  private var timing: StreamTiming
  private var assembler: AccessUnitAssembler?
  private var queue = CompositionQueue<StreamSample>()
  /// Where pictures wait, and all but the beginning of large ones while they are put together; nil:
  /// in memory.
  private let spool: Spool?
  /// Units before the codec is known, and their bytes.
  private var undetected: [StreamUnit] = []
  private var undetectedSize = 0
  /// Those of them that still go to the assembler, and how many have gone.
  private var backlog: [StreamUnit] = []
  private var backlogStart = 0
  /// Bytes of the samples that wait in memory.
  private var held = 0
  private var isFinished = false
  private var isFlushed = false

  public init(_ options: Options = Options()) { self.init(options, spool: nil) }

  /// A reader whose samples have their bytes in `spool`, but for small ones.
  init(_ options: Options, spool: Spool?) {
    self.options = options
    self.spool = spool
    units = StreamUnitSplitter(limit: options.limit, spool: spool)
    timing = StreamTiming(frameDuration: options.frameDuration)
    if let codec = options.codec { use(codec) }
  }

  /// Pictures that were left out because their parameter sets did not come before them.
  public var undecodablePictures: Int { assembler?.undecodablePictures ?? 0 }

  /// Bytes, other than zeros, before the first start code.
  public var bytesBeforeFirstUnit: UInt64 { units.bytesBeforeFirstUnit }

  public mutating func append(_ bytes: Bytes) { units.append(bytes) }

  /// No more bytes will come.
  public mutating func finish() {
    isFinished = true
    units.finish()
  }

  /// The next sample in decoding order; nil until more bytes are there, and at the end.
  /// - Throws: `FormatError` where a limit is reached, no frame duration is known, the duration of
  ///   later frames is no whole number of ticks, or the bytes hold no stream of the codec.
  public mutating func next() throws(FormatError) -> StreamSample? {
    while true {
      if let entry = queue.next() { return sample(entry) }
      if let unit = try nextUnit() {
        if let whole = try assemble(unit) { try append(whole) }
        continue
      }
      guard isFinished, !isFlushed else { return nil }
      isFlushed = true
      guard codec != nil else { throw notDetected }
      if let whole = assembler?.finish() { try append(whole) }
      queue.flush()
    }
  }

  /// With its book-keeping, so that many small samples count too.
  private static func size(_ sample: StreamSample) -> Int {
    sample.data.count + (sample.spooled?.countInMemory ?? 0) + 256
  }

  private mutating func sample(_ entry: CompositionQueue<StreamSample>.Entry) -> StreamSample {
    var sample = entry.payload
    held -= Self.size(sample)
    sample.decodeTime = entry.decodeTime
    sample.compositionOffset = (entry.presentationTime ?? entry.decodeTime) &- entry.decodeTime
    sample.isLeading = sample.isLeading || entry.isLeading
    presentationDelay = max(presentationDelay, 0 &- sample.compositionOffset)
    return sample
  }
}

// MARK: Units

extension VideoStreamReader {
  private mutating func use(_ codec: VideoCodec) {
    self.codec = codec
    assembler = AccessUnitAssembler(codec: codec, limit: options.limit)
  }

  private var notDetected: FormatError {
    FormatError(
      .invalid("no H.264 or HEVC parameter sets found"))
  }

  private mutating func nextUnit() throws(FormatError) -> StreamUnit? {
    if backlogStart < backlog.count {
      backlogStart += 1
      return backlog[backlogStart - 1]
    }
    if !backlog.isEmpty {
      backlog = []
      backlogStart = 0
    }
    if let unit = try units.next(of: codec, behind: assembler?.size ?? 0) { return unit }
    guard codec != nil || units.bytesBeforeFirstUnit <= UInt64(options.detectionLimit) else {
      throw notDetected
    }
    return nil
  }

  private mutating func assemble(_ unit: StreamUnit) throws(FormatError) -> AccessUnit? {
    guard codec == nil else { return try assembler?.append(unit) }
    // No NAL unit begins with this bit, but units of MPEG-2 do, and others of them look like
    // parameter sets.
    if undetected.isEmpty, let first = unit.head.first, first & 0x80 != 0 { throw notDetected }
    // A copy, and its book-keeping, so that many small units do not hold many large buffers.
    undetected.append(StreamUnit(head: Array(unit.head)[...], rest: unit.rest))
    undetectedSize += unit.count + 64
    if let found = Self.detect(unit.head) {
      use(found)
      backlog = undetected
      undetected = []
    } else if undetectedSize > options.detectionLimit {
      throw notDetected
    }
    return nil
  }

  /// The codec of which a unit is a sequence parameter set. None is one of both: the type of the
  /// other would be 2 in H.264, and in HEVC one of layer 32 or above.
  private static func detect(_ unit: Bytes) -> VideoCodec? {
    if NALUnitHeader(unit, codec: .h264)?.parameterSet == .sequence,
      (try? AVCSequenceParameterSet(unit)) != nil
    {
      return .h264
    }
    if let header = NALUnitHeader(unit, codec: .hevc), header.parameterSet == .sequence,
      header.layerID == 0, (try? HEVCSequenceParameterSet(unit)) != nil
    {
      return .hevc
    }
    return nil
  }
}

// MARK: Access units

extension VideoStreamReader {
  private mutating func append(_ unit: AccessUnit) throws(FormatError) {
    let index = try formatIndex(for: unit)
    let duration = try timing.duration(of: unit, formats[index])
    let (data, spooled) = try content(of: unit)
    let sample = StreamSample(
      data: data, spooled: spooled, formatIndex: index, decodeTime: 0, duration: duration,
      compositionOffset: 0, isSync: unit.isSync, isPartialSync: unit.isPartialSync,
      dependsOnOthers: !unit.isIntra && !unit.isSync, isDependedOn: unit.isReference,
      hasRedundancy: unit.hasRedundancy, isLeading: unit.isLeading)
    held += Self.size(sample)
    guard held <= options.limit else {
      throw FormatError(
        .limit("more than \(options.limit) bytes of pictures are waiting for an earlier picture"))
    }
    queue.append(
      sample, order: unit.order, duration: duration, hold: formats[index].decodedPictures,
      isRandomAccess: unit.isSync || unit.isPartialSync)
  }

  /// The bytes of a sample, in the one place or the other.
  private func content(
    of unit: AccessUnit
  ) throws(FormatError) -> (data: [UInt8], spooled: SpooledBytes?) {
    var data: [UInt8] = []
    var spooled: SpooledBytes?
    data.reserveCapacity(unit.content.reduce(0) { $0 + $1.head.count + options.lengthSize })
    var missing = options.placement == .samples ? setsMissing(in: unit) : []
    for item in unit.content {
      let header = NALUnitHeader(item.head, codec: unit.codec)
      if !missing.isEmpty, header?.isAccessUnitDelimiter != true {
        for set in missing {
          try LengthPrefixedUnits.append(set, lengthSize: options.lengthSize, to: &data)
        }
        missing = []
      }
      // Fillers are not wanted in a file (ISO/IEC 14496-15, 5.3.2), and sets that are in the
      // description are not in samples too.
      if let header, header.layerID == 0 {
        if header.isFiller { continue }
        if options.placement == .description, header.parameterSet != nil { continue }
      }
      try LengthPrefixedUnits.appendLength(
        item.count, lengthSize: options.lengthSize, to: &data)
      data.append(contentsOf: item.head)
      if let spool, let rest = item.rest {
        var all = spooled.take() ?? SpooledBytes()
        all.append(spool.keep(data))
        all.append(rest)
        spooled = all
        data = []
      }
    }
    // Small samples stay in memory in any case, and take less as they are.
    guard let spool, spooled != nil || data.count >= Spool.leastInFile else { return (data, nil) }
    var all = spooled ?? SpooledBytes()
    if !data.isEmpty { all.append(spool.keep(data)) }
    return ([], all)
  }

  /// The sets that a picture needs at which decoding begins, where the stream did not repeat all of
  /// them with it: in its sample they must be, or in the description, which may have others by then
  /// (ISO/IEC 14496-15, 5.4.3 and 8.4.3).
  private func setsMissing(in unit: AccessUnit) -> [Bytes] {
    guard unit.isSync || unit.isPartialSync else { return [] }
    let needed = unit.parameterSets
    return carriedSets(of: unit).contains(needed) ? [] : needed.entries.map(\.unit)
  }

  /// The parameter sets that stand in an access unit.
  private func carriedSets(of unit: AccessUnit) -> ParameterSets {
    var carried = ParameterSets()
    for bytes in unit.units where NALUnitHeader(bytes, codec: unit.codec)?.parameterSet != nil {
      try? carried.insert(Array(bytes)[...], codec: unit.codec)
    }
    return carried
  }

  /// The format that describes an access unit: the last one where that has all the sets which the
  /// picture refers to, else a new one.
  ///
  /// A new one at a picture with which decoding begins has the sets that come with it, if they are
  /// all it needs; else it has all that were met.
  private mutating func formatIndex(for unit: AccessUnit) throws(FormatError) -> Int {
    if let last = formats.last {
      let needed =
        options.placement == .description ? unit.parameterSets : unit.parameterSets.sequences
      if last.parameterSets.contains(needed) { return formats.count - 1 }
    }
    var sets = assembler?.parameterSets ?? ParameterSets()
    sets.merge(unit.parameterSets)
    if !formats.isEmpty, unit.isSync || unit.isPartialSync {
      let carried = carriedSets(of: unit)
      if carried.contains(unit.parameterSets) { sets = carried }
    }
    formats.append(
      try VideoStreamFormat(codec: unit.codec, parameterSets: sets, active: unit.parameterSets))
    return formats.count - 1
  }
}
