extension Schema {
  /// Where samples are, when, and of what kind.
  static let sampleTableRules: [Rule] = []
}
