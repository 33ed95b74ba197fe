extension Schema {
  /// Sample descriptions, the entries of `stsd`, and what stands in them.
  static let sampleDescriptionRules: [Rule] = []
}
