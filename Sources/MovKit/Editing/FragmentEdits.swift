extension Atom {
  /// In a `moof` or `mfra`: makes free space of what it says of tracks that are not there any more.
  /// Nothing moves by that, and readers that stop at an unknown track find none.
  ///
  /// Throws where the data of another track could not be found any more.
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
          // It counts from the end of the data of the one before (ISO/IEC 14496-12, 8.8.7.1).
          throw FormatError(
            .invalid(
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
