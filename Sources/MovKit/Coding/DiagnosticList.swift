/// Diagnostics of one file: of each rule the first few, and how many more there were. It takes the
/// same memory however much is wrong.
package struct DiagnosticList: Sendable {
  /// How many diagnostics of one rule are kept.
  package static let mostOfARule = 5

  private struct Tally {
    var kept = 0
    var leftOut = 0
    /// The gravest of those that are left out.
    var severity = Diagnostic.Severity.note
  }

  private var kept: [Diagnostic] = []
  private var tallies: [String: Tally] = [:]
  /// In the order in which they came first.
  private var rules: [String] = []

  package init() {}

  package init(_ diagnostics: some Sequence<Diagnostic>) { append(contentsOf: diagnostics) }

  /// The message is made only where it is kept.
  package mutating func add(
    _ rule: String, _ severity: Diagnostic.Severity, _ message: @autoclosure () -> String,
    path: @autoclosure () -> String = "", at offset: UInt64? = nil
  ) {
    guard makesRoom(for: rule, severity, 1) else { return }
    kept.append(Diagnostic(rule, severity, message(), path: path(), at: offset))
  }

  /// One that stands for several counts as so many.
  package mutating func append(_ diagnostic: Diagnostic) {
    guard makesRoom(for: diagnostic.rule, diagnostic.severity, diagnostic.count) else { return }
    kept.append(diagnostic)
  }

  package mutating func append(contentsOf diagnostics: some Sequence<Diagnostic>) {
    for diagnostic in diagnostics { append(diagnostic) }
  }

  /// Whether to keep a diagnostic; otherwise it is only counted.
  private mutating func makesRoom(
    for rule: String, _ severity: Diagnostic.Severity, _ count: Int
  ) -> Bool {
    var tally = Tally()
    if let known = tallies[rule] { tally = known } else { rules.append(rule) }
    defer { tallies[rule] = tally }
    if count == 1, tally.kept < Self.mostOfARule {
      tally.kept += 1
      return true
    }
    tally.leftOut = tally.leftOut.addingReportingOverflow(count).partialValue
    tally.severity = max(tally.severity, severity)
    return false
  }

  package var isEmpty: Bool { kept.isEmpty }

  /// Those that were kept, and after them one for each rule of which there were more, whose `count`
  /// says how many.
  package var all: [Diagnostic] {
    kept
      + rules.compactMap { rule in
        guard let tally = tallies[rule], tally.leftOut > 0 else { return nil }
        var rest = Diagnostic(rule, tally.severity, "… and \(tally.leftOut.grouped) more")
        rest.count = tally.leftOut
        return rest
      }
  }
}

extension Int {
  /// With a comma before every three digits.
  fileprivate var grouped: String {
    var text = ""
    for (index, digit) in String(self).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
