extension Atom {
  /// For a `moof` or `mfra`: turns what it says about the tracks in `trackIDs`, which have been
  /// removed, into free space. Nothing moves, and readers that stop at an unknown track do not find
  /// one.
  ///
  /// Throws if the data of another track could no longer be found.
  mutating func freeFragments(of trackIDs: Set<UInt32>) throws(FormatError) {
    guard !trackIDs.isEmpty, type == "moof" || type == "mfra" else { return }
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
              "another track's media offsets depend on the timecode track's data, so it cannot be removed"
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
