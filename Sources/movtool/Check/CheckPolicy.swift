import MovKit

/// What a department asks of the files that it takes, in JSON: profiles, the severities of rules, what it
/// knows and accepts, and what a movie must have.
struct CheckPolicy: Sendable {
  /// Findings that are known and accepted: those of a rule, or one of them.
  private struct Suppression: Hashable {
    let rule: String
    let fingerprint: String?
  }

  /// Files in which a finding is known.
  private struct KnownFiles {
    var areAll = false
    /// The last components of their paths.
    var ends: Set<[UInt8]> = []

    func contain(_ path: FilePath) -> Bool {
      guard !areAll, !ends.isEmpty else { return areAll }
      let bytes = path.bytes
      let starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "/") }.map { $0 + 1 }
      return starts.contains { ends.contains(Array(bytes[$0...])) }
    }
  }

  private enum Judgement {
    case off
    case severity(Diagnostic.Severity)
  }

  /// What to check for.
  var profiles: Set<CheckProfile> = []
  private var judgements: [String: Judgement] = [:]
  private var suppressions: [Suppression: KnownFiles] = [:]
  private var requirements = CheckCondition.all([])

  init() {}

  var hasRequirements: Bool { !requirements.isEmpty }

  /// Reads a policy.
  init(_ bytes: [UInt8]) throws(JSONReader.Problem) {
    let value = try JSONReader.document(bytes)
    for member in try Self.members(value, "the policy") {
      switch member.name {
      case "profiles":
        for word in try Self.elements(member) {
          guard let profile = word.text.flatMap(CheckProfile.init(rawValue:)) else {
            let known = CheckProfile.allCases.map(\.rawValue).joined(separator: ", ")
            throw word.problem(
              "there is no profile \(word.text?.quoted ?? "like this"); the profiles are \(known)")
          }
          profiles.insert(profile)
        }
      case "rules":
        for rule in try Self.members(member.value, "\"rules\"") { try judge(rule) }
      case "suppress":
        for item in try Self.elements(member) { try suppress(item) }
      case "require": requirements = try CheckCondition(member.value, named: "require")
      // Editors find the schema of the file by it.
      case "description", "$schema": break
      default:
        throw member.value.problem(
          "there is no member \(member.name.quoted) in a policy; the members are description, profiles, rules, "
            + "suppress and require")
      }
    }
  }

  private static func members(
    _ value: JSONValue, _ name: String
  ) throws(JSONReader.Problem) -> [JSONValue.Member] {
    guard case .object(let members) = value.content else {
      throw value.problem("\(name) is not an object")
    }
    return members
  }

  private static func elements(_ member: JSONValue.Member) throws(JSONReader.Problem) -> [JSONValue]
  {
    guard let elements = member.value.elements else {
      throw member.value.problem("\(member.name.quoted) is not an array")
    }
    return elements
  }

  private static func known(
    _ id: String, _ value: JSONValue
  ) throws(JSONReader.Problem) -> CheckRule {
    guard let rule = CheckRule.named(id), rule.subject != .work else {
      throw value.problem(
        "there is no rule \(id.quoted); 'movtool check --explain all' lists the rules")
    }
    return rule
  }

  private mutating func judge(_ member: JSONValue.Member) throws(JSONReader.Problem) {
    let id = try Self.known(member.name, member.value).id
    let word = member.value.text
    if word == "off" {
      judgements[id] = .off
    } else if let severity = word.flatMap(Diagnostic.Severity.init) {
      judgements[id] = .severity(severity)
    } else {
      throw member.value.problem(
        "rule \(id.quoted): expected \"error\", \"warning\", \"note\" or \"off\"")
    }
  }

  private mutating func suppress(_ value: JSONValue) throws(JSONReader.Problem) {
    var texts: [String: String] = [:]
    for member in try Self.members(value, "a suppression") {
      guard ["rule", "file", "fingerprint", "reason"].contains(member.name) else {
        throw member.value.problem(
          "there is no member \(member.name.quoted) in a suppression; the members are rule, file, fingerprint and "
            + "reason")
      }
      guard let text = member.value.text else {
        throw member.value.problem("\(member.name.quoted) of a suppression is not a text")
      }
      texts[member.name] = text
    }
    guard let rule = texts["rule"] else {
      throw value.problem("a suppression has no \"rule\"")
    }
    guard let reason = texts["reason"], !reason.isEmpty else {
      throw value.problem("the suppression of \(rule.quoted) has no \"reason\"")
    }
    let suppression = Suppression(
      rule: try Self.known(rule, value).id, fingerprint: texts["fingerprint"])
    if let file = texts["file"] {
      suppressions[suppression, default: KnownFiles()].ends.insert(Array(file.utf8))
    } else {
      suppressions[suppression, default: KnownFiles()].areAll = true
    }
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
    guard !suppressions.isEmpty else { return false }
    return [nil, finding.fingerprint].contains { fingerprint in
      suppressions[Suppression(rule: finding.rule, fingerprint: fingerprint)]?.contain(path)
        ?? false
    }
  }

  /// Returns what a file lacks. `clip` is what is known of its movie; nil if it has none.
  func findings(_ clip: Clip?, _ check: MovieCheck) -> [CheckFinding] {
    let subject = CheckCondition.Subject(
      clip: clip,
      brand: check.file.first("ftyp").flatMap { try? $0.decode(FileType.self).majorBrand },
      place: check.movie.map { CheckPlace(path: "moov", offset: $0.atom.offset) } ?? .file)
    var found = CheckFindings(profiles: [])
    requirements.check(subject, &found)
    found.seal()
    return found.all
  }
}
