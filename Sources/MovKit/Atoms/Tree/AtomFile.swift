/// A file as a list of atoms, with the bytes before and after them.
///
/// Only headers and the atoms that the schema declares for the top level are read: `mdat` and
/// unknown atoms stay in the file, as extents.
public struct AtomFile: Sendable {
  /// The size of the whole file in bytes.
  public var size: UInt64
  /// The bytes before the first atom, such as the 128 bytes of a MacBinary header.
  public var leading: Range<UInt64>
  /// The atoms of the top level in file order.
  public var atoms: [Atom]
  /// The bytes after the last atom that are not an atom.
  public var trailing: Range<UInt64>
  /// The stretches between or after the atoms that were not examined; empty unless a movie was read
  /// for only a part of its time.
  public var unread: [Range<UInt64>] = []
  /// What is odd about the file and its atoms.
  public var diagnostics: [Diagnostic]
  /// Why nothing in the file can get another place; nil if all atoms that have offsets were read.
  private(set) var unreadOffsets: FormatError?
  /// What the atoms were read from: extents are in it.
  let source: any ByteSource
  /// Reads fragments that were left in the file.
  private let fragments: ReadAhead
  /// How the file was read.
  package let reading: ReadingOptions
  var schema: Schema { reading.schema }
  private var limits: Limits { reading.limits }

  /// Reads the atoms of the file at a path.
  ///
  /// - Parameters:
  ///   - path: A text or a `FilePath`.
  ///   - schema: The atoms that are known.
  ///   - limits: What reading may cost.
  /// - Throws: `ReadingError` if the file cannot be read, holds no known atom, or needs more than
  ///   `limits` allow.
  public init(
    path: some FilePathConvertible, schema: Schema = .standard, limits: Limits = .standard
  ) throws(ReadingError) {
    let file: File
    do throws(IOError) { file = try File(path) } catch { throw .io(error) }
    try self.init(from: file, schema: schema, limits: limits)
  }

  /// Reads the atoms of a source: a `File`, or whatever a program has.
  ///
  /// - Throws: `ReadingError` if the source cannot be read, holds no known atom, or needs more than
  ///   `limits` allow.
  public init(
    from source: any ByteSource, schema: Schema = .standard, limits: Limits = .standard
  ) throws(ReadingError) {
    var scan = TopLevelScan(source: source, schema: schema, limits: limits)
    try scan.run()
    try self.init(consume scan, from: source, schema: schema, limits: limits)
  }

  /// Reads the atoms of a file in memory, such as `[UInt8]` or Foundation's `Data`.
  ///
  /// - Throws: `ReadingError` if the bytes hold no known atom, or need more than `limits` allow.
  public init(
    from bytes: some Sequence<UInt8>, schema: Schema = .standard, limits: Limits = .standard
  ) throws(ReadingError) {
    try self.init(from: MemorySource(bytes), schema: schema, limits: limits)
  }

  /// Reads the atoms of a source that cannot be read at once.
  ///
  /// - Throws: `ReadingError` if the source cannot be read, holds no known atom, or needs more than
  ///   `limits` allow; of kind `cancelled` if the task is cancelled.
  public init(
    from source: any AsyncByteSource, schema: Schema = .standard, limits: Limits = .standard
  ) async throws(ReadingError) {
    let source = BlockingSource(source)
    self = try await source.reading { () throws(ReadingError) in
      try AtomFile(from: source, schema: schema, limits: limits)
    }
  }

  /// Reads the atoms of a source, and leaves fragments in the file: `moof` is an extent, and
  /// `whole` reads it. `take` is called with each atom in turn, fragments too, while it is whole.
  ///
  /// - Throws: `ReadingError` if the source cannot be read, holds no known atom, or needs more than
  ///   `limits` allow.
  init(
    leavingFragmentsIn source: any ByteSource, schema: Schema = .standard,
    limits: Limits = .standard, _ take: (Atom) -> Void
  ) throws(ReadingError) {
    var scan = TopLevelScan(
      source: source, schema: schema, limits: limits, leavingFragments: true)
    try scan.run()
    try self.init(consume scan, from: source, schema: schema, limits: limits, take)
  }

  /// The result of a scan of `source`. Bytes after the end of the scan are not atoms.
  init(
    _ scan: consuming TopLevelScan, from source: any ByteSource, schema: Schema, limits: Limits
  ) throws(ReadingError) {
    try self.init(consume scan, from: source, schema: schema, limits: limits) { _ in }
  }

