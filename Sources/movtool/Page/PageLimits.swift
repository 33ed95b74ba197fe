/// How much of a movie a page has, so that a browser opens it at once. What is left out is named in the
/// page.
enum PageLimits {
  static let tree = ShortTree.Limits()
  static let rows = 64
  /// The rows of `iloc` and `ipma`, whose rows are no integers.
  static let rowsOfItems = 4096
  static let bytes = 32
  /// The bytes of one atom, and of one whose content is media.
  static let bytesOfAtom: UInt64 = 512
  static let bytesOfMedia: UInt64 = 64
  /// Characters of the bytes of all atoms, and of the names of their fields.
  static let allBytes = 384 << 10
  static let allSpans = 384 << 10
  /// Characters of the tables, of which fewer are left where the samples take much.
  static let allTables = 512 << 10
  static let tablesAndSamples = 2 << 20 + 512 << 10
  static let tracks = 256
  /// The values of a column that are packed.
  static let samples = 1 << 22
  static let clauses = 2048
  static let segments = 2048
  static let findings = 1000
  static let items = 2048
  static let differences = 2000
  static let references = 1024
  /// The samples whose units are listed, their bytes and their units.
  static let samplesWithUnits = 256
  static let bytesWithUnits: UInt64 = 32 << 20
  static let units = 8192
  static let tracksWithUnits = 2
  /// The sub-samples of all kinds of a track.
  static let subSamples = 1 << 16
}
