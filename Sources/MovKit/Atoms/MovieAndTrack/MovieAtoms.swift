extension Schema {
  /// `moov` and the atoms that describe the movie as a whole.
  static let movieRules: [Rule] = [
    .parent("moov"),
    .leaf("mvhd", MovieHeader.self),
    .leaf("iods", ObjectDescriptor.self),
    .leaf("prfl", Profile.self, .inside(["moov", "trak"])),
    .leaf("ctab", ColorTable.self, .inside(["moov"])),
    .parent("clip", Container.self, .inside(["moov", "trak"])),
    .leaf("crgn", ClippingRegion.self, .inside(["clip"])),
  ]
}
