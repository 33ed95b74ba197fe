extension Schema {
  /// Atoms of the top level.
  static let fileRules: [Rule] = []
}
