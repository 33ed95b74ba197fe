import MovKit

/// The hashes that `movtool hash` makes.
enum HashAlgorithm: String, CaseIterable, Sendable {
  case sha256, md5

  /// The hexadecimal digits of a hash.
  var digits: Int {
    switch self {
    case .sha256: 64
    case .md5: 32
    }
  }

  /// Returns an empty hash.
  func makeDigest() -> any MessageDigest {
    switch self {
    case .sha256: SHA256()
    case .md5: MD5()
    }
  }
}
