/// In what the atoms of two files differ, one difference after another.
///
/// Atoms are compared by what their fields say, and by their bytes where these say no more: padding, or
/// a number that is damaged. Tracks belong together by their IDs, and other atoms
/// by their types and their order among those of a type. What is not compared: places in the file,
/// which move with all that comes before, the sizes of atoms, media (`mdat`; see `MediaComparison`)
/// and unused space (`free`, `skip`, `wide`). Of what both files have in compressed form, the
/// decompressed atoms are compared.
///
/// ```swift
/// var comparison = AtomComparison(first, second)
/// while let difference = try comparison.next() { print(difference.path) }
/// ```
public struct AtomComparison: Sendable {
  /// Atoms beside one another in one of the files.
  private struct Side {
    let atoms: [Atom]
    let surroundings: AtomSurroundings
    /// The index of each atom among those of its type; -1 if it is the only one.
    private let indexes: [Int32]

    init(_ atoms: [Atom], _ surroundings: AtomSurroundings = AtomSurroundings()) {
      self.atoms = atoms
      self.surroundings = surroundings
      indexes = atoms.pathComponents().map { $0.index.map { Int32(clamping: $0) } ?? -1 }
    }

    init(decompressed node: AtomNode) {
      self.init(
        node.atom.compressedAtoms,
        AtomSurroundings(prefix: node.path + "/", depth: node.depth + 1))
    }

    init(inside node: AtomNode) {
      self.init(node.atom.children, AtomSurroundings(inside: node))
    }

    func node(_ place: Int32, _ atom: Atom) -> AtomNode {
      let index = indexes[Int(place)]
      return AtomNode(
        atom: atom, component: PathComponent(type: atom.type, index: index < 0 ? nil : Int(index)),
        surroundings: surroundings)
    }
  }

  private struct Frame {
    let first: Side
    let second: Side
    let pairs: [(first: Int32, second: Int32)]
    var next = 0
  }

  private let first: AtomFile
  private let second: AtomFile
  private var firstDescriber: AtomDescriber
  private var secondDescriber: AtomDescriber
  private var stack: [Frame] = []
  /// What was found and not returned yet, the next one last.
  private var found: [AtomDifference] = []

  /// Compares two files.
  public init(_ first: AtomFile, _ second: AtomFile) {
    self.first = first
    self.second = second
    firstDescriber = AtomDescriber(schema: first.schema)
    secondDescriber = AtomDescriber(schema: second.schema)
    descend(into: Side(first.atoms), Side(second.atoms), at: "")
  }

  /// Returns the next difference, in the order of the first file; nil if there are no more.
  /// - Throws: `ReadingError` if atoms that were left in a file cannot be read.
  public mutating func next() throws(ReadingError) -> AtomDifference? {
    while found.isEmpty {
      guard let top = stack.indices.last else { return nil }
      guard stack[top].next < stack[top].pairs.count else {
        stack.removeLast()
        continue
      }
      let pair = stack[top].pairs[stack[top].next]
      stack[top].next += 1
      try compare(pair, stack[top].first, stack[top].second)
    }
    return found.popLast()
  }

  private mutating func compare(
    _ pair: (first: Int32, second: Int32), _ a: Side, _ b: Side
  ) throws(ReadingError) {
    guard pair.second >= 0 else {
      let path = a.node(pair.first, a.atoms[Int(pair.first)]).path
      return found.append(AtomDifference(path, .onlyInFirst))
    }
    guard pair.first >= 0 else {
      let path = b.node(pair.second, b.atoms[Int(pair.second)]).path
      return found.append(AtomDifference(path, .onlyInSecond))
    }
    var (one, other) = (a.atoms[Int(pair.first)], b.atoms[Int(pair.second)])
    if a.surroundings.depth == 0 {
      one = try first.whole(one)
      other = try second.whole(other)
    }
    if case .bytes(let bytes) = one.content, case .bytes(let others) = other.content,
      bytes == others, one.claimedSize == other.claimedSize
    {
      return
    }
    let (node, otherNode) = (a.node(pair.first, one), b.node(pair.second, other))
    // The compressed bytes of one movie differ from compressor to compressor.
    guard one.compressedAtoms.isEmpty || other.compressedAtoms.isEmpty else {
      return descend(into: Side(decompressed: node), Side(decompressed: otherNode), at: node.path)
    }
    try compare(node, otherNode)
    if !one.children.isEmpty || !other.children.isEmpty {
      descend(into: Side(inside: node), Side(inside: otherNode), at: node.path)
    }
  }

