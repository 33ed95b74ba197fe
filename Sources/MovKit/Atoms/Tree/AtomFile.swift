/// A file as a list of atoms, with whatever stands before and behind them.
///
/// Only heads are read, and the atoms that the schema declares for the top level: `mdat` and
/// unknown atoms stay in the file, as extents.
public struct AtomFile: Sendable {
  /// Bytes of the whole file.
  public var size: UInt64
  /// Bytes ahead of the first atom, such as the 128 of a MacBinary head.
  public var leading: Range<UInt64>
  public var atoms: [Atom]
  /// Bytes behind the last atom that are no atom.
  public var trailing: Range<UInt64>
  /// Stretches between or behind the atoms that were not looked at; none unless a movie was read
  /// for a part of its time.
  public var unread: [Range<UInt64>] = []
  public var diagnostics: [Diagnostic]

  /// Throws where the source cannot be read, holds no atom that anybody knows, or claims more
  /// than `limits` allow.
  public init(
    reading source: some ByteSource, schema: Schema = .standard, limits: Limits = Limits()
  ) throws(ReadingError) {
    var scan = TopLevelScan(source: source, schema: schema, limits: limits)
    try scan.run()
    self.init(scan, size: source.size, schema: schema, limits: limits)
  }

  /// What a scan has found; bytes behind its end are no atoms.
  init(_ scan: TopLevelScan<some ByteSource>, size: UInt64, schema: Schema, limits: Limits) {
    self.size = size
    leading = 0..<scan.start
    atoms = scan.atoms
    trailing = scan.end..<size
    diagnostics = []
    var parser = AtomParser(schema: schema, limits: limits)
    let names = atoms.pathComponents()
    for index in atoms.indices {
      parser.parse(&atoms[index], in: AtomContext(), named: names[index])
    }
    var found = scan.diagnostics
    found.append(contentsOf: parser.diagnostics.all)
    diagnostics = found.all
  }

  /// The first atom of a type at the top level.
  public func first(_ type: FourCC) -> Atom? { atoms.first { $0.type == type } }

  /// The whole file again: nobody edited an atom, nothing changes.
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
  /// What writes the atom: its bytes, or its head and a copy of what was left in the file.
  func writeSteps() throws(FormatError) -> [WritePlan.Step] {
    guard case .extent(let range) = content else {
      return [.bytes(try pieces(), label: "\(type)")]
    }
    let head = WritePlan.Step.bytes(Pieces(try serializedHeader()), label: "head of \(type)")
    return range.isEmpty ? [head] : [head, .copy(range, label: "content of \(type)")]
  }
}
