import MovKit

/// What a policy asks of a movie: requirements, of which all, one, or some under a condition must be met.
indirect enum CheckCondition: Sendable {
  /// What is not as a policy asks.
  struct Complaint {
    let rule: String
    let message: String
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
      throw member.value.problem("\"when\" has no member \(member.name.quoted)")
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

  /// Returns what is not as it should be. `clip` is nil if the file has no movie.
  func complaints(_ clip: Clip?, brand: FourCC?) -> [Complaint] {
    switch self {
    case .requirement(let requirement):
      return requirement.complaint(clip, brand: brand).map {
        [Complaint(rule: requirement.rule, message: $0)]
      } ?? []
    case .all(let conditions): return conditions.flatMap { $0.complaints(clip, brand: brand) }
    case .any(let conditions):
      var reasons: [String] = []
      for condition in conditions {
        let complaints = condition.complaints(clip, brand: brand)
        guard !complaints.isEmpty else { return [] }
        let reason = complaints.map(\.message).joined(separator: " and ")
        if !reasons.contains(reason) { reasons.append(reason) }
      }
      return [Complaint(rule: "policy-alternative", message: reasons.joined(separator: ", or "))]
    case .when(let condition, let consequence, let otherwise):
      let isMet = condition.complaints(clip, brand: brand).isEmpty
      return (isMet ? consequence : otherwise)?.complaints(clip, brand: brand) ?? []
    }
  }
}
