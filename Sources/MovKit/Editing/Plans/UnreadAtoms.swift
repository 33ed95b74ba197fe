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

  /// Returns the place of an index of fragments that readers find from the end of the file, and that is none of the
  /// atoms that were read, nor in media; nil if there is none.
  private func unreadFragmentIndex() throws(FormatError) -> UInt64? {
    var scan = TopLevelScan(source: source, schema: schema, limits: reading.limits)
    do throws(ReadingError) {
      guard try scan.jumpToFragmentIndex() != nil, try scan.upcomingType() == "mfra" else {
        return nil
      }
    } catch {
      throw FormatError(
        .notEditable("the end of the file cannot be read: \(error.reason)"), at: scan.end)
    }
    let place = scan.end
    let isRead = atoms.contains { atom in
      guard let offset = atom.offset, offset <= place, place - offset < atom.size else {
        return false
      }
      return atom.type == "mdat" || atom.type == "mfra"
    }
    return isRead ? nil : place
  }
}
