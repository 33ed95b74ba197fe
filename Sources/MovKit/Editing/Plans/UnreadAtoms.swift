extension AtomFile {
  /// Throws if atoms that may say where media is were not read, so that nothing can get another place: a limit or
  /// damage left them as bytes, or they are among the bytes after the last atom.
  func checkOffsetsAreRead() throws(FormatError) {
    if let unreadOffsets { throw unreadOffsets }
    guard let (place, type) = try atomWithOffsets(in: trailing) else { return }
    throw FormatError(
      .notEditable(
        "the bytes after the last atom are not read, and \(type) among them may say where media is; so nothing "
          + "can get another place in a copy"), at: place)
  }

  /// Returns the place and the type of what may be an atom with offsets in a stretch of the file; nil if there
  /// is none.
  private func atomWithOffsets(
    in stretch: Range<UInt64>
  ) throws(FormatError) -> (place: UInt64, type: FourCC)? {
    var start = stretch.lowerBound
    while stretch.upperBound - start >= 8 {
      let count = Int(min(stretch.upperBound - start, 1 << 16))
      let bytes: BytesRead
      do throws(IOError) {
        bytes = BytesRead(try source.read(exactly: count, at: start), at: start)
      } catch {
        throw FormatError(
          .notEditable("the bytes after the last atom cannot be read: \(error)"), at: start)
      }
      for index in 0...count - 8 {
        let (size, type) = bytes.header(at: index)
        let place = start + UInt64(index)
        if size >= 8, UInt64(size) <= stretch.upperBound - place, schema.mayHaveOffsets(type) {
          return (place, type)
        }
      }
      // A header can begin in one block and end in the next.
      start += UInt64(count - 7)
    }
    return nil
  }
}
