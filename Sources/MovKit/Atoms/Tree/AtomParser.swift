/// Turns the bytes of one atom into a tree. It descends only into atoms for which the schema
/// declares children; all other bytes stay as they are, in their place and order. It never fails:
/// what cannot be read stays as bytes too, with a diagnostic.
struct AtomParser {
  let schema: Schema
  let limits: Limits
  private(set) var diagnostics = DiagnosticList()
  /// Why what was read cannot be moved: atoms that may have offsets in the file were left as bytes, because of
  /// a limit or because they are damaged. Nil if there are none.
  private(set) var unreadOffsets: FormatError?
  /// Why there was no memory for the tree; nil if there was.
  private(set) var failure: IOError?
  private var atomCount = 0
  /// What may be decompressed.
  var budget: DecompressionBudget
  /// The components of the atoms that contain the one being read.
  private var path: [PathComponent] = []

  init(schema: Schema, limits: Limits) {
    self.schema = schema
    self.limits = limits
    budget = DecompressionBudget(limits)
  }

  /// Parses the content of `atom`, whose position in the file is the atom's own offset. `method` is the
  /// atom beside it that says how it is compressed.
  mutating func parse(
    _ atom: inout Atom, in context: AtomContext, at component: PathComponent,
    method: Atom? = nil
  ) {
    let userType = atom.type == "uuid" ? atom.userType : []
    guard let record = schema.parentRecord(for: atom.type, userType: userType, in: context) else {
      return
    }
    parse(&atom, as: record, in: context, at: component, method: method)
  }

  /// Parses the content of an atom that has others in it, as `record` says.
  private mutating func parse(
    _ atom: inout Atom, as record: Schema.ParentRecord, in context: AtomContext,
    at component: PathComponent, method: Atom?
  ) {
    guard case .bytes(let bytes) = atom.ownBytes else { return }
    path.append(component)
    defer { path.removeLast() }
    let depth = min(limits.depth, Limits.greatestDepth)
    guard path.count <= depth else {
      report(
        "too-deep", .error, "more than \(depth) levels of atoms; keeping the rest as bytes",
        at: atom.offset)
      noteUnread(
        bytes, isCompressed: record.isCompressed,
        because: "of the limit of \(counted(depth, "level")) of atoms", at: atom.offset)
      return
    }
    guard !record.isCompressed else {
      decompress(&atom, as: record.type, by: method)
      return
    }
    let start: Int
    do {
      // Most parents have no fields, which need not be read.
      guard
        let found = record.type == Container.self
          ? bytes.startIndex : try Self.childrenStart(record.type, bytes, at: atom.contentOffset)
      else { return }
      start = found
    } catch {
      report("undecodable", .error, "\(error.reason); keeping it as bytes", at: error.offset)
      noteUnread(bytes, because: "it is damaged", at: atom.offset)
      return
    }
    if divideIntoLeaves(&atom, bytes, from: start, in: context) { return }
    var (atoms, tail) = split(bytes[start...], of: atom)
    let inner = context.entering(
      atom.type, firstByte: start > bytes.startIndex ? bytes.first : nil, atoms)
    let method = atom.type == "cmov" ? atoms.first { $0.type == "dcom" } : nil
    // Nothing else may have the list now, or a copy of it would be changed.
    var counter = PathComponentCounter(atoms)
    // Atoms of one type mostly follow one another.
    var childless: FourCC?
    var lacksOffsets = true
    for index in atoms.indices {
      let type = atoms[index].type
      let component = counter.component(ofNext: type)
      guard type != childless else { continue }
      if type != "uuid", !schema.hasAtoms(type, in: inner) {
        childless = type
      } else if let record = schema.parentRecord(
        for: type, userType: type == "uuid" ? atoms[index].userType : [], in: inner)
      {
        parse(&atoms[index], as: record, in: inner, at: component, method: method)
      }
      lacksOffsets =
        lacksOffsets && !schema.mayHaveOffsets(type)
        && atoms[index].isKnownToLackOffsets
    }
    // What declares too many bytes takes the atoms that follow it for its own.
    if let last = atoms.last, last.claimedSize != nil,
      case .bytes(let bytes) = last.content
    {
      noteUnread(bytes, because: "\(last.type) declares more bytes than remain", at: last.offset)
    }
    atom.divide(preamble: bytes[..<start], into: atoms, tail: tail)
    atom.noteParsed(upTo: bytes.endIndex, lacksOffsets: lacksOffsets)
  }

  private static func childrenStart<R: Record>(
    _: R.Type, _ bytes: Bytes, at offset: UInt64?
  ) throws(FormatError) -> Int? {
    var reader = Reader(bytes, at: offset)
    var record = R()
    try record.fields(&reader)
    return reader.childrenStart
  }

