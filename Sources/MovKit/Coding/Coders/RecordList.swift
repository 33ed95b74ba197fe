/// Records of varying size, each of whole bytes. Those that are read are kept as the bytes they have in
/// the file, and a record is decoded each time it is asked for: a record is often larger in memory than
/// its few bytes. Changing one of them decodes all.
public struct RecordList<Element: Record>: RandomAccessCollection, Sendable {
  fileprivate enum Content: Sendable {
    case decoded([Element])
    case stored(StoredRecords<Element>)
  }

  private var content: Content

  /// Creates an empty list.
  public init() { content = .decoded([]) }

  init(_ records: [Element]) { content = .decoded(records) }

  init(_ records: StoredRecords<Element>) { content = .stored(records) }

  public var startIndex: Int { 0 }

  // Those that every collection has are found at run time, which takes longer than to decode a record.
  public var indices: Range<Int> { 0..<endIndex }
  public func index(after index: Int) -> Int { index + 1 }
  public func index(before index: Int) -> Int { index - 1 }
  public func formIndex(after index: inout Int) { index += 1 }
  public func formIndex(before index: inout Int) { index -= 1 }
  public func index(_ index: Int, offsetBy distance: Int) -> Int { index + distance }
  public func distance(from start: Int, to end: Int) -> Int { end - start }

  public var endIndex: Int {
    switch content {
    case .decoded(let records): records.count
    case .stored(let records): records.count
    }
  }

  private var decoded: [Element] {
    switch content {
    case .decoded(let records): records
    case .stored: Array(self)
    }
  }

  /// Changes the records, which are all decoded for it.
  private mutating func changeDecoded<Problem: Error>(
    _ body: (inout [Element]) throws(Problem) -> Void
  ) throws(Problem) {
    var records = decoded
    // Moved, so that an array is not copied.
    content = .decoded([])
    defer { content = .decoded(records) }
    try body(&records)
  }

  /// Gives all records the layout that the record around them asks for.
  mutating func setLayout<Layout: Equatable>(
    _ layout: Layout, at path: WritableKeyPath<Element, Layout>
  ) {
    switch content {
    case .stored(let records):
      // All have the layout with which they were read.
      if records.prototype[keyPath: path] == layout { return }
    case .decoded(let records):
      // What is as it should be is not written, so that an array that others have too is not copied.
      if records.allSatisfy({ $0[keyPath: path] == layout }) { return }
    }
    changeDecoded { records in
      for index in records.indices { records[index][keyPath: path] = layout }
    }
  }

  /// Returns the number of bytes of the records from one on.
  func size(from first: Int) -> Int {
    guard case .stored(let records) = content else {
      return self[first...].reduce(0) { $0 + $1.encodedSize }
    }
    return records.size(from: first)
  }

  /// Passes each record and its index to `body`. What `body` changes in a record that is stored is lost.
  mutating func visit(
    _ body: (inout Element, Int) throws(FormatError) -> Void
  ) throws(FormatError) {
    guard case .stored(let records) = content else {
      return try changeDecoded { (records) throws(FormatError) in
        for index in records.indices { try body(&records[index], index) }
      }
    }
    var walk = records.makeWalk()
    var index = 0
    while var record = walk.next() {
      try body(&record, index)
      index += 1
    }
  }

  /// Lets `body` change each record. Records that are stored are stored again if one of them changes.
  mutating func change(
    _ body: (inout Element) throws(FormatError) -> Void
  ) throws(FormatError) {
    try rewrite { (record) throws(FormatError) in
      try body(&record)
      return true
    }
  }

  /// Lets `body` change each record or, by returning false, remove it. Records that are stored are stored
  /// again if one of them changes.
  mutating func rewrite(
    _ body: (inout Element) throws(FormatError) -> Bool
  ) throws(FormatError) {
    guard case .stored(let records) = content else {
      return try changeDecoded { (records) throws(FormatError) in
        var kept = 0
        for index in records.indices {
          guard try body(&records[index]) else { continue }
          if kept < index { records.swapAt(kept, index) }
          kept += 1
        }
        records.removeLast(records.count - kept)
      }
    }
    if let changed = try records.changed(body) { content = .stored(changed) }
  }
}

