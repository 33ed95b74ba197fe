/// Makes samples of a movie from a byte stream of H.264 or HEVC that arrives in pieces of any size.
///
/// Add bytes with `append` and call `next` until it returns nil. After the last bytes call
/// `finish`, then `next` again until it returns nil. Samples come in decoding order, each when its
/// presentation time is known. Memory holds the pieces that were added last and the pictures that
/// wait for others, at most seventeen in most streams.
///
/// Every picture lasts as long as the timing in the stream says
/// (`VideoStreamFormat.frameDuration`). In H.264 it lasts longer if its SEI repeats fields or frames
/// (`pic_struct`). If `Options.frameDuration` is set, every picture lasts that long. Missing pictures
/// leave no gap. Pictures before the first parameter sets cannot be decoded, and are left out.
public struct VideoStreamReader: Sendable {
  /// How to read a stream, and how its samples are to be stored.
  public struct Options: Sendable {
    /// The codec of the stream; nil to detect it from the first sequence parameter set.
    public var codec: VideoCodec?
    /// How long a frame lasts; nil to use the timing in the stream.
    public var frameDuration: MediaTime?
    /// Where the parameter sets go: into the sample descriptions only, or into the samples too.
    public var placement = ParameterSetPlacement.description
    /// The number of bytes of the length before each NAL unit: 1, 2 or 4.
    public var lengthSize = 4
    /// The most bytes of an access unit, and of all pictures that wait in memory.
    public var limit = 1 << 27
    /// The number of bytes within which a sequence parameter set must be found.
    public var detectionLimit = 1 << 23

    public init() {}
  }

  /// The options that the reader was made with.
  public let options: Options
  /// The codec of the stream; nil until it is known.
  public private(set) var codec: VideoCodec?
  /// The formats of the samples, in the order in which samples first need them. A sample's
  /// `formatIndex` is an index in this array.
  public var formats: [VideoStreamFormat] { knownFormats.all }
  /// The number of ticks per second; nil until there is a sample.
  public var timescale: Int32? { timing.timescale }
  /// The number of ticks by which the lowest composition offset so far is below 0. If offsets may
  /// not be negative, add it to all of them and let an edit skip it. Final at the end of the
  /// stream.
  public private(set) var presentationDelay: Int64 = 0

  private var knownFormats = StreamFormats()
  private var units: StreamUnitSplitter
  private var timing: StreamTiming
  private var assembler: AccessUnitAssembler?
  private var queue = CompositionQueue<StreamSample>()
  /// Where pictures wait, and where all but the beginning of large ones is stored while they are
  /// put together; nil to keep them in memory.
  private let spool: Spool?
  /// The units before the codec is known.
  private var undetected = StreamUnits()
  /// The number of their bytes.
  private var undetectedSize = 0
  /// The units that came before the codec was known and go to the assembler now.
  private var backlog: StreamUnits.Iterator?
  /// The number of bytes that were added.
  private var readCount = 0
  /// The number of bytes that the parameter sets of all formats take.
  private var formatWeight = 0
  /// The number of bytes of the parameter sets that were repeated in samples.
  private var repeatedCount = 0
  /// The number of bytes of the samples that wait in memory.
  private var held = 0
  private var isFinished = false
  private var isFlushed = false

  /// Makes a reader without bytes.
  public init(_ options: Options = Options()) { self.init(options, spool: nil) }

  /// Makes a reader that keeps the bytes of samples in `spool`, except small ones.
  init(_ options: Options, spool: Spool?) {
    self.options = options
    self.spool = spool
    // No sample, and so no unit, has more bytes than 32 bits can say.
    units = StreamUnitSplitter(limit: min(options.limit, Int(UInt32.max)), spool: spool)
    timing = StreamTiming(frameDuration: options.frameDuration)
    if let codec = options.codec { use(codec) }
  }

  /// The number of pictures that were left out because their parameter sets did not precede them.
  public var undecodablePictures: Int { assembler?.undecodablePictures ?? 0 }

  /// How many of them come before all others, as in a stream that begins in the middle of a group of pictures.
  package private(set) var undecodablePicturesAtStart = 0
  /// When the first of the rest would be decoded, in ticks; nil if there is none.
  package private(set) var firstGap: Int64?

  /// How many pictures come before the first at which decoding can begin; nil until there is one.
  package private(set) var picturesBeforeEntry: Int?
  private var pictureCount = 0

  private mutating func noteUndecodablePictures() {
    let count = undecodablePictures
    if timing.end == 0 {
      undecodablePicturesAtStart = count
    } else if count > undecodablePicturesAtStart, firstGap == nil {
      firstGap = timing.end
    }
  }

  /// Whether the stream so far has pictures of other layers than the base layer of HEVC. The sample descriptions do
  /// not describe them (`lhvC`; ISO/IEC 14496-15, 9.4).
  package var hasOtherLayers: Bool { assembler?.hasOtherLayers ?? false }