  private init(
    _ scan: consuming TopLevelScan, from source: any ByteSource, schema: Schema, limits: Limits,
    _ take: (Atom) -> Void
  ) throws(ReadingError) {
    self.source = source
    fragments = ReadAhead(source)
    reading = ReadingOptions(schema: schema, limits: limits)
    size = scan.size
    leading = 0..<scan.start
    trailing = scan.end..<scan.size
    var found = scan.diagnostics
    // Nothing else may have the list when the atoms in it are read.
    atoms = scan.takeAtoms()
    diagnostics = []
    var parser = AtomParser(schema: schema, limits: limits)
    var counter = PathComponentCounter(atoms)
    for index in atoms.indices {
      let component = counter.component(ofNext: atoms[index].type)
      if atoms[index].isFragmentLeftInFile {
        var moof = atoms[index]
        try moof.read(limits: limits, from: fragments.read)
        parser.parse(&moof, in: AtomContext(), at: component)
        take(moof)
      } else {
        parser.parse(&atoms[index], in: AtomContext(), at: component)
        take(atoms[index])
      }
      if let failure = parser.failure { throw .io(failure) }
    }
    found.append(contentsOf: parser.diagnostics.all)
    diagnostics = found.all
    unreadOffsets = parser.unreadOffsets
  }

  /// Returns an atom of the top level with what it contains, if it is a fragment that was left in the
  /// file or is bytes; other atoms as they are.
  ///
  /// - Throws: `ReadingError` if it cannot be read.
  func whole(_ atom: Atom) throws(ReadingError) -> Atom {
    guard atom.type == "moof" else { return atom }
    if atom.isDivided { return atom }
    var moof = atom
    try moof.read(limits: limits, from: fragments.read)
    var parser = AtomParser(schema: schema, limits: limits)
    parser.parse(&moof, in: AtomContext(), at: PathComponent(type: moof.type, index: nil))
    if let failure = parser.failure { throw .io(failure) }
    return moof
  }

  /// Reads the atom of the top level at an offset again, with what it contains; nil if there is none.
  ///
  /// - Throws: `ReadingError` if the source cannot be read.
  func readAgain(at offset: UInt64) throws(ReadingError) -> Atom? {
    var scan = TopLevelScan(source: source, schema: schema, limits: limits)
    scan.jump(to: offset)
    guard var atom = try scan.next() else { return nil }
    var parser = AtomParser(schema: schema, limits: limits)
    parser.parse(&atom, in: AtomContext(), at: PathComponent(type: atom.type, index: nil))
    if let failure = parser.failure { throw .io(failure) }
    return atom
  }

  /// Returns the first atom of a type at the top level, or nil.
  public func first(_ type: FourCC) -> Atom? { atoms.first(type) }

  /// Returns a plan that writes the whole file. If no atom was edited, the result is the same byte
  /// for byte.
  ///
  /// - Throws: `FormatError` if an atom cannot be written.
  package func writePlan() throws(FormatError) -> WritePlan {
    var plan = WritePlan()
    if !leading.isEmpty { plan.steps.append(.copy(leading, label: "bytes before the first atom")) }
    var gaps = unread[...]
    for atom in atoms {
      while let gap = gaps.first, let offset = atom.offset, gap.upperBound <= offset {
        plan.steps.append(.copy(gap, label: "bytes that were not read"))
        gaps.removeFirst()
      }
      plan.steps += try atom.writeSteps()
    }
    for gap in gaps { plan.steps.append(.copy(gap, label: "bytes that were not read")) }
    if !trailing.isEmpty { plan.steps.append(.copy(trailing, label: "bytes after the last atom")) }
    return plan
  }
}

extension Atom {
  fileprivate var isFragmentLeftInFile: Bool {
    type == "moof" && isLeftInFile
  }

  /// Returns the steps that write the atom: its bytes, or its header and a copy of what was left in
  /// the file.
  func writeSteps() throws(FormatError) -> [WritePlan.Step] {
    guard case .extent(let range) = ownBytes else {
      return [.bytes(try pieces(), label: "\(type)")]
    }
    let head = WritePlan.Step.bytes(Pieces(try serializedHeader()), label: "head of \(type)")
    return range.isEmpty ? [head] : [head, .copy(range, label: "content of \(type)")]
  }
}