  /// Divides an atom whose children are few, and have none themselves. Returns false if that is not
  /// known, or there is something to report of them.
  private mutating func divideIntoLeaves(
    _ atom: inout Atom, _ bytes: Bytes, from start: Int, in context: AtomContext
  ) -> Bool {
    // What the children of a media mean depends on one of them, and an atom of type 0 ends `wave`.
    guard atom.type != "mdia", atom.type != "wave" else { return false }
    let inner = context.entering(
      atom.type, firstByte: start > bytes.startIndex ? bytes.first : nil)
    let most = min(
      limits.atoms - min(limits.atoms, atomCount),
      Self.atomsAtATime - 1 - atomCount % Self.atomsAtATime)
    guard
      let count = atom.divideIntoLeaves(
        after: start - bytes.startIndex, atMost: most, { !schema.hasAtoms($0, in: inner) },
        { schema.mayHaveOffsets($0) })
    else { return false }
    atomCount += count
    return true
  }

  /// Splits bytes into atoms without parsing their content.
  mutating func split(_ bytes: Bytes, of parent: Atom) -> (atoms: [Atom], tail: Bytes) {
    let buffer = parent.buffer
    // Positions in `bytes` and in the file advance together: the parent's content begins after its
    // header.
    var start: (place: UInt64, index: Int)?
    if let place = parent.contentPlace, case .bytes(let all) = parent.ownBytes {
      start = (place, all.startIndex)
    }
    let filePlace = { [start] (index: Int) -> UInt64? in
      start.map { $0.place &+ UInt64(index - $0.index) }
    }
    let fileOffset = { (index: Int) -> UInt64? in
      filePlace(index).flatMap { $0 < Atom.firstDecompressedPlace ? $0 : nil }
    }
    // What has a header of 8 bytes is made of its place. Its offset must be that of the bytes that were read.
    let plain = buffer.flatMap { buffer in
      parent.type != "wave" && bytes.endIndex <= UInt32.max
        && filePlace(bytes.startIndex) ?? OtherAtom.noPlace
          == buffer.place(of: UInt32(bytes.startIndex), after: 0)
        ? buffer : nil
    }
    let count = Self.count(of: bytes, in: plain)
    guard hasMemory(for: count) else { return ([], bytes) }
    var atoms: [Atom] = []
    atoms.reserveCapacity(count)
    var position = bytes.startIndex
    loop: while bytes.endIndex - position >= 8 {
      if let plain, case (let size, let type) = plain.header(at: position), size >= 8,
        Int(size) <= bytes.endIndex - position, type != "uuid"
      {
        guard admitsAnother(at: fileOffset(position)) else {
          noteUnreadOverLimit(bytes[position...], at: fileOffset(position))
          break loop
        }
        atoms.append(Atom(leafAt: position, in: plain))
        position += Int(size)
        continue
      }
      let place = filePlace(position)
      let at = fileOffset(position)
      var header = AtomHeader()
      var reader = Reader(bytes[position...])
      let available = bytes.endIndex - position
      do { try header.fields(&reader) } catch {
        report("atom-head-cut", .error, "the header of \(header.type) is truncated", at: at)
        noteUnread(bytes[position...], because: "the last atom in it is damaged", at: at)
        break loop
      }
      // An atom of type 0 and size 0 or 8 ends `wave` (QuickTime File Format, "Terminator Atom").
      // Some writers leave old bytes after it.
      let isTerminator =
        parent.type == "wave" && header.type.rawValue == 0 && [0, 8].contains(header.size)
      guard let claimed = header.claimedSize else {
        // A size of 0 ends a list of user data; "to the end of the file" is for the top level only.
        if isTerminator {
          noteBytes(bytes[(position + 8)...], after: "the end of the list", at: at.map { $0 &+ 8 })
        } else if !bytes[position...].allSatisfy({ $0 == 0 }) {
          report(
            "atom-size-zero", .warning,
            "an atom of size 0 ends the list; \(counted(available, "byte", "follows", "follow")) it",
            at: at)
          noteUnread(bytes[position...], because: "an atom of size 0 ends its list", at: at)
        }
        return (atoms, bytes[position...])
      }
      guard claimed >= UInt64(header.length) else {
        report("atom-size", .error, "invalid atom size \(claimed); keeping it as bytes", at: at)
        noteUnread(bytes[position...], because: "an atom in it is damaged", at: at)
        break loop
      }
      var end = bytes.endIndex
      var overrun: UInt64?
      if claimed <= UInt64(available) {
        end = position + Int(claimed)
      } else {
        guard header.type.isPlausibleType else {
          report(
            "trailing-bytes", .warning,
            counted(available, "byte", "is not an atom", "are not an atom"), at: at)
          noteUnread(bytes[position...], because: "bytes in it are not an atom", at: at)
          break loop
        }
        overrun = claimed
        report(
          "atom-overrun", .error,
          "\(header.type) declares \(counted(claimed, "byte")), but only \(available) \(available == 1 ? "remains" : "remain")",
          at: at)
      }
      guard admitsAnother(at: at) else {
        noteUnreadOverLimit(bytes[position...], at: at)
        break loop
      }
      atoms.append(
        Atom(
          header, .bytes(bytes[(position + header.length)..<end]), in: buffer, at: place,
          claimedSize: overrun))
      position = end
      if isTerminator {
        noteBytes(bytes[position...], after: "the end of the list", at: fileOffset(position))
        return (atoms, bytes[position...])
      }
    }
    if bytes.endIndex - position < 8, position < bytes.endIndex {
      noteBytes(bytes[position...], after: "the last child", at: fileOffset(position))
    }
    return (atoms, bytes[position...])
  }

