/// Bytes that a specification requires to be zero. Some files have other values there, which are
/// kept so that they survive rewriting. Nothing is stored if all bytes are zero.
public struct Reserved: Equatable, Sendable {
  /// The bytes; empty if all of them are zero.
  public private(set) var bytes: Bytes = []

  public init() {}

  init(keeping bytes: Bytes) {
    self.bytes = bytes.allSatisfy { $0 == 0 } ? [] : bytes
  }

  /// Whether all bytes are zero.
  public var isZero: Bool { bytes.isEmpty }
}
