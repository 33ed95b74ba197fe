/// How much of a file's claims is believed before reading stops with an error.
///
/// The defaults are far above what a sound movie needs and far below what harms a machine.
public struct Limits: Sendable {
  /// Levels of atoms inside atoms; deeper ones stay bytes.
  public var depth = 32
  /// Atoms in one file; a million fragments have five million.
  public var atoms = 8_000_000
  /// Bytes of one top-level atom held in memory. Media data is never held.
  public var bytesHeld: UInt64 = 1 << 30

  public init() {}
}
