/// Something odd in a file that did not keep the job from being done.
public struct Diagnostic: Equatable, Sendable {
  public enum Severity: String, Sendable {
    /// Unusual, and nothing was guessed.
    case note
    /// Wrong, and a reading was chosen.
    case warning
    /// A part could not be understood and was kept as bytes.
    case error
  }

  /// Stable, for scripts: lower case, words joined by hyphens.
  public var rule: String
  public var severity: Severity
  /// One sentence without a full stop.
  public var message: String
  /// Bytes from the start of the file, where one place is meant.
  public var offset: UInt64?
  /// The atom's path, empty where the whole file is meant.
  public var path: String

  public init(
    _ rule: String, _ severity: Severity, _ message: String, path: String = "",
    at offset: UInt64? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.message = message
    self.path = path
    self.offset = offset
  }
}
