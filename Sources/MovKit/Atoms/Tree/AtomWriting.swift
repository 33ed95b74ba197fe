/// Appends atoms to bytes. Atoms that were read one after another and are written so are one slice of
/// what was read: a file can hold an atom in every eight bytes.
struct AtomWriting {
  private var pieces: Pieces
  /// What is appended next: bytes of a buffer.
  private var run: (buffer: BytesRead, range: Range<Int>)?

  init(_ pieces: Pieces) { self.pieces = pieces }

  /// Appends a whole atom.
  ///
  /// - Throws: `FormatError` as `Atom.serialized` does.
  mutating func append(_ atom: Atom) throws(FormatError) {
    if let (buffer, range) = atom.wholeAsRead {
      if let last = run, last.buffer === buffer, last.range.upperBound == range.lowerBound {
        run?.range = last.range.lowerBound..<range.upperBound
      } else {
        endRun()
        run = (buffer, range)
      }
      return
    }
    endRun()
    pieces.append(try atom.serializedHeader())
    try appendContent(of: atom)
  }

  /// Appends what follows the header of an atom.
  mutating func appendContent(of atom: Atom) throws(FormatError) {
    switch atom.content {
    case .bytes(let payload): append(payload)
    case .children(let children):
      append(children.preamble)
      for atom in children.atoms { try append(atom) }
      append(children.tail)
    case .extent:
      throw FormatError(.notRead, path: "\(atom.type)", at: atom.offset)
    }
  }

  private mutating func append(_ bytes: Bytes) {
    guard !bytes.isEmpty else { return }
    endRun()
    pieces.append(bytes)
  }

  private mutating func endRun() {
    if let (buffer, range) = run { pieces.append(buffer.bytes[range]) }
    run = nil
  }

  /// Returns all bytes.
  consuming func finished() -> Pieces {
    endRun()
    return pieces
  }
}

extension Atom {
  /// Whether both atoms have the same bytes when written, regardless of their offsets.
  func isWritten(as other: Atom) -> Bool {
    guard type == other.type, form == other.form, claimedSize == other.claimedSize else {
      return false
    }
    if case .bytes(let bytes) = content, case .bytes(let others) = other.content {
      return bytes == others
    }
    guard let bytes = try? serialized(), let others = try? other.serialized() else { return false }
    return bytes == others
  }
}
