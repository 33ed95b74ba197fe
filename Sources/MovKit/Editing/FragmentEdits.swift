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

  private mutating func free() throws(FormatError) {
    let space = try serialized().count - headerSize
    type = "free"
    content = .bytes([UInt8](repeating: 0, count: space)[...])
  }
}
