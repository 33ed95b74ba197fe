extension Atom {
  /// The ID of the track that a `trak`, a `traf` or a `trex` is about; nil for all other atoms, and if it cannot
  /// be read.
  var trackOfItsOwn: UInt32? {
    switch type {
    case "trak": trackID
    case "traf": first("tfhd").flatMap { try? $0.decode(TrackFragmentHeader.self).trackID }
    case "trex": try? decode(TrackExtends.self).trackID
    default: nil
    }
  }

  /// The type and, where `AtomComparison` finds an atom again by more than that, what it is: the ID of a track,
  /// or the UUID.
  package var distinctName: String {
    if let id = trackOfItsOwn { return "\(type) (track \(id))" }
    return type == "uuid" ? "\(type) (\(uuidText(userType)))" : "\(type)"
  }
}
