/// Bounds on what is read because a file claims it. Deeper or further atoms are kept as bytes, or
/// reading stops with an error.
///
/// The defaults are far above what a real movie needs and far below what would exhaust a computer's
/// memory.
public struct Limits: Sendable {
  /// The number of levels of atoms in atoms. Deeper atoms are kept as bytes.
  public var depth = 32
  /// The number of atoms in one file. A file with a million fragments has five million.
  public var atoms = 8_000_000
  /// The size in bytes of one top-level atom that is read into memory; a larger one is an error.
  /// Media data is never read into memory as a whole.
  public var bytesHeld: UInt64 = 1 << 30

  public init() {}
}
