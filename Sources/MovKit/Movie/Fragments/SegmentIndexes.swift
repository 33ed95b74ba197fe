/// Reads segment indexes: one for the whole file, one before each segment, or a tree of them
/// (ISO/IEC 14496-12, 8.16.3).
struct SegmentIndexes {
  private var lookup: TopLevelScan
  private let size: UInt64
  /// The time range that is wanted, as far as indexes are concerned.
  private let start: MediaTime
  private let end: MediaTime

  private(set) var entries: [FragmentIndex.Entry] = []
  private var visited: Set<UInt64> = []
  /// Where the part of the file that each index describes ends.
  private(set) var ends: Set<UInt64> = []
  /// The largest of `ends`, and the end of the time that the indexes cover.
  private var endOffset: UInt64 = 0
  private var endTime = MediaTime.negativeInfinity

  /// - Parameters:
  ///   - lookup: reads atoms at any place of the file.
  ///   - size: the size of the file, in bytes.
  ///   - start: the start of the wanted range.
  ///   - end: the end of the wanted range.
  init(_ lookup: TopLevelScan, size: UInt64, from start: MediaTime, to end: MediaTime) {
    self.lookup = lookup
    self.size = size
    self.start = start
    self.end = end
  }

  /// Whether the indexes cover more than the start of the wanted range.
  var isFarEnough: Bool { endTime > start }

  /// Reads an index, and those that it refers to as far as they are wanted. Does nothing if the
  /// index was already read because another one refers to it.
  mutating func add(_ sidx: Atom) throws(SeekFailure) {
    if let offset = sidx.offset, visited.contains(offset) { return }
    var waiting = [sidx]
    while let sidx = waiting.popLast() {
      // Each index is read only once, so the loop ends however they refer to each other.
      guard let offset = sidx.offset, visited.insert(offset).inserted else {
        throw .contradiction("two entries refer to the same index", of: "sidx", at: sidx.offset)
      }
      for place in try references(of: sidx, at: offset) {
        waiting.append(try index(at: place, referredToBy: offset))
      }
    }
  }

  /// Adds the entries of an index, and returns the places of the indexes that it refers to.
  private mutating func references(
    of sidx: Atom, at offset: UInt64
  ) throws(SeekFailure) -> [UInt64] {
    func contradiction(_ reason: String) -> SeekFailure {
      .contradiction(reason, of: "sidx", at: offset)
    }
    let record: SegmentIndex
    do { record = try sidx.decode(SegmentIndex.self) } catch {
      throw contradiction("the index cannot be read")
    }
    var (place, isBeyond) = (offset + sidx.size).addingReportingOverflow(record.firstOffset)
    var ticks = record.earliestPresentationTime
    var indexes: [UInt64] = []
    let rows = record.references
    guard rows.count <= FragmentIndex.mostEntries - entries.count else {
      throw contradiction("it lists more fragments than the file can hold")
    }
    for number in rows.indices {
      let row = rows[number]
      let (next, isTooFar) = place.addingReportingOverflow(UInt64(row.referencedSize))
      let (after, isTooLate) = ticks.addingReportingOverflow(UInt64(row.subsegmentDuration))
      guard !isBeyond, !isTooFar, next <= size, next > place else {
        throw contradiction("the index extends past the end of the file")
      }
      guard !isTooLate, let time = MediaTime(ticks: ticks, per: record.timescale),
        let timeAfter = MediaTime(ticks: after, per: record.timescale)
      else { throw contradiction("the index has no valid times") }
      if row.referenceType == 0 {
        entries.append(
          FragmentIndex.Entry(trackID: record.referenceID, time: time, offset: place))
      } else if time <= end {
        // What is shown first may be coded in the part before, so an index also counts as wanted if
        // the part after it reaches the start.
        var (last, overflow) = (after, false)
        if number + 1 < rows.count {
          (last, overflow) = after.addingReportingOverflow(
            UInt64(rows[number + 1].subsegmentDuration))
        }
        if overflow || MediaTime(ticks: last, per: record.timescale).map({ $0 > start }) ?? true {
          indexes.append(place)
        }
      }
      endTime = max(endTime, timeAfter)
      (place, isBeyond) = (next, false)
      ticks = after
    }
    ends.insert(place)
    endOffset = max(endOffset, place)
    return indexes
  }

  private mutating func index(
    at place: UInt64, referredToBy parent: UInt64
  ) throws(SeekFailure) -> Atom {
    lookup.jump(to: place)
    do {
      if try lookup.upcomingType() == "sidx", let atom = try lookup.next(), atom.claimedSize == nil
      {
        return atom
      }
    } catch { throw .reading(error) }
    throw .contradiction(
      "the index refers to an index at byte \(place), where there is none", of: "sidx", at: parent)
  }

  /// Reads the index of one segment after another, and skips their media, up to the start of the
  /// wanted range.
  mutating func follow() throws(SeekFailure) {
    while !entries.isEmpty, !isFarEnough {
      let reached = endOffset
      lookup.jump(to: reached)
      for sidx in try indexesAhead() { try add(sidx) }
      guard endOffset > reached else { return }
    }
  }

  /// Returns the indexes before the next fragment, from the current place of `lookup` on.
  private mutating func indexesAhead() throws(SeekFailure) -> [Atom] {
    var found: [Atom] = []
    do {
      while let type = try lookup.upcomingType(), FragmentIndex.aheadOfFragments.contains(type),
        let atom = try lookup.next(), atom.claimedSize == nil
      {
        if type == "sidx" { found.append(atom) }
      }
    } catch { throw .reading(error) }
    return found
  }
}
