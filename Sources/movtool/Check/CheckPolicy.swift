import MovKit

/// What a department asks of the files that it takes, in JSON: profiles, the severities of rules, what it
/// knows and accepts, and what a movie must have.
struct CheckPolicy: Sendable {
  /// Why a policy cannot be used.
  struct Problem: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    /// What is wrong with a text as JSON.
    init(_ problem: JSONReader.Problem, in bytes: [UInt8]) {
      let line = bytes.prefix(problem.offset).count { $0 == 0x0A } + 1
      reason = "line \(line): \(problem.reason)"
    }
  }

  /// A finding that is known and accepted.
  private struct Suppression {
    let rule: String
    let file: String?
    let fingerprint: String?
  }

  private enum Judgement {
    case off
    case severity(Diagnostic.Severity)
  }

  /// What to check for.
  var profiles: Set<CheckProfile> = []
  private var judgements: [String: Judgement] = [:]
  private var suppressions: [Suppression] = []
  private var requirements = CheckCondition.all([])

  init() {}

  var hasRequirements: Bool { !requirements.isEmpty }

  /// Reads a policy.
  init(_ bytes: [UInt8]) throws(Problem) {
    let value: JSONValue
    do throws(JSONReader.Problem) { value = try JSONReader.document(bytes) } catch {
      throw Problem(error, in: bytes)
    }
    for member in try Self.members(value, "the policy") {
      switch member.name {
      case "profiles":
        for word in try Self.elements(member) {
          guard let profile = word.text.flatMap(CheckProfile.init(rawValue:)) else {
            throw Problem("\"profiles\" has a profile that does not exist")
          }
          profiles.insert(profile)
        }
      case "rules":
        for rule in try Self.members(member.value, "\"rules\"") { try judge(rule) }
      case "suppress":
        for item in try Self.elements(member) { suppressions.append(try Self.suppression(item)) }
      case "require": requirements = try CheckCondition(member.value, named: "require")
      case "description": break
      default: throw Problem("there is no member \(member.name.quoted) in a policy")
      }
    }
  }

  private static func members(_ value: JSONValue, _ name: String) throws(Problem) -> [JSONValue
    .Member]
  {
    guard case .object(let members) = value.content else {
      throw Problem("\(name) is not an object")
    }
    return members
  }

  private static func elements(_ member: JSONValue.Member) throws(Problem) -> [JSONValue] {
    guard let elements = member.value.elements else {
      throw Problem("\(member.name.quoted) is not an array")
    }
    return elements
  }

  private static func known(_ id: String) throws(Problem) -> CheckRule {
    guard let rule = CheckRule.named(id), rule.subject != .work else {
      throw Problem("there is no rule \(id.quoted)")
    }
    return rule
  }

  private mutating func judge(_ member: JSONValue.Member) throws(Problem) {
    let id = try Self.known(member.name).id
    switch member.value.text {
    case "off": judgements[id] = .off
    case let word?:
      guard let severity = Diagnostic.Severity(rawValue: word) else { fallthrough }
      judgements[id] = .severity(severity)
    default:
      throw Problem("rule \(id.quoted): expected \"error\", \"warning\", \"note\" or \"off\"")
    }
  }

  private static func suppression(_ value: JSONValue) throws(Problem) -> Suppression {
    guard let rule = value["rule"]?.text else { throw Problem("a suppression has no \"rule\"") }
    guard let reason = value["reason"]?.text, !reason.isEmpty else {
      throw Problem("the suppression of \(rule.quoted) has no \"reason\"")
    }
    return Suppression(
      rule: try known(rule).id, file: value["file"]?.text, fingerprint: value["fingerprint"]?.text)
  }

  /// Returns a finding with the severity of the policy; nil if its rule is switched off.
  func judged(_ finding: CheckFinding) -> CheckFinding? {
    switch judgements[finding.rule] {
    case .off: return nil
    case .severity(let severity):
      var changed = finding
      changed.severity = severity
      return changed
    case nil: return finding
    }
  }

  func suppresses(_ finding: CheckFinding, of path: FilePath) -> Bool {
    let name = suppressions.isEmpty ? "" : String(decoding: path.lastComponent, as: UTF8.self)
    return suppressions.contains {
      $0.rule == finding.rule && $0.file ?? name == name
        && $0.fingerprint ?? finding.fingerprint == finding.fingerprint
    }
  }

  /// Returns what a movie lacks.
  func findings(_ clip: Clip, _ movie: Movie) -> [CheckFinding] {
    requirements.complaints(clip, movie).map { complaint in
      CheckFinding(
        rule: complaint.rule, severity: .error, message: complaint.message, path: "moov",
        offset: movie.atom.offset
      ).sealed()
    }
  }
}
