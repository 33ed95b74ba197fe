import Synchronization

/// Bounds on what is read because a file claims it. Deeper or further atoms are kept as bytes, or
/// reading stops with an error.
///
/// Those that a file was opened with hold for all that is made of it, too: what is written is read back by them.
///
/// The defaults are far above what a real movie needs and far below what would exhaust a computer's
/// memory.
public struct Limits: Hashable, Sendable {
  /// The number of levels of atoms in atoms, at most `greatestDepth`; more counts as that. Deeper atoms
  /// are kept as bytes.
  public var depth = 32
  /// The largest `depth` that has an effect. Each level takes a part of the stack, and a movie has fewer
  /// than twenty.
  public static let greatestDepth = 100
  /// The number of atoms in one file. A file with a million fragments has five million.
  public var atoms = 8_000_000
  /// The size in bytes of one top-level atom that is read into memory; a larger one is an error.
  /// Media data is never read into memory as a whole.
  public var bytesHeld: UInt64 = 1 << 30

  /// How many times as large as its compressed form a compressed header may be, beyond
  /// `bytesDecompressed`. Headers of real movies are less than ten times as large; deflate can express
  /// a thousand times.
  public var expansion: UInt64 = 16
  /// The size in bytes up to which compressed headers are decompressed, whatever their compressed size.
  public var bytesDecompressed: UInt64 = 4 << 20

  /// The number of bytes to which the samples of a movie may be copied that share their bytes; nil for 64 times the
  /// size of the file.
  public var bytesCopied: UInt64?

  public init() {}

  /// The limits that hold where a program gives no others.
  public static var standard: Limits { shared.withLock { $0 } }

  /// Changes the limits that hold from now on in the whole process.
  public static func setStandard(_ limits: Limits) { shared.withLock { $0 = limits } }

  private static let shared = Mutex(Limits())
}
