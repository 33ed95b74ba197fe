/// Goes through the samples of a track that is copied, and reads some of them ahead.
struct CopyWalk {
  /// Samples that differ in nothing but place and time: the first, their number, and their bytes together.
  typealias Alike = (first: SampleTable.Sample, count: Int, size: UInt64)

  private var samples: SampleTable.Iterator
  /// Samples that were read and not appended yet.
  private var ahead: GatheredSamples
  /// What was read after them, and is not appended together with others.
  private var following: Alike?

  /// - Parameter groupCount: How many groups each sample has.
  init(_ table: SampleTable, of file: File, groupCount: Int) {
    samples = table.makeIterator()
    ahead = GatheredSamples(of: file, groupCount: groupCount)
  }

  /// The index of the sample that is read next.
  var index: Int {
    get { samples.index }
    set { samples.index = newValue }
  }

  /// Whether all that was read is appended.
  var isUsedUp: Bool { ahead.isEmpty && following == nil }

  mutating func next() -> SampleTable.Sample? { samples.next() }

  mutating func next(atMost limit: Int) -> Alike? { samples.next(atMost: limit) }

  mutating func takeFollowing() -> Alike? { following.take() }

  /// Reads samples that are not alike, up to a few, and what comes after them.
  /// - Parameters:
  ///   - limit: The number of samples that may be read.
  ///   - moves: How the times of these samples change.
  ///   - descriptions: The index of each sample description in the new track; nil if that is the old one.
  ///   - extras: The groups of the samples; nil if they have none.
  mutating func readAhead(
    atMost limit: Int, _ moves: CopiedStretch, _ descriptions: [Int]?,
    _ extras: inout SampleExtrasWalk?
  ) {
    let end = samples.index.addingOrGreatest(limit)
    while !ahead.isFull, samples.index < end,
      // Samples that are alike can be in different groups.
      let next = samples.next(atMost: extras == nil ? end - samples.index : 1)
    {
      guard next.count == 1,
        let row = GatheredSamples.Row(
          next.first, moves, description: next.first.description(among: descriptions))
      else {
        following = next
        return
      }
      ahead.append(row, groups: extras?.groups(of: next.first) ?? [])
    }
  }

  /// Appends samples that were read, as many as complete a chunk. Returns false if there are none.
  mutating func append(to input: MovieWriter.Input) throws(WritingError) -> Bool {
    guard !ahead.isEmpty else { return false }
    try input.append(&ahead)
    return true
  }
}

extension SampleTable.Sample {
  /// Returns the index of its sample description in a new track.
  /// - Parameter descriptions: The new index of each; nil if that is the old one.
  func description(among descriptions: [Int]?) -> Int {
    guard let descriptions else { return descriptionIndex }
    return descriptions.indices.contains(descriptionIndex) ? descriptions[descriptionIndex] : 0
  }
}

extension GatheredSamples.Row {
  /// A sample whose times change; nil if a value is out of range.
  fileprivate init?(
    _ sample: SampleTable.Sample, _ moves: CopiedStretch, description: Int
  ) {
    let (decode, shown) = (moves.decodeTime(of: sample), moves.presentationTime(of: sample))
    guard let size = UInt32(exactly: sample.size), sample.offset <= UInt64.max - sample.size,
      let duration = UInt32(exactly: moves.duration(of: sample)),
      decode.magnitude < 1 << 61, shown.magnitude < 1 << 61,
      let offset = Int32(exactly: shown - decode),
      let description = Int32(exactly: description)
    else { return nil }
    self.init(
      offset: sample.offset, size: size, duration: duration, decode: decode,
      compositionOffset: offset, descriptionIndex: description, attachments: sample.attachments)
  }
}
