extension Atom {
  /// Whether this is a `moof` in compressed form with offsets that a change of the file would have to
  /// change in it.
  var hasFixedCompressedOffsets: Bool {
    guard type == "!mof", let moof = fragment else { return false }
    return moof.all("traf").contains { traf in
      guard let header = try? traf.first("tfhd")?.decode(TrackFragmentHeader.self) else {
        return false
      }
      return header.flags & TrackFragmentHeader.hasBaseDataOffset != 0
    }
  }

  /// Throws for a `moof` in compressed form that says something about the tracks in `trackIDs`.
  func checkCompressedFragment(of trackIDs: Set<UInt32>) throws(FormatError) {
    guard type == "!mof", !trackIDs.isEmpty, let moof = fragment else { return }
    for traf in moof.all("traf") {
      guard let header = try traf.first("tfhd")?.decode(TrackFragmentHeader.self),
        trackIDs.contains(header.trackID)
      else { continue }
      throw FormatError(
        .notEditable(
          "fragments in compressed form have samples of track \(header.trackID), so it cannot be "
            + "removed; remux the movie without fragments first"),
        path: "!mof", at: offset)
    }
  }

  /// For a `moof`, `mfra` or `sidx`: turns what it says about the tracks in `trackIDs`, which have been
  /// removed, into free space. Nothing moves, and readers that stop at an unknown track do not find
  /// one.
  ///
  /// Throws if the data of another track could no longer be found.
  mutating func freeFragments(of trackIDs: Set<UInt32>) throws(FormatError) {
    guard !trackIDs.isEmpty else { return }
    if type == "sidx", let index = try? decode(SegmentIndex.self),
      trackIDs.contains(index.referenceID)
    {
      return try free()
    }
    guard type == "moof" || type == "mfra" else { return }
    var isDataEndLost = false
    for index in children.indices {
      switch children[index].type {
      case "traf":
        guard let header = try children[index].first("tfhd")?.decode(TrackFragmentHeader.self)
        else { continue }
        let counted =
          TrackFragmentHeader.hasBaseDataOffset | TrackFragmentHeader.defaultBaseIsMoof
        if trackIDs.contains(header.trackID) {
          isDataEndLost = true
          try children[index].free()
        } else if isDataEndLost, header.flags & counted == 0 {
          // Its offsets are relative to the end of the data of the previous `traf` (ISO/IEC
          // 14496-12, 8.8.7.1).
          throw FormatError(
            .notEditable(
              "another track's media offsets depend on the removed track's data, so it cannot be removed"
            ),
            path: "moof/traf/tfhd", at: children[index].offset)
        }
      case "tfra":
        let access = try? children[index].decode(TrackFragmentRandomAccess.self)
        if let access, trackIDs.contains(access.trackID) { try children[index].free() }
      default: continue
      }
    }
  }

  /// For a `mfra`: lowers the numbers of the `traf` that come after free ones in their `moof`.
  /// - Parameter freed: Returns the numbers of those that became free, by the offset of their `moof`.
  mutating func lowerNumbers(
    ofFragmentsAfter freed: (UInt64) throws(FormatError) -> [UInt32]
  ) throws(FormatError) {
    for index in children.indices where children[index].type == "tfra" {
      guard let record = try? children[index].decode(TrackFragmentRandomAccess.self) else {
        continue
      }
      var rows = Array(record.entries)
      var isChanged = false
      for row in rows.indices where rows[row].trafNumber > 1 {
        let number = rows[row].trafNumber
        let before = try freed(rows[row].moofOffset).count { $0 < number }
        guard before > 0 else { continue }
        rows[row].trafNumber -= UInt32(clamping: before)
        isChanged = true
      }
      guard isChanged else { continue }
      try children[index].update(TrackFragmentRandomAccess.self) { access throws(FormatError) in
        access.entries = try Table(rows, layout: access.rowLayout)
      }
    }
  }

  /// For a `moof`: the numbers, from 1, of the `traf` of some tracks.
  func fragmentNumbers(of trackIDs: Set<UInt32>) -> [UInt32] {
    var numbers: [UInt32] = []
    var number: UInt32 = 0
    for traf in children where traf.type == "traf" {
      number += 1
      let header = try? traf.first("tfhd")?.decode(TrackFragmentHeader.self)
      if let header, trackIDs.contains(header.trackID) { numbers.append(number) }
    }
    return numbers
  }

  private mutating func free() throws(FormatError) {
    let space = try serialized().count - headerSize
    type = "free"
    content = .bytes([UInt8](repeating: 0, count: space)[...])
  }
}
