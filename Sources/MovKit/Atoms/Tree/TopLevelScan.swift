/// Finds the atoms at the top level of a file by their headers, with small reads.
struct TopLevelScan {
  private let source: any ByteSource
  /// The size of the source, asked once: that of a program may answer otherwise the next time.
  let size: UInt64
  private var window: WindowedSource
  private let schema: Schema
  private let limits: Limits
  /// Whether fragments stay in the file, as extents.
  private let leavingFragments: Bool

  /// The offset at which the first atom begins.
  private(set) var start: UInt64 = 0
  /// The offset at which the last atom ends.
  private(set) var end: UInt64 = 0
  private(set) var atoms: [Atom] = []
  private(set) var diagnostics = DiagnosticList()
  /// Whether a movie header and media were found.
  private var (hasMovie, hasMedia) = (false, false)
  /// Where the trailer of a camera begins, which is no atom whatever it looks like; the end of the file if it has
  /// none. Nil while it is not looked for.
  private var trailerStart: UInt64?

  init(
    source: any ByteSource, schema: Schema, limits: Limits, leavingFragments: Bool = false
  ) {
    self.leavingFragments = leavingFragments
    self.source = source
    window = WindowedSource(source)
    size = window.size
    self.schema = schema
    self.limits = limits
  }

  /// Finds the first atom and those after it, up to the first atom of the type `stop`. `end` is
  /// then the offset of that atom.
  mutating func run(upTo stop: FourCC? = nil) throws(ReadingError) {
    guard size > 0 else { throw .format(FormatError(.wrongKind("the file is empty"))) }
    guard let first = try findStart() else {
      let head = try? source.read(exactly: Int(min(size, UInt64(OtherFileKind.byteCount))), at: 0)
      let kind = head.flatMap { OtherFileKind.name(ofBeginning: $0) }
      throw .format(
        FormatError(
          .wrongKind("this is not a QuickTime or MP4 file" + (kind.map { "; it is \($0)" } ?? ""))))
    }
    start = first
    if start > 0 {
      report(
        "leading-bytes", .note,
        start == 128
          ? "a 128-byte MacBinary header"
          : counted(start, "byte", "is not an atom", "are not an atom"), at: 0)
    }
    end = start
    repeat {
      if let stop, try upcomingType() == stop { return }
    } while try next() != nil
  }

  /// Reads the atom at `end` and moves `end` past it; nil if there is none.
  mutating func next() throws(ReadingError) -> Atom? {
    guard end < size else { return nil }
    guard try !isInTrailer(end), let atom = try atom(at: end) else {
      report(
        "trailing-bytes", .note,
        counted(
          size - end, "byte", "after the last atom is not an atom",
          "after the last atom are not an atom"),
        at: end)
      return nil
    }
    guard atoms.count < limits.atoms else {
      throw .format(FormatError(.limit("more than \(limits.atoms) atoms"), at: end))
    }
    if atoms.count == atoms.capacity {
      // The list is about to grow to twice its size.
      do throws(IOError) {
        try Memory.check(2 * atoms.count * MemoryLayout<Atom>.stride)
      } catch { throw .io(error) }
    }
    atoms.append(atom)
    if atom.type == "mdat" { hasMedia = true } else if atom.type.isMovie { hasMovie = true }
    end = size - end > atom.size ? end + atom.size : size
    return atom
  }

  /// Whether an offset is in what a camera writes after the last atom. That is looked for only after a movie header
  /// and media: most files have no atoms after both, and a file may be read up to one of them only.
  private mutating func isInTrailer(_ offset: UInt64) throws(ReadingError) -> Bool {
    guard hasMovie, hasMedia else { return false }
    if let trailerStart { return offset >= trailerStart }
    let start: UInt64
    do throws(IOError) { start = try CameraTrailer.start(in: source, size: size) ?? size } catch {
      throw .io(error)
    }
    trailerStart = start
    return offset >= start
  }

