extension Schema {
  /// `moov` and what describes the movie as a whole.
  static let movieRules: [Rule] = [
    .parent("moov"),
    .leaf("mvhd", MovieHeader.self),
  ]
}
