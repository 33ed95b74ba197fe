extension Schema {
  /// `mdia` and what describes a media as a whole.
  static let mediaRules: [Rule] = [
    .parent("mdia"),
    .leaf("mdhd", MediaHeader.self),
    .leaf("elng", ExtendedLanguage.self),
    .leaf("hdlr", HandlerReference.self),
    .parent("minf"),
    .parent("stbl"),
  ]
}
