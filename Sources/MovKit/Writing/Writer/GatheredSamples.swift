/// Samples that are appended many at a time. Each has a size, times and attachments of its own, so appending them
/// one by one would cost more than all else that is done with them.
struct GatheredSamples {
  /// A sample. Times are in ticks of the track, on the timeline of all inputs.
  struct Row {
    /// The place of its first byte in the media.
    var offset: UInt64
    var size: UInt32
    var duration: UInt32
    /// Its magnitude is less than 2^61, so that sums of it and a duration need no check.
    var decode: Int64
    var compositionOffset: Int32
    /// The index of its sample description.
    var descriptionIndex: Int32
    var attachments: SampleAttachments

    /// The end of the sample in ticks.
    var end: Int64 { decode &+ Int64(duration) }
  }

  typealias Rows = ArraySlice<Row>

  /// The groups of some samples, one sample after another.
  struct Groups {
    fileprivate var numbers: ArraySlice<UInt32>
    /// How many each sample has.
    fileprivate let count: Int

    /// Whether samples have none.
    var isEmpty: Bool { numbers.isEmpty }

    /// Removes and returns the groups of the first sample.
    mutating func takeFirst() -> ArraySlice<UInt32> {
      guard numbers.count >= count else { return [] }
      defer { numbers.removeFirst(count) }
      return numbers.prefix(count)
    }
  }

  /// The number of samples that are held at most. A movie can have very many tracks, each of which holds
  /// some.
  static let most = 32

  /// Where the bytes of the samples are.
  enum Media {
    case file(File)
    case bytes([UInt8])

    /// Returns the bytes of a range.
    func piece(_ range: Range<UInt64>) -> MediaPiece {
      switch self {
      case .file(let file): .range(range, file)
      // There are no more than those of a few samples.
      case .bytes(let bytes): .bytes(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
      }
    }
  }

  /// Where the bytes of all of them are.
  private(set) var media: Media
  private var rows: [Row] = []
  private var numbers: [UInt32] = []
  /// How many groups each sample has.
  private let groupCount: Int
  private var taken = 0

  /// No samples yet, whose bytes are in a file.
  /// - Parameter groupCount: How many groups each sample has.
  init(of file: File, groupCount: Int = 0) {
    media = .file(file)
    self.groupCount = groupCount
  }

  /// No samples yet, whose bytes are in memory.
  init() {
    media = .bytes([])
    groupCount = 0
  }

  /// The samples that were not taken yet, in decode order.
  var rest: Rows { rows[taken...] }
  /// The groups of these.
  var groups: Groups { Groups(numbers: numbers[(taken * groupCount)...], count: groupCount) }
  var isEmpty: Bool { taken == rows.count }
  var isFull: Bool { rows.count == Self.most }

  /// Appends a sample whose bytes are in the file.
  /// - Parameter groups: As many as each sample has.
  mutating func append(_ row: Row, groups: [UInt32] = []) {
    rows.append(row)
    numbers += groups
  }

  /// Appends a sample whose bytes are in memory.
  /// - Parameter decode: Its decode time in ticks, whose magnitude is less than 2^61.
  mutating func append(
    _ sample: [UInt8], at decode: Int64, lasting duration: UInt32, description: Int32
  ) {
    guard case .bytes(var bytes) = media else { return }
    media = .bytes([])
    let row = Row(
      offset: UInt64(bytes.count), size: UInt32(clamping: sample.count), duration: duration,
      decode: decode, compositionOffset: 0, descriptionIndex: description,
      attachments: SampleAttachments())
    bytes += sample
    media = .bytes(bytes)
    append(row)
  }

  /// Removes the first samples. There must be as many.
  mutating func removeFirst(_ count: Int) {
    taken += count
    guard isEmpty else { return }
    rows.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    if case .bytes = media { media = .bytes([]) }
    taken = 0
  }
}