extension RecordList: MutableCollection, RangeReplaceableCollection, ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) { self.init(elements) }

  public subscript(position: Int) -> Element {
    get {
      switch content {
      case .decoded(let records): return records[position]
      case .stored(let records):
        precondition(position >= 0 && position < records.count)
        return records[position]
      }
    }
    set { changeDecoded { $0[position] = newValue } }
  }

  public mutating func replaceSubrange(
    _ range: Range<Int>, with elements: some Collection<Element>
  ) { changeDecoded { $0.replaceSubrange(range, with: elements) } }
}

extension RecordList {
  /// Goes through the records in order, which takes less time than to ask for each.
  public struct Iterator: IteratorProtocol {
    private let records: [Element]
    private var index = 0
    /// Nil if the records are decoded.
    private var walk: StoredRecords<Element>.Walk?

    fileprivate init(_ content: Content) {
      switch content {
      case .decoded(let records): self.records = records
      case .stored(let stored): (records, walk) = ([], stored.makeWalk())
      }
    }

    public mutating func next() -> Element? {
      guard index < records.count else { return walk?.next() }
      defer { index += 1 }
      return records[index]
    }
  }

  public func makeIterator() -> Iterator { Iterator(content) }
}

extension RecordList: Equatable {
  public static func == (a: Self, b: Self) -> Bool { a.elementsEqual(b) }
}

/// Records as they are stored, one after another.
final class StoredRecords<Element: Record>: Sendable {
  /// Every record was read as a copy of this one, which knows what lies outside it.
  let prototype: Element
  fileprivate let reader: Reader
  /// The starts of the records, in bytes from that of the first. A start takes half of what an `Int`
  /// would: there can be a record in every few bytes.
  private let starts: PiecedList<UInt32>

  /// Creates the records from a reader at the first of them, which has read all of them.
  init(_ reader: Reader, starts: PiecedList<UInt32>, prototype: Element) {
    self.reader = reader
    self.starts = starts
    self.prototype = prototype
  }

  var count: Int { starts.count }

  /// Returns the number of bytes of the records from one on, of which only the last is measured.
  func size(from first: Int) -> Int {
    guard first < count else { return 0 }
    return Int(starts[count - 1]) - Int(starts[first]) + self[count - 1].encodedSize
  }

  subscript(index: Int) -> Element {
    var reader = reader
    reader.skip(Int(starts[index]))
    return reader.again(like: prototype)
  }

  /// Goes through the records with one reader: each begins where the one before it ends.
  struct Walk {
    private var reader: Reader
    private let prototype: Element
    private var left: Int

    fileprivate init(_ records: StoredRecords) {
      reader = records.reader
      prototype = records.prototype
      left = records.count
    }

    mutating func next() -> Element? {
      guard left > 0 else { return nil }
      left -= 1
      return reader.again(like: prototype)
    }
  }

  func makeWalk() -> Walk { Walk(self) }

  /// Returns the records after `body` has changed each, without those for which it returns false; nil if
  /// nothing changes.
  func changed(
    _ body: (inout Element) throws(FormatError) -> Bool
  ) throws(FormatError) -> StoredRecords? {
    var writer = Writer()
    var newStarts = PiecedList<UInt32>()
    var isChanged = false
    var walk = makeWalk()
    var index = 0
    while let old = walk.next() {
      defer { index += 1 }
      var new = old
      let isKept = try body(&new)
      if !isChanged {
        if isKept, new == old { continue }
        isChanged = true
        var earlier = makeWalk()
        for _ in 0..<index {
          guard var record = earlier.next() else { break }
          newStarts.append(UInt32(clamping: writer.bytes.count))
          try record.fields(&writer)
        }
      }
      guard isKept else { continue }
      newStarts.append(UInt32(clamping: writer.bytes.count))
      try new.fields(&writer)
    }
    guard isChanged else { return nil }
    return StoredRecords(
      Reader(writer.bytes[...], endsBeforeChildren: true), starts: newStarts, prototype: prototype)
  }
}
