/// Bytes that a specification wants zero. Files do not always obey, and what they hold must
/// survive, so it is kept; nothing is stored while all are zero.
public struct Reserved: Equatable, Sendable {
  /// Empty where every byte is zero.
  public private(set) var bytes: Bytes = []

  public init() {}

  init(keeping bytes: Bytes) {
    self.bytes = bytes.allSatisfy { $0 == 0 } ? [] : bytes
  }

  public var isZero: Bool { bytes.isEmpty }
}