  /// The number of nonzero bytes before the first start code. If it is not 0, the stream begins in
  /// the middle of a unit, or it is not a byte stream of NAL units.
  public var bytesBeforeFirstUnit: UInt64 { units.bytesBeforeFirstUnit }

  /// Adds the next bytes of the stream.
  public mutating func append(_ bytes: Bytes) {
    readCount = readCount.addingClamping(bytes.count)
    units.append(bytes)
  }

  /// Adds the next bytes of the stream, from an array.
  public mutating func append(_ bytes: [UInt8]) { append(bytes[...]) }

  /// Ends the stream: no more bytes will be added.
  public mutating func finish() {
    isFinished = true
    units.finish()
  }

  /// Returns the next sample in decoding order; nil until more bytes are added, and at the end.
  /// - Throws: `FormatError` if a limit is reached, the frame duration is not known, the duration
  ///   of a later frame is not a whole number of ticks, or the bytes are not a stream of the codec.
  public mutating func next() throws(FormatError) -> StreamSample? {
    while true {
      if let entry = queue.next() { return sample(entry) }
      if let unit = try nextUnit() {
        if let whole = try assemble(unit) { try append(whole) }
        noteUndecodablePictures()
        continue
      }
      guard isFinished, !isFlushed else { return nil }
      isFlushed = true
      guard codec != nil else { throw notDetected }
      if let whole = assembler?.finish() { try append(whole) }
      queue.flush()
    }
  }

