extension Schema {
  /// `meta` and what stands in it.
  static let metadataRules: [Rule] = []
}
