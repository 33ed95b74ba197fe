/// Samples of another file that are appended many at a time. Each has a size, times and attachments of its
/// own, so appending them one by one would cost more than all else that is done with them.
struct CopiedSamples {
  /// A sample. Times are in ticks of the track, on the timeline of all inputs.
  struct Row {
    /// The place of its first byte in the file.
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

  /// The number of samples that are held at most. A movie can have very many tracks, each of which holds
  /// some.
  static let most = 64

  let file: File
  private var rows: [Row] = []
  private var taken = 0

  init(of file: File) { self.file = file }

  /// The samples that were not taken yet, in decode order.
  var rest: Rows { rows[taken...] }
  var isEmpty: Bool { taken == rows.count }
  var isFull: Bool { rows.count == Self.most }

  mutating func append(_ row: Row) { rows.append(row) }

  /// Removes the first samples. There must be as many.
  mutating func removeFirst(_ count: Int) {
    taken += count
    guard isEmpty else { return }
    rows.removeAll(keepingCapacity: true)
    taken = 0
  }
}
