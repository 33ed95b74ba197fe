extension AtomFile {
  /// Throws if atoms that may say where media is were not read, so that nothing can get another place: a limit or
  /// damage left them as bytes, or readers find them from the end of the file, after bytes that are no atom.
  func checkOffsetsAreRead() throws(FormatError) {
    if let unreadOffsets { throw unreadOffsets }
    guard let place = try unreadFragmentIndex() else { return }
    throw FormatError(
      .notEditable(
        "the mfra at the end of the file was not read, because the bytes before it are damaged, and it says where "
          + "fragments are; so nothing can get another place in a copy"), at: place)
  }

  /// Returns the place of an index of fragments that its last atom leads to (ISO/IEC 14496-12, 8.8.11), and that
  /// is none of the atoms that were read, nor in media; nil if there is none.
  private func unreadFragmentIndex() throws(FormatError) -> UInt64? {
    let size = size
    guard size >= 16, let end = try header(at: size - 16), end.size == 16, end.type == "mfro",
      case let length = UInt64(end.length), length >= 24, length <= size,
      case let start = size - length, let index = try header(at: start), index.type == "mfra"
    else { return nil }
    let isRead = atoms.contains { atom in
      guard let offset = atom.offset, offset <= start, start - offset < atom.size else {
        return false
      }
      return atom.type == "mdat" || atom.type == "mfra"
    }
    return isRead ? nil : start
  }

  /// Returns the size and the type in a header, and the last 4 of its 16 bytes, which are in the file.
  private func header(
    at place: UInt64
  ) throws(FormatError) -> (size: UInt32, type: FourCC, length: UInt32)? {
    do throws(IOError) {
      let bytes = BytesRead(try source.read(exactly: 16, at: place), at: place)
      let (size, type) = bytes.header(at: 0)
      return (size, type, bytes.size(at: 12))
    } catch {
      throw FormatError(.notEditable("the end of the file cannot be read: \(error)"), at: place)
    }
  }
}
