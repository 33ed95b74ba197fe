/// A finding about a file that did not stop the work.
public struct Diagnostic: Hashable, Sendable {
  /// How serious a finding is, from the least to the most serious.
  public enum Severity: String, Sendable, CaseIterable {
    /// Unusual, but clear.
    case note
    /// Wrong; one of the possible meanings was chosen.
    case warning
    /// A part is missing, or it could not be understood and was kept as bytes.
    case error
  }

  /// The name of the kind of finding, which stays the same for scripts: lower case, words joined by
  /// hyphens.
  public var rule: String
  /// How serious the finding is.
  public var severity: Severity
  /// One sentence without a full stop.
  public var message: String
  /// The place of the finding, in bytes from the start of the file; nil if it is not about one
  /// place.
  public var offset: UInt64?
  /// The path of the atom, such as `moov/trak[1]/mdia`; empty if the finding is about the whole
  /// file.
  public var path: String
  /// The number of findings that this one stands for. It is more than 1 if there were so many of the
  /// rule that some were left out.
  public var count = 1
  /// Whether it stands for findings that a `DiagnosticList` left out, which can be one.
  var isRest = false

  /// Creates a diagnostic that stands for one finding.
  @inline(never)
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

  /// Returns the same diagnostic with `parent` before its path.
  func inside(_ parent: String) -> Diagnostic {
    var outer = self
    outer.path = path.isEmpty ? parent : "\(parent)/\(path)"
    return outer
  }
}

extension Diagnostic: CustomStringConvertible {
  /// Such as `warning: moov/trak[1] at 1234: the message [the-rule]`, without what is not known of the place.
  public var description: String {
    var place = path
    if let offset { place += (place.isEmpty ? "at " : " at ") + String(offset) }
    return "\(severity): " + (place.isEmpty ? "" : "\(place): ") + "\(message) [\(rule)]"
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
