/// The diagnostics of one file: the first few of each rule, and the number of further ones. The
/// memory it needs does not grow with the number of findings.
package struct DiagnosticList: Sendable {
  /// The number of diagnostics of one rule that are kept.
  package static let mostOfARule = 5

  private let mostOfARule: Int

  private struct Tally {
    let rule: String
    var kept = 0
    var leftOut = 0
    /// The highest severity of those that were left out.
    var severity = Diagnostic.Severity.note
    /// The index of the last one that was kept.
    var last: Int?
    /// Whether all that were left out are about the same place of the file as that one.
    var areInOnePlace = true
  }

  private var kept: [Diagnostic] = []
  /// Those of the rules in the order of their first diagnostics.
  private var tallies: [Tally] = []
  /// The index of the last one: mostly, many findings of a rule follow one another.
  private var last = 0

  /// Creates an empty list.
  /// - Parameter mostOfARule: The number of diagnostics of one rule that are kept.
  package init(mostOfARule: Int = Self.mostOfARule) { self.mostOfARule = mostOfARule }

  /// Creates a list and appends `diagnostics` to it.
  package init(_ diagnostics: [Diagnostic]) {
    self.init()
    append(contentsOf: diagnostics)
  }

  /// Adds one finding. The message and the path are made only if the diagnostic is kept.
  package mutating func add(
    _ rule: String, _ severity: Diagnostic.Severity, _ message: @autoclosure () -> String,
    path: @autoclosure () -> String = "", at offset: UInt64? = nil
  ) {
    guard makesRoom(for: rule, severity, 1, at: offset) else { return }
    kept.append(Diagnostic(rule, severity, message(), path: path(), at: offset))
  }

  /// Adds a diagnostic. One that stands for several findings counts as that many.
  package mutating func append(_ diagnostic: Diagnostic) {
    guard
      makesRoom(
        for: diagnostic.rule, diagnostic.severity, diagnostic.count, at: diagnostic.offset)
    else { return }
    kept.append(diagnostic)
  }

  /// Adds the diagnostics one after another.
  package mutating func append(contentsOf diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { append(diagnostic) }
  }

  /// Counts a diagnostic. Returns true if it is to be kept, false if it is only counted.
  private mutating func makesRoom(
    for rule: String, _ severity: Diagnostic.Severity, _ count: Int, at offset: UInt64?
  ) -> Bool {
    let index = index(of: rule)
    if count == 1, tallies[index].kept < mostOfARule {
      tallies[index].kept += 1
      tallies[index].last = kept.count
      return true
    }
    if offset == nil || tallies[index].last.flatMap({ kept[$0].offset }) != offset {
      tallies[index].areInOnePlace = false
    }
    tallies[index].leftOut = tallies[index].leftOut.addingClamping(count)
    tallies[index].severity = max(tallies[index].severity, severity)
    return false
  }

  private mutating func index(of rule: String) -> Int {
    if last < tallies.count, tallies[last].rule == rule { return last }
    // There are few rules.
    last = tallies.firstIndex { $0.rule == rule } ?? tallies.count
    if last == tallies.count { tallies.append(Tally(rule: rule)) }
    return last
  }

  /// Whether there was no finding.
  package var isEmpty: Bool { kept.isEmpty }

  /// The diagnostics that were kept, followed by one for each rule that had more. The `count` of
  /// the latter is the number of those left out. It has a place if all of these are about that of the last
  /// one that was kept.
  package var all: [Diagnostic] {
    kept
      + tallies.compactMap { tally in
        guard tally.leftOut > 0 else { return nil }
        var rest = Diagnostic(tally.rule, tally.severity, Diagnostic.rest(tally.leftOut))
        rest.count = tally.leftOut
        rest.isRest = true
        if tally.areInOnePlace, let last = tally.last {
          (rest.path, rest.offset) = (kept[last].path, kept[last].offset)
        }
        return rest
      }
  }
}

extension Diagnostic {
  /// The message of what stands for findings that are left out.
  static func rest(_ count: Int) -> String { "… and \(count.grouped) more" }
}

extension Int {
  /// The number with commas between groups of three digits.
  fileprivate var grouped: String {
    var text = ""
    for (index, digit) in String(self).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
