import MovKit

extension JSONWriter {
  /// Writes a document of what is known of rules.
  mutating func write(rules: [CheckRule]) throws(Failure) {
    try beginObject()
    try member(schema: .rules)
    try key("rules")
    try beginArray()
    for rule in rules { try write(rule) }
    try endArray()
    try endObject()
    try endDocument()
  }

  /// Writes a rule. What the table does not say is null.
  private mutating func write(_ rule: CheckRule) throws(Failure) {
    func stated(_ text: String) -> String? { text.isEmpty ? nil : text }
    try beginObject()
    try member("rule", rule.id)
    try member("severity", rule.severity.rawValue)
    try key("severities")
    try beginArray()
    for (profile, severity) in rule.severities.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      try beginObject(inline: true)
      try member("profile", profile.rawValue)
      try member("severity", severity.rawValue)
      try endObject()
    }
    try endArray()
    try key("profiles")
    try beginArray(inline: true)
    for profile in rule.profiles.map(\.rawValue).sorted() { try value(profile) }
    try endArray()
    try member("subject", rule.subject.rawValue)
    try member("what", rule.what)
    try member("why", stated(rule.why))
    try member("consequence", stated(rule.consequence))
    try member("remedy", stated(rule.remedy))
    try member("command", CheckCommands.byRule[rule.id])
    try endObject()
  }
}
