/// Compressed samples of one track, kept in a file until an encoder has made its last pass over
/// them: the counterpart of `VTFrameSilo`.
///
/// The first pass appends every sample in decode order. A further pass names the time ranges that
/// it encodes again: the old samples in them are dropped, and the new ones are appended, also in
/// decode order. At the end all samples are read, or written into a movie, in decode order.
///
/// A sample takes 48 bytes of memory. The bytes of dropped samples stay in the file until the silo
/// is released.
public final class SampleSilo {
  /// Why a sample or a pass was rejected.
  public enum Failure: Error, Equatable, Sendable {
    /// The file of the silo could not be written or read.
    case io(IOError)
    /// A time is not a number, or it, a size or a description index does not fit in the silo's fields: 64 bits in
    /// its timescale, 32 bits and 16 bits.
    case outOfRange
    /// The sample is decoded before the sample that was appended last.
    case decodeTimeGoesBack
    /// The sample is decoded outside the time ranges of this pass.
    case outsideOfPass
    /// The ranges of a pass overlap, or are not in order.
    case rangesOutOfOrder
  }

  /// A sample as it was appended, without its bytes.
  public struct Sample: Sendable {
    /// When the sample is decoded and shown, in ticks of the timescale of the silo.
    public var timing: SampleTiming
    /// The further properties of the sample.
    public var attachments: SampleAttachments
    /// The index of its sample description, from 0.
    public var descriptionIndex: Int
    /// The place of its bytes in the file that `contents` returns.
    public var byteRange: Range<UInt64>
  }

  private struct Entry {
    var decode: Int64
    var presentation: Int64
    var duration: Int64
    var offset: UInt64
    var size: UInt32
    var attachments: SampleAttachments
    var descriptionIndex: UInt16
  }

  /// The number of ticks per second of all times in the silo.
  public let timescale: Int32
  private let scratch: ScratchFile
  /// The samples before the position where the next one is appended, and those after it. `later` is
  /// in reverse order.
  private var entries: [Entry] = []
  private var later: [Entry] = []
  /// The time ranges of this pass that are not complete yet, in reverse order: the last element is
  /// being filled. In the first pass there is a single range without an end.
  private var ranges: [Range<Int64>] = [.min..<Int64.max]

  /// Creates an empty silo. Its file is in the directory that contains `path`.
  /// - Parameters:
  ///   - path: A path in the directory for the file, a text or a `FilePath`.
  ///   - timescale: The number of ticks per second, at least 1.
  /// - Throws: `Failure.io` if the file cannot be created.
  public init(beside path: some FilePathConvertible, timescale: Int32) throws(Failure) {
    self.timescale = max(1, timescale)
    do throws(IOError) { scratch = try ScratchFile(beside: path.filePath) } catch {
      throw .io(error)
    }
  }

  /// The number of samples in the silo.
  public var count: Int { entries.count + later.count }

  /// Begins another pass, and drops the samples that are decoded in these time ranges. The pass
  /// appends new samples in the same ranges.
  /// - Parameter ranges: The ranges of decode times, in order and without overlap.
  /// - Throws: `Failure`: `rangesOutOfOrder`, or `outOfRange` if a range is not numeric.
  public func beginPass(replacing ranges: [MediaTimeRange]) throws(Failure) {
    var passes: [Range<Int64>] = []
    for range in ranges {
      let start = try ticks(range.start)
      let end = try ticks(range.end)
      guard start <= end, start >= passes.last?.upperBound ?? .min else { throw .rangesOutOfOrder }
      passes.append(start..<end)
    }
    let old = entries + later.reversed()
    var kept: [Entry] = []
    kept.reserveCapacity(old.count)
    var next = passes[...]
    for entry in old {
      while let range = next.first, range.upperBound <= entry.decode { next.removeFirst() }
      if next.first?.contains(entry.decode) ?? false { continue }
      kept.append(entry)
    }
    entries = []
    later = kept.reversed()
    self.ranges = passes.reversed()
    moveOn()
  }

  /// Moves the kept samples that are decoded before the range being filled to `entries`.
  private func moveOn() {
    let start = ranges.last?.lowerBound ?? .max
    while let next = later.last, next.decode < start {
      entries.append(next)
      later.removeLast()
    }
  }

