extension Schema {
  /// `udta` and its texts.
  static let userDataRules: [Rule] = []
}
