extension FragmentIndex {
  /// Reads `mfra` at the end of a file, which `mfro` locates (ISO/IEC 14496-12, 8.8.9 to 8.8.11).
  /// Nil if there is none.
  ///
  /// - Parameters:
  ///   - lookup: reads atoms at any place of the file.
  ///   - size: the size of the file, in bytes.
  ///   - first: where the first fragment begins.
  ///   - timescales: the ticks per second of the tracks, by track ID.
  /// - Throws: `SeekFailure` if the index contradicts itself or the file, or the source cannot be
  ///   read.
  init?(
    mfraBy lookup: inout TopLevelScan, size: UInt64, after first: UInt64,
    timescales: [UInt32: Int32], parser: inout AtomParser
  ) throws(SeekFailure) {
    guard let mfra = try Self.mfra(&lookup, size: size, parser: &parser) else { return nil }
    var entries: [Entry] = []
    for tfra in mfra.all("tfra") {
      func contradiction(_ reason: String) -> SeekFailure {
        .contradiction(reason, of: "mfra", at: tfra.offset)
      }
      let record: TrackFragmentRandomAccess
      do { record = try tfra.decode(TrackFragmentRandomAccess.self) } catch {
        throw contradiction("the index cannot be read")
      }
      guard let timescale = timescales[record.trackID] else { continue }
      guard record.entries.count <= Self.mostEntries - entries.count else {
        throw contradiction("it lists more fragments than the file can hold")
      }
      var last: Entry?
      for row in record.entries {
        guard row.moofOffset >= first, row.moofOffset < size else {
          throw contradiction("the index extends past the fragments")
        }
        guard let time = MediaTime(ticks: row.time, per: UInt32(timescale)) else {
          throw contradiction("the index has no valid times")
        }
        let entry = Entry(trackID: record.trackID, time: time, offset: row.moofOffset)
        if let last, entry.time < last.time || entry.offset < last.offset {
          throw contradiction("the index is out of order")
        }
        // Further sync samples of the same fragment add nothing.
        if last?.offset != entry.offset { entries.append(entry) }
        last = entry
      }
    }
    self.init("mfra", entries)
  }

  private static func mfra(
    _ lookup: inout TopLevelScan, size: UInt64, parser: inout AtomParser
  ) throws(SeekFailure) -> Atom? {
    do {
      guard let parentSize = try lookup.jumpToFragmentIndex() else { return nil }
      if try lookup.upcomingType() == "mfra", var mfra = try lookup.next(),
        mfra.claimedSize == nil, mfra.size == UInt64(parentSize)
      {
        parser.parse(&mfra, in: AtomContext(), at: PathComponent(type: "mfra", index: nil))
        return mfra
      }
    } catch { throw .reading(error) }
    throw .contradiction(
      "the end of the file points to an index that does not exist", of: "mfra", at: size - 16)
  }
}

extension TopLevelScan {
  /// Goes to where `mfro` at the end of the file says that `mfra` begins, and returns the size that it says; nil if
  /// there is no `mfro`. If the place is outside of the file, the scan is at its end.
  mutating func jumpToFragmentIndex() throws(ReadingError) -> UInt32? {
    guard size >= 16 else { return nil }
    jump(to: size - 16)
    guard try upcomingType() == "mfro", let mfro = try next(),
      let parentSize = try? mfro.decode(MovieFragmentRandomAccessOffset.self).parentSize
    else { return nil }
    if UInt64(parentSize) <= size { jump(to: size - UInt64(parentSize)) }
    return parentSize
  }
}
