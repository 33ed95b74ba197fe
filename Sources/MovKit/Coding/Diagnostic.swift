/// Something odd in a file that did not keep the job from being done.
public struct Diagnostic: Equatable, Sendable {
  /// In the order of gravity.
  public enum Severity: String, Sendable, CaseIterable {
    /// Unusual, and nothing was guessed.
    case note
    /// Wrong, and a reading was chosen.
    case warning
    /// A part is missing, or could not be understood and was kept as bytes.
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
  /// How many findings this stands for: more than 1 where a `DiagnosticList` left some out.
  public var count = 1

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

  /// The same diagnostic, seen from one level further out.
  func inside(_ parent: String) -> Diagnostic {
    var outer = self
    outer.path = path.isEmpty ? parent : "\(parent)/\(path)"
    return outer
  }
}

extension Diagnostic.Severity: Comparable {
  public static func < (a: Diagnostic.Severity, b: Diagnostic.Severity) -> Bool {
    a.rank < b.rank
  }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}