  /// Returns the size of a sample in memory with that of its records, so that many small samples
  /// count too.
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
      .missing("no H.264 or HEVC parameter sets found"))
  }

  private mutating func nextUnit() throws(FormatError) -> StreamUnit? {
    if let unit = backlog?.next() { return unit }
    backlog = nil
    if let unit = try units.next(of: codec, after: assembler?.size ?? 0) { return unit }
    guard codec != nil || units.bytesBeforeFirstUnit <= UInt64(max(0, options.detectionLimit))
    else {
      throw notDetected
    }
    return nil
  }

  private mutating func assemble(_ unit: StreamUnit) throws(FormatError) -> AccessUnit? {
    guard codec == nil else { return try assembler?.append(unit) }
    // No NAL unit begins with this bit set, but units of MPEG-2 do, and other units of MPEG-2 look
    // like parameter sets.
    if undetected.isEmpty, let first = unit.head.first, first & 0x80 != 0 { throw notDetected }
    undetected.append(unit)
    undetectedSize += unit.count + StreamUnits.lengthSize
    if let found = Self.detect(unit.head) {
      use(found)
      backlog = undetected.makeIterator()
      undetected = StreamUnits()
    } else if undetectedSize > options.detectionLimit {
      throw notDetected
    }
    return nil
  }

  /// Returns the codec of which a unit is a sequence parameter set; nil if it is none. A unit
  /// cannot be one of both: a sequence parameter set of HEVC has type 2 in H.264, and one of H.264
  /// has a layer of 32 or above in HEVC.
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
    let format = knownFormats.all[index]
    let duration = try timing.duration(of: unit, format)
    let (data, spooled) = try content(of: unit)
    let isEntry = unit.isSync || unit.isPartialSync
    if isEntry, picturesBeforeEntry == nil { picturesBeforeEntry = pictureCount }
    pictureCount += 1
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
      sample, order: unit.order, duration: duration, hold: format.decodedPictures,
      isRandomAccess: isEntry)
  }

  /// Returns the bytes of a sample, either in memory or in the spool.
  private mutating func content(
    of unit: AccessUnit
  ) throws(FormatError) -> (data: [UInt8], spooled: SpooledBytes?) {
    let (data, spooled) = try content(of: unit, adding: setsMissing(in: unit))
    // Small samples stay in memory anyway, and take less space as they are.
    guard let spool, spooled != nil || data.count >= Spool.leastInFile else { return (data, nil) }
    var all = spooled ?? SpooledBytes()
    if !data.isEmpty { all.append(spool.keep(data)) }
    return ([], all)
  }

  /// Returns the units of a sample and `missing` before them: what is in the spool, and the bytes
  /// after that.
  private func content(
    of unit: AccessUnit, adding missing: [Bytes]
  ) throws(FormatError) -> (data: [UInt8], spooled: SpooledBytes?) {
    if missing.isEmpty, options.lengthSize == StreamUnits.lengthSize,
      let sample = unit.content.sample,
      !unit.content.contains(where: { [placement = options.placement] in
        Self.isLeftOut($0, codec: unit.codec, placement)
      })
    {
      return (sample, nil)
    }
    var missing = missing
    var data: [UInt8] = []
    var spooled: SpooledBytes?
    data.reserveCapacity(unit.content.countInMemory)
    for item in unit.content {
      if !missing.isEmpty,
        NALUnitHeader(item.head, codec: unit.codec)?.isAccessUnitDelimiter != true
      {
        for set in missing {
          try LengthPrefixedUnits.append(set, lengthSize: options.lengthSize, to: &data)
        }
        missing = []
      }
      if Self.isLeftOut(item, codec: unit.codec, options.placement) { continue }
      try LengthPrefixedUnits.appendLength(item.count, lengthSize: options.lengthSize, to: &data)
      data.append(contentsOf: item.head)
      if let spool, let rest = item.rest {
        var all = spooled.take() ?? SpooledBytes()
        all.append(spool.keep(data))
        all.append(rest)
        spooled = all
        data = []
      }
    }
    return (data, spooled)
  }

  /// Returns whether a unit does not go into the sample: filler data does not belong in a file
  /// (ISO/IEC 14496-15, 5.3.2), and parameter sets in the description are not repeated in samples.
  private static func isLeftOut(
    _ unit: StreamUnit, codec: VideoCodec, _ placement: ParameterSetPlacement
  ) -> Bool {
    guard let header = NALUnitHeader(unit.head, codec: codec), header.layerID == 0 else {
      return false
    }
    return header.isFiller || placement == .description && header.parameterSet != nil
  }

  /// Returns the parameter sets that a picture needs at which decoding begins, if the stream did
  /// not repeat all of them with it. They must be in its sample or in the description, which may
  /// have other sets by then (ISO/IEC 14496-15, 5.4.3 and 8.4.3).
  private mutating func setsMissing(in unit: AccessUnit) throws(FormatError) -> [Bytes] {
    guard options.placement == .samples, unit.isSync || unit.isPartialSync else { return [] }
    let needed = unit.parameterSets
    guard !carriedSets(of: unit).contains(needed) else { return [] }
    let sets = needed.entries.map(\.unit)
    repeatedCount = sets.reduce(repeatedCount) { $0.addingClamping($1.count) }
    guard isWithinLimit(repeatedCount) else {
      throw FormatError(
        .limit(
          "the parameter sets that are repeated with each picture at which decoding begins would take more than "
            + "\(Self.mostWeight) times the size of the stream"))
    }
    return sets
  }

  /// Whether parameter sets may take so many bytes, beside a stream of which so much was read.
  private func isWithinLimit(_ count: Int) -> Bool {
    count / Self.mostWeight <= readCount.addingClamping(Self.freeWeight)
  }

  /// Returns the parameter sets in an access unit.
  private func carriedSets(of unit: AccessUnit) -> ParameterSets {
    var carried = ParameterSets()
    for item in unit.content where NALUnitHeader(item.head, codec: unit.codec)?.parameterSet != nil
    {
      try? carried.insert(Array(item.head)[...], codec: unit.codec)
    }
    return carried
  }

  /// How many bytes the parameter sets of all formats, or those that are repeated, may take if the stream is small.
  private static let freeWeight = 1 << 20
  /// How many times the size of the stream, and these bytes, they may take at most, whatever the pictures need.
  private static let mostWeight = 32

  /// Returns the index of the format that describes an access unit: that of the picture before it if it has all the
  /// sets that the picture refers to, else an earlier one that is the same as a new one would be, else a new one.
  ///
  /// If decoding can begin at the picture, a new format has only the sets that come with it, if
  /// they are all it needs. Otherwise it has all sets so far, as many as a description can count. If the
  /// formats would then take much more than the stream itself, it has only those that the picture needs.
  private mutating func formatIndex(for unit: AccessUnit) throws(FormatError) -> Int {
    let needed =
      options.placement == .description ? unit.parameterSets : unit.parameterSets.sequences
    if let index = knownFormats.last(with: needed) { return index }
    // The picture parameter sets in the description do not matter if the samples have them.
    if options.placement == .samples,
      let index = knownFormats.find(needed, active: unit.parameterSets)
    {
      return index
    }
    var sets = assembler?.parameterSets ?? ParameterSets()
    sets.merge(unit.parameterSets)
    if !knownFormats.all.isEmpty, unit.isSync || unit.isPartialSync {
      let carried = carriedSets(of: unit)
      if carried.contains(unit.parameterSets) { sets = carried }
    }
    if unit.codec == .h264 {
      // The counts of `avcC` have 5 and 8 bits (ISO/IEC 14496-15, 5.3.3.1.2), and there can be one set more.
      sets.limit(.sequence, to: 31, keeping: unit.parameterSets)
      sets.limit(.picture, to: 255, keeping: unit.parameterSets)
    }
    if options.placement == .description,
      let index = knownFormats.find(sets, active: unit.parameterSets)
    {
      return index
    }
    // A small stream can have a new set for each picture.
    if formatWeight.addingClamping(sets.weight) > readCount.addingClamping(Self.freeWeight) {
      sets = unit.parameterSets
      if let index = knownFormats.find(needed, active: unit.parameterSets) { return index }
    }
    formatWeight = formatWeight.addingClamping(sets.weight)
    guard isWithinLimit(formatWeight) else {
      throw FormatError(
        .limit(
          "the stream changes its parameter sets so often that their descriptions would take more than "
            + "\(Self.mostWeight) times its size"))
    }
    return knownFormats.add(
      try VideoStreamFormat(codec: unit.codec, parameterSets: sets, active: unit.parameterSets),
      for: options.placement == .description ? sets : needed, active: unit.parameterSets)
  }
}
