extension Schema {
  /// Movie fragments and their indexes.
  static let fragmentRules: [Rule] = []
}
