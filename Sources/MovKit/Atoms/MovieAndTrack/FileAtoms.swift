extension Schema {
  /// The atoms of the top level.
  static let fileRules: [Rule] = [
    .leaf("ftyp", FileType.self, .top),
    .leaf("styp", FileType.self, .top),
    .leaf("pnot", PreviewAtom.self, .top),
  ]
}
