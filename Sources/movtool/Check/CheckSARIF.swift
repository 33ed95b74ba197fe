import MovKit

/// Writes a SARIF log (Static Analysis Results Interchange Format 2.1.0) of all files.
struct CheckSARIF {
  private var json: JSONWriter
  private let indexes: [String: Int]
  private var problems: [(file: String, text: String)] = []

  /// Begins the log with the rules.
  init(to output: Output) throws(Failure) {
    json = JSONWriter(to: output)
    let rules = CheckRule.all.filter { $0.subject != .work }
    indexes = Dictionary(
      rules.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first }
    )
    try json.beginObject()
    try json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
    try json.member("version", "2.1.0")
    try json.key("runs")
    try json.beginArray()
    try json.beginObject()
    try json.key("tool")
    try json.beginObject()
    try json.key("driver")
    try json.beginObject()
    try json.member("name", "movtool")
    try json.member("version", "\(Version.current)")
    try json.key("rules")
    try json.beginArray()
    for rule in rules { try write(rule) }
    try json.endArray()
    try json.endObject()
    try json.endObject()
    try json.key("results")
    try json.beginArray()
  }

  private mutating func write(_ rule: CheckRule) throws(Failure) {
    try json.beginObject()
    try json.member("id", rule.id)
    try text("shortDescription", rule.what)
    try text("fullDescription", "\(rule.what): \(rule.consequence) (\(rule.why))")
    if !rule.remedy.isEmpty { try text("help", rule.remedy) }
    try json.key("defaultConfiguration")
    try json.beginObject(inline: true)
    try json.member("level", rule.severity.rawValue)
    try json.endObject()
    try json.endObject()
  }

  private mutating func text(_ name: String, _ text: String) throws(Failure) {
    try json.key(name)
    try json.beginObject(inline: true)
    try json.member("text", text)
    try json.endObject()
  }

  /// Adds the findings of a file.
  mutating func add(_ file: CheckedFile) throws(Failure) {
    let uri = file.name.uriReference
    if let error = file.error { problems.append((uri, error)) }
    for finding in file.findings {
      try json.beginObject()
      try json.member("ruleId", finding.rule)
      if let index = indexes[finding.rule] { try json.member("ruleIndex", index) }
      try json.member("level", finding.severity.rawValue)
      try text("message", finding.message)
      try json.member("occurrenceCount", finding.count)
      try json.key("locations")
      try json.beginArray()
      try json.beginObject()
      try json.key("physicalLocation")
      try location(uri, finding.offset)
      if !finding.path.isEmpty {
        try json.key("logicalLocations")
        try json.beginArray()
        try json.beginObject(inline: true)
        try json.member("fullyQualifiedName", finding.path)
        try json.endObject()
        try json.endArray()
      }
      try json.endObject()
      try json.endArray()
      try json.key("partialFingerprints")
      try json.beginObject(inline: true)
      try json.member("movtool/v1", finding.fingerprint)
      try json.endObject()
      try json.endObject()
    }
  }

  private mutating func location(_ uri: String, _ offset: UInt64?) throws(Failure) {
    try json.beginObject()
    try json.key("artifactLocation")
    try json.beginObject(inline: true)
    try json.member("uri", uri)
    try json.endObject()
    if let offset {
      try json.key("region")
      try json.beginObject(inline: true)
      try json.member("byteOffset", offset)
      try json.endObject()
    }
    try json.endObject()
  }

  /// Ends the log with the files that could not be read.
  mutating func finish() throws(Failure) {
    try json.endArray()
    try json.key("invocations")
    try json.beginArray()
    try json.beginObject()
    try json.member("executionSuccessful", problems.isEmpty)
    if !problems.isEmpty {
      try json.key("toolExecutionNotifications")
      try json.beginArray()
      for problem in problems {
        try json.beginObject()
        try json.member("level", "error")
        try text("message", problem.text)
        try json.key("locations")
        try json.beginArray()
        try json.beginObject()
        try json.key("physicalLocation")
        try location(problem.file, nil)
        try json.endObject()
        try json.endArray()
        try json.endObject()
      }
      try json.endArray()
    }
    try json.endObject()
    try json.endArray()
    try json.endObject()
    try json.endArray()
    try json.endObject()
    try json.endDocument()
  }
}