  /// Adds the next sample of the pass, in decode order.
  /// - Parameters:
  ///   - data: The bytes of the sample.
  ///   - timing: When the sample is decoded and shown. The decode time must be valid.
  ///   - attachments: The further properties of the sample.
  ///   - description: The index of its sample description, from 0 to 65535.
  /// - Throws: `Failure` if the sample is rejected, or the file cannot be written.
  public func append(
    _ data: some Collection<UInt8>, timing: SampleTiming,
    attachments: SampleAttachments = SampleAttachments(), description: Int = 0
  ) throws(Failure) {
    let decode = try ticks(timing.decodeTime)
    guard let size = UInt32(exactly: data.count), let index = UInt16(exactly: description) else {
      throw .outOfRange
    }
    var entry = Entry(
      decode: decode, presentation: try ticks(timing.presentationTime),
      duration: try ticks(timing.duration), offset: 0, size: size, attachments: attachments,
      descriptionIndex: index)
    // The ranges that are not filled yet, the first last; there can be very many.
    let own = ranges.last { $0.upperBound > decode }
    guard let own, own.contains(decode) else { throw .outsideOfPass }
    if let last = entries.last, last.decode > decode { throw .decodeTimeGoesBack }
    while let range = ranges.last, range.upperBound <= decode {
      ranges.removeLast()
      moveOn()
    }
    do throws(IOError) { entry.offset = try scratch.append(data).lowerBound } catch {
      throw .io(error)
    }
    entries.append(entry)
  }

  private func entry(_ index: Int) -> Entry {
    index < entries.count ? entries[index] : later[later.count - 1 - (index - entries.count)]
  }

  /// Returns the index of the first entry that is decoded at `time` or later.
  private func place(of time: Int64) -> Int {
    (0..<count).partitioningIndex { entry($0).decode >= time }
  }

  private func ticks(_ time: MediaTime) throws(Failure) -> Int64 {
    let converted = time.converted(to: timescale)
    guard converted.isNumeric else { throw .outOfRange }
    return converted.value
  }

  // MARK: Reading

  /// Returns the sample at a position in decode order. `index` must be less than `count`, as those that
  /// `indices(in:)` returns are; a greater one stops the program.
  public subscript(index: Int) -> Sample {
    let entry = entry(index)
    func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: timescale) }
    return Sample(
      timing: SampleTiming(
        duration: time(entry.duration), presentationTime: time(entry.presentation),
        decodeTime: time(entry.decode)),
      attachments: entry.attachments, descriptionIndex: Int(entry.descriptionIndex),
      byteRange: entry.offset..<entry.offset + UInt64(entry.size))
  }

  /// Returns the indices of the samples that are decoded in a time range; of all samples if `range`
  /// is nil.
  /// - Throws: `Failure.outOfRange` if the range is not numeric.
  public func indices(in range: MediaTimeRange? = nil) throws(Failure) -> Range<Int> {
    guard let range else { return 0..<count }
    let start = place(of: try ticks(range.start))
    return start..<max(start, place(of: try ticks(range.end)))
  }

  /// Opens the file with the bytes of all samples so far. `Sample.byteRange` gives the place of
  /// each sample.
  /// - Throws: `Failure.io` if the file cannot be written or opened.
  public func contents() throws(Failure) -> File {
    do throws(IOError) { return try scratch.contents() } catch { throw .io(error) }
  }
}

extension SampleSilo.Failure: IdentifiedError {
  public var id: String {
    switch self {
    case .io(let error): error.id
    case .outOfRange: "time-out-of-range"
    case .decodeTimeGoesBack: "decode-time-goes-back"
    case .outsideOfPass: "outside-of-pass"
    case .rangesOutOfOrder: "ranges-out-of-order"
    }
  }

  public var description: String {
    switch self {
    case .io(let error): error.description
    case .outOfRange: "a time, a size or an index is out of range"
    case .decodeTimeGoesBack: "a sample's decode time is before that of the previous sample"
    case .outsideOfPass: "the sample is decoded outside the time ranges of this pass"
    case .rangesOutOfOrder: "the time ranges of the pass overlap or are out of order"
    }
  }
}
