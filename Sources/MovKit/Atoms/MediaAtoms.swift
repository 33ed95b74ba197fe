extension Schema {
  /// `mdia` and what describes a media as a whole.
  static let mediaRules: [Rule] = [
    .parent("mdia"),
    .leaf("hdlr", HandlerReference.self),
    .parent("minf"),
    .parent("stbl"),
  ]
}
