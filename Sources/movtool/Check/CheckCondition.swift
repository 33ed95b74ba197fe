import MovKit

/// What a policy asks of a movie: requirements, of which all, one, or some under a condition must be met.
indirect enum CheckCondition: Sendable {
  /// A file of which something is asked.
  struct Subject {
    /// What is known of its movie; nil if it has none.
    let clip: Clip?
    let brand: FourCC?
    /// Where findings are.
    let place: CheckPlace
  }

  case requirement(CheckRequirement)
  /// Each must be met.
  case all([CheckCondition])
  /// One must be met.
  case any([CheckCondition])
  /// If the first is met, the second must be, otherwise the third.
  case when(CheckCondition, then: CheckCondition, otherwise: CheckCondition?)

  /// Reads the members of an object, all of which must be met.
  init(_ value: JSONValue, named name: String) throws(JSONReader.Problem) {
    guard case .object(let members) = value.content else {
      throw value.problem("\(name.quoted): expected an object")
    }
    var conditions: [CheckCondition] = []
    for member in members {
      switch member.name {
      case "and": conditions.append(.all(try Self.alternatives(member)))
      case "or": conditions.append(.any(try Self.alternatives(member)))
      case "when":
        for rule in member.value.elements ?? [member.value] {
          conditions.append(try Self.rule(rule))
        }
      default:
        conditions.append(.requirement(try CheckRequirement(member.name, member.value)))
      }
    }
    self = .all(conditions)
  }

  private static func alternatives(
    _ member: JSONValue.Member
  ) throws(JSONReader.Problem) -> [CheckCondition] {
    guard let elements = member.value.elements, !elements.isEmpty else {
      throw member.value.problem("\(member.name.quoted): expected an array of objects")
    }
    var conditions: [CheckCondition] = []
    for element in elements {
      conditions.append(try CheckCondition(element, named: member.name))
    }
    return conditions
  }

  private static func rule(_ value: JSONValue) throws(JSONReader.Problem) -> CheckCondition {
    guard case .object(let members) = value.content, let condition = value["if"],
      let consequence = value["then"]
    else {
      throw value.problem("\"when\": expected an object with \"if\" and \"then\"")
    }
    for member in members where !["if", "then", "else"].contains(member.name) {
      throw member.value.problem(
        "\"when\" has no member \(member.name.quoted); the members are if, then and else")
    }
    return .when(
      try CheckCondition(condition, named: "if"),
      then: try CheckCondition(consequence, named: "then"),
      otherwise: try value["else"].map { (value) throws(JSONReader.Problem) in
        try CheckCondition(value, named: "else")
      })
  }

  /// Whether nothing is asked.
  var isEmpty: Bool {
    if case .all(let conditions) = self { conditions.isEmpty } else { false }
  }

  /// Reports what is not as it should be.
  func check(_ subject: Subject, _ found: inout CheckFindings) {
    switch self {
    case .requirement(let requirement):
      guard let message = requirement.complaint(subject.clip, brand: subject.brand) else { return }
      found.report(requirement.rule, message, at: subject.place)
    case .all(let conditions): for condition in conditions { condition.check(subject, &found) }
    case .any(let conditions):
      var reasons = FirstTexts(separator: ", or ")
      for condition in conditions {
        guard let reason = condition.reasonAgainst(subject) else { return }
        reasons.addNew(reason)
      }
      found.report("policy-alternative", reasons.text, at: subject.place)
    case .when(let condition, let consequence, let otherwise):
      let isMet = condition.reasonAgainst(subject) == nil
      (isMet ? consequence : otherwise)?.check(subject, &found)
    }
  }

  /// Returns what is not as it should be, in one text; nil if nothing is.
  private func reasonAgainst(_ subject: Subject) -> String? {
    switch self {
    // An alternative is mostly one requirement.
    case .requirement(let requirement):
      return requirement.complaint(subject.clip, brand: subject.brand)
    case .all(let conditions) where conditions.count == 1:
      return conditions[0].reasonAgainst(subject)
    default: break
    }
    var found = CheckFindings(profiles: [])
    check(subject, &found)
    guard !found.all.isEmpty else { return nil }
    var reasons = FirstTexts(separator: " and ")
    for finding in found.all {
      if finding.isRest { reasons.skip(finding.count) } else { reasons.addNew(finding.message) }
    }
    return reasons.text
  }
}