  private mutating func compare(_ a: AtomNode, _ b: AtomNode) throws(ReadingError) {
    let (one, other) = (firstDescriber.describe(a), secondDescriber.describe(b))
    found += FieldComparison.differences(of: one.fields, and: other.fields, at: a.path).reversed()
    guard one.extent != nil || other.extent != nil else {
      if found.isEmpty, let sizes = silentDifference(a, one, b, other) {
        found.append(AtomDifference(a.path, .content(sizes.first, sizes.second)))
      }
      return
    }
    let (range, otherRange) = (one.extent ?? 0..<0, other.extent ?? 0..<0)
    if try !isSame(range, otherRange) {
      found.append(AtomDifference(a.path, .content(range.length, otherRange.length)))
    }
  }

  /// Returns how many bytes two atoms have whose fields say the same, if the bytes differ in more than
  /// places in the file: in padding, in numbers of rows that are not there, or in how a text or a size
  /// is written.
  private func silentDifference(
    _ a: AtomNode, _ one: AtomDescription, _ b: AtomNode, _ other: AtomDescription
  ) -> (first: UInt64, second: UInt64)? {
    let (bytes, others) = (a.atom.ownBytes, b.atom.ownBytes)
    let differ =
      first.schema.mayHaveOffsets(a.atom.type) || second.schema.mayHaveOffsets(b.atom.type)
      ? one.diagnostics.map(\.message) != other.diagnostics.map(\.message)
      : !bytes.isSame(as: others)
    return differ ? (bytes.size, others.size) : nil
  }

  private mutating func descend(into a: Side, _ b: Side, at path: String) {
    let matches = AtomMatches(a.atoms, b.atoms) { Self.isLeftOut($0.type) }
    stack.append(Frame(first: a, second: b, pairs: matches.pairs))
    if !matches.haveSameOrder {
      func compared(_ atoms: [Atom]) -> [Atom] { atoms.filter { !Self.isLeftOut($0.type) } }
      found.insert(AtomDifference(path, .order(compared(a.atoms), compared(b.atoms))), at: 0)
    }
  }

  /// Media, and space that is not used.
  private static func isLeftOut(_ type: FourCC) -> Bool {
    type == "mdat" || type.isFreeSpace
  }

  /// The number of bytes that are compared at a time.
  private static let pieceSize = 1 << 18

  private func isSame(
    _ range: Range<UInt64>, _ other: Range<UInt64>
  ) throws(ReadingError) -> Bool {
    guard range.length == other.length else { return false }
    var done: UInt64 = 0
    while done < range.length {
      let count = Int(min(range.length - done, UInt64(Self.pieceSize)))
      do throws(IOError) {
        let bytes = try first.source.read(exactly: count, at: range.lowerBound + done)
        guard try second.source.read(exactly: count, at: other.lowerBound + done) == bytes else {
          return false
        }
      } catch { throw .io(error) }
      done += UInt64(count)
    }
    return true
  }
}

extension AtomStorage.Own {
  /// The number of bytes.
  fileprivate var size: UInt64 {
    switch self {
    case .bytes(let bytes): UInt64(bytes.count)
    case .beside(let preamble, let tail): UInt64(preamble.count) + UInt64(tail.count)
    case .extent(let range): range.length
    }
  }

  /// Whether the bytes are the same. What was left in the file is not.
  fileprivate func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.bytes(let bytes), .bytes(let others)): bytes == others
    case (.beside(let preamble, let tail), .beside(let otherPreamble, let otherTail)):
      preamble == otherPreamble && tail == otherTail
    default: false
    }
  }
}