  /// Returns the atoms, which are gone afterwards.
  mutating func takeAtoms() -> [Atom] {
    defer { atoms = [] }
    return atoms
  }

  /// Continues at another offset. The bytes in between are not examined.
  mutating func jump(to offset: UInt64) { end = offset }

  /// Returns the type of the atom whose header is at `end`; nil if the bytes cannot be a header.
  mutating func upcomingType() throws(ReadingError) -> FourCC? {
    guard let header = try header(at: end), header.isPossible else { return nil }
    return header.type
  }

  /// Returns the offset of the first atom: 0, or 128 after a MacBinary header, or the first offset
  /// within 64 KiB at which a known atom is followed by another atom or by the end of the file.
  private mutating func findStart() throws(ReadingError) -> UInt64? {
    if let header = try header(at: 0), Self.anchors.contains(header.type), header.isPossible {
      return 0
    }
    if let header = try header(at: 128), Self.anchors.contains(header.type),
      let size = try followedAtom(at: 128), size > 0
    {
      return 128
    }
    // A whole atom that is not one of the usual first atoms, but is followed by another one.
    // Without that check, many texts would pass, because bytes 4 to 7 happen to be the type of some
    // atom.
    if let next = try followedAtom(at: 0), next > 0 { return 0 }
    let head: [UInt8]
    do { head = try source.read(exactly: Int(min(size, 65536)), at: 0) } catch {
      throw .io(error)
    }
    for index in stride(from: 5, to: head.count - 3, by: 1) where head[index] >= 0x61 {
      let type = head[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
      guard Self.anchors.contains(FourCC(rawValue: type)) else { continue }
      if try followedAtom(at: UInt64(index - 4)) != nil { return UInt64(index - 4) }
    }
    return nil
  }

  /// The types that identify a movie when they are found among other bytes.
  static var anchors: [FourCC] {
    ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot", "styp", "moof"]
  }

  private func isKnown(_ type: FourCC) -> Bool {
    guard type.rawValue != 0 else { return false }
    return Self.anchors.contains(type) || schema.hasRule(for: type, userType: [], in: AtomContext())
      || RegisteredNames.atom(type, in: nil) != nil
  }

  /// Returns the size of a known atom that ends where another begins or where the file ends; nil if
  /// there is none.
  private mutating func followedAtom(at offset: UInt64) throws(ReadingError) -> UInt64? {
    guard let header = try header(at: offset), isKnown(header.type), header.isPossible else {
      return nil
    }
    guard let claimed = header.claimedSize else { return size - offset }
    guard claimed <= size - offset else { return nil }
    if offset + claimed == size { return claimed }
    guard let next = try self.header(at: offset + claimed), isKnown(next.type) else { return nil }
    return claimed
  }

  private mutating func header(at offset: UInt64) throws(ReadingError) -> AtomHeader? {
    guard offset <= size, size - offset >= 8 else { return nil }
    let count = min(UInt64(AtomHeader.longest), size - offset)
    let bytes: Bytes
    do { bytes = try window.bytes(at: offset, count: Int(count)) } catch { throw .io(error) }
    var reader = Reader(bytes, at: offset)
    var header = AtomHeader()
    do { try header.fields(&reader) } catch { return nil }
    // What it keeps must not be all that was read with it.
    if header.type == "uuid" {
      header.userType = RawBytes(bytes: Array(header.userType.bytes)[...])
    }
    return header
  }

  /// Returns the atom whose header is at `offset`; nil if there is none.
  private mutating func atom(at offset: UInt64) throws(ReadingError) -> Atom? {
    guard let header = try header(at: offset), header.isPossible else { return nil }
    let available = size - offset
    let claimed = header.claimedSize ?? available
    guard claimed <= available || header.type.isPlausibleType else { return nil }
    let content = (offset + UInt64(header.length))..<(offset + min(claimed, available))
    var atom = Atom(
      header, .extent(content), in: nil, at: offset,
      claimedSize: claimed > available ? claimed : nil)
    if claimed > available {
      report(
        "atom-overrun", .error,
        "\(header.type) declares \(counted(claimed, "byte")), but only \(available) \(available == 1 ? "remains" : "remain")",
        at: offset)
    }
    if atom.hasUserTypeOnly, atom.size <= Self.smallSize {
      do throws(IOError) { try read(small: &atom, at: offset) } catch { throw .io(error) }
    } else if schema.hasRule(for: atom.type, userType: header.userType.bytes, in: AtomContext()),
      !(leavingFragments && header.type == "moof")
    {
      // There can be one in every few bytes, and the window mostly has it.
      let isSmall = claimed <= UInt64(WindowedSource.smallest)
      try atom.read(limits: limits) { (count, place) throws(IOError) in
        try isSmall
          ? window.read(at: place, count: count) : source.read(exactly: count, at: place)
      }
    }
    return atom
  }

  /// The size up to which an atom with a user type is read, whatever it is: its bytes take less memory than to
  /// know where they are.
  private static let smallSize: UInt64 = 88

  /// The bytes that were read last for such atoms, where they begin, and where the last of these atoms ends.
  private var smallBytes = BytesRead([], at: nil)
  private var smallStart: UInt64 = 0
  private var smallEnd: UInt64 = 0

  /// Keeps the bytes of a small atom. There can be one in every few bytes, so those that follow one another share
  /// what is read: each time as much as they have taken so far, up to a page.
  private mutating func read(small atom: inout Atom, at offset: UInt64) throws(IOError) {
    let atomSize = atom.size
    if offset < smallEnd || offset - smallStart > UInt64(smallBytes.bytes.count)
      || atomSize > smallStart + UInt64(smallBytes.bytes.count) - offset
    {
      let isNext = offset == smallEnd && smallEnd > 0
      let most = isNext ? min(UInt64(smallBytes.bytes.count) * 2, 4096) : 0
      let count = min(max(atomSize, most), size - offset)
      smallBytes = BytesRead(try window.read(at: offset, count: Int(count)), at: offset)
      smallStart = offset
    }
    smallEnd = offset + atomSize
    let start = Int(offset - smallStart)
    atom.keep(.bytes(smallBytes.bytes[start + 24..<start + Int(atomSize)]), in: smallBytes)
  }

  private mutating func report(
    _ rule: String, _ severity: Diagnostic.Severity, _ message: String,
    at offset: UInt64
  ) {
    diagnostics.add(rule, severity, message, at: offset)
  }
}

extension Atom {
  /// Reads the content that was left in the file.
  /// - Parameter read: Reads as many bytes of the file at a place.
  mutating func read(
    limits: Limits, from read: (_ count: Int, _ place: UInt64) throws(IOError) -> [UInt8]
  ) throws(ReadingError) {
    guard case .extent(let range) = content else { return }
    guard range.length <= limits.bytesHeld, let count = Int(exactly: range.length) else {
      throw .format(
        FormatError(
          .limit(
            "\(counted(range.length, "byte", "exceeds", "exceed")) the limit of \(limits.bytesHeld)"
          ),
          path: "\(type)", at: offset))
    }
    // With its header, an atom with a user type is a place in the bytes.
    let header = hasUserTypeOnly ? 24 : 0
    let start = range.lowerBound - UInt64(header)
    let buffer: BytesRead
    do { buffer = BytesRead(try read(header + count, start), at: start) } catch {
      throw .io(error)
    }
    keep(.bytes(buffer.bytes[header...]), in: buffer)
  }

  /// Whether a user type is all that the atom has besides a header of 8 bytes and what follows.
  fileprivate var hasUserTypeOnly: Bool {
    type == "uuid" && form == .compact && claimedSize == nil && userType.count == 16
  }
}

extension AtomHeader {
  /// Whether the size is at least that of the header.
  var isPossible: Bool { claimedSize.map { $0 >= UInt64(length) } ?? true }
}
