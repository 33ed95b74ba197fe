import MovKit

extension JSONWriter {
  /// Writes a document about a file.
  mutating func write(_ file: CheckedFile) throws(Failure) {
    try beginObject()
    try member(schema: .check)
    try member("file", file.name.description)
    try member("error", file.error)
    try key("profiles")
    try beginArray(inline: true)
    for profile in file.profiles.sorted(by: { $0.rawValue < $1.rawValue }) {
      try value(profile.rawValue)
    }
    try endArray()
    try member("errors", file.count(.error))
    try member("warnings", file.count(.warning))
    try member("notes", file.count(.note))
    try member("known", file.known)
    try key("findings")
    try beginArray()
    for finding in file.findings { try write(finding) }
    try endArray()
    try endObject()
    try endDocument()
  }

  private mutating func write(_ finding: CheckFinding) throws(Failure) {
    let rule = CheckRule.named(finding.rule)
    try beginObject()
    try member("rule", finding.rule)
    try member("severity", finding.severity.rawValue)
    try member("message", finding.message)
    try member("path", finding.path)
    try member("offset", finding.offset)
    try member("trackID", finding.trackID)
    try member("count", finding.count)
    try member("consequence", rule.flatMap { $0.consequence.isEmpty ? nil : $0.consequence })
    try member("remedy", finding.remedy)
    try member("command", finding.command)
    try member("fingerprint", finding.fingerprint)
    try endObject()
  }
}
