extension AtomFile {
  /// Returns an atom of the top level with what it contains. As `whole`, for what makes a plan.
  func fragment(_ atom: Atom) throws(FormatError) -> Atom {
    do throws(ReadingError) { return try whole(atom) } catch {
      if case .format(let error) = error { throw error }
      throw FormatError(.notRead, path: "\(atom.type)", at: atom.offset)
    }
  }

  /// Whether offsets may be in an atom of the top level as it is in the file, or in those inside it.
  func mayHaveOffsets(_ atom: Atom) -> Bool { schema.mayHaveOffsets(topLevel: atom) }
}

extension Schema {
  /// Whether offsets may be in an atom of the top level, whose fragments can be left in the file, or in those
  /// inside it.
  func mayHaveOffsets(topLevel atom: Atom) -> Bool {
    typesWithOffsets.contains(atom.type) || atom.type == "moof" || !atom.children.isEmpty
  }
}

extension Atom {
  /// Returns a fragment without its tree, which `AtomFile.whole` makes again; other atoms as they
  /// are.
  func packed() throws(FormatError) -> Atom {
    guard type == "moof", let start = contentOffset else { return self }
    var content = Pieces()
    try appendContent(to: &content)
    var packed = self
    let buffer = BytesRead(content.bytes, at: start)
    packed.keep(.bytes(buffer.bytes[...]), in: buffer)
    return packed
  }
}
