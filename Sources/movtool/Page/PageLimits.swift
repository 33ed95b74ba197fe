/// How much of a movie a page has, so that a browser opens it at once. What is left out is named in the
/// page.
enum PageLimits {
  static let tree = ShortTree.Limits()
  /// The rows of a table of an atom, and the bytes of one of its fields.
  static let rows = 64
  static let bytes = 32
  /// The rows of `iloc` and `ipma`, whose rows are no integers.
  static let rowsOfItems = 4096
  /// The bytes of one atom, and of one whose content is media.
  static let bytesOfAtom: UInt64 = 512
  static let bytesOfMedia: UInt64 = 64
  /// Characters of the bytes of all atoms, and of the names of their fields.
  static let allBytes = 384 << 10
  static let allSpans = 384 << 10
  /// Characters of the tables, of which fewer are left where the samples take much: that is the limit of both.
  static let allTables = 512 << 10
  static let tablesAndSamples = 2 << 20 + 512 << 10
  /// The tracks of a movie.
  static let tracks = 256
  /// The values of a column that are packed.
  static let samples = 1 << 22
  /// The paths of atoms that have a clause of a standard beside them.
  static let clauses = 2048
  /// The segments of a timecode track.
  static let segments = 2048
  /// The findings about a movie.
  static let findings = 1000
  /// The items of a file.
  static let items = 2048
  /// The differences of two movies.
  static let differences = 2000
  /// The data references of a movie: other files of which it has media.
  static let references = 1024
  /// The samples whose units are listed, their bytes and their units, and the tracks that have such samples.
  static let samplesWithUnits = 256
  static let bytesWithUnits: UInt64 = 32 << 20
  static let units = 8192
  static let tracksWithUnits = 2
  /// The sub-samples of all kinds of a track.
  static let subSamples = 1 << 16
}
