extension Schema {
  /// `trak` and what describes a track as a whole.
  static let trackRules: [Rule] = [
    .parent("trak"),
    .leaf("tkhd", TrackHeader.self),
    .parent("edts"),
    .leaf("elst", EditList.self),
  ]
}