  /// Counts another atom, at an offset of the file. Returns false if there may be no more.
  @inline(__always)
  private mutating func admitsAnother(at offset: @autoclosure () -> UInt64?) -> Bool {
    atomCount += 1
    if atomCount % Self.atomsAtATime == 0, !hasMemory(for: Self.atomsAtATime) { return false }
    let most = limits.atoms
    guard atomCount <= most else {
      report(
        "too-many-atoms", .error, "more than \(most) atoms; keeping the rest as bytes", at: offset()
      )
      return false
    }
    return true
  }

  private mutating func noteUnreadOverLimit(_ bytes: Bytes, at offset: UInt64?) {
    noteUnread(bytes, because: "of the limit of \(limits.atoms) atoms", at: offset)
  }

  /// Notes that bytes are kept as such, if an atom among them may have offsets in the file: its type is
  /// somewhere in the bytes then. What is in compressed form shows no types.
  private mutating func noteUnread(
    _ bytes: Bytes, isCompressed: Bool = false, because reason: String, at offset: UInt64?
  ) {
    guard unreadOffsets == nil, isCompressed || schema.mayHaveOffsets(in: bytes) else { return }
    unreadOffsets = FormatError(
      .notEditable(
        "not all of it was read, because \(reason), and what was not may say where media is; "
          + "so nothing can get another place in a copy"),
      path: path.map(\.description).joined(separator: "/"), at: offset)
  }

  /// The number of atoms for which memory is asked for at a time.
  private static let atomsAtATime = 1 << 15

  /// Returns whether there is memory for a number of atoms.
  private mutating func hasMemory(for count: Int) -> Bool {
    hasMemory(forBytes: count * MemoryLayout<Atom>.stride)
  }

  /// Returns whether there is memory for a number of bytes.
  mutating func hasMemory(forBytes count: Int) -> Bool {
    guard failure == nil else { return false }
    do throws(IOError) { try Memory.check(count) } catch {
      failure = error
    }
    return failure == nil
  }

  /// Returns the number of atoms in bytes, so that the list of them need not grow; 0 if it takes longer to
  /// count a few. `buffer` is what the bytes are a slice of, if that is known.
  private static func count(of bytes: Bytes, in buffer: BytesRead?) -> Int {
    guard buffer != nil || bytes.count >= 1 << 16 else { return 0 }
    var count = 0
    var position = bytes.startIndex
    while bytes.endIndex - position >= 8 {
      guard let size = size(at: position, of: bytes, in: buffer) else { break }
      count += 1
      guard size <= UInt64(bytes.endIndex - position) else { break }
      position += Int(size)
    }
    return count
  }

  /// Returns the size of the atom with an index in these bytes; nil if it has none.
  @inline(__always)
  private static func size(at index: Int, of bytes: Bytes, in buffer: BytesRead?) -> UInt64? {
    if let buffer, case let size = buffer.header(at: index).size, size >= 8 { return UInt64(size) }
    var header = AtomHeader()
    var reader = Reader(bytes[index...])
    guard (try? header.fields(&reader)) != nil, let size = header.claimedSize,
      size >= UInt64(header.length)
    else { return nil }
    return size
  }

  private mutating func noteBytes(_ bytes: Bytes, after place: String, at offset: UInt64?) {
    guard !bytes.allSatisfy({ $0 == 0 }) else { return }
    report(
      "trailing-bytes", .note,
      "\(counted(bytes.count, "byte")) after \(place)", at: offset)
  }

  mutating func report(
    _ rule: String, _ severity: Diagnostic.Severity, _ message: @autoclosure () -> String,
    at offset: UInt64?
  ) {
    let place = path
    diagnostics.add(
      rule, severity, message(), path: place.map(\.description).joined(separator: "/"), at: offset)
  }
}
