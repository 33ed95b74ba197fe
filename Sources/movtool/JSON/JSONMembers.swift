import MovKit

// Members that many documents have. A key is always present; null stands for what there is not.

extension JSONWriter {
  /// Writes a number; null if there is none.
  mutating func member(_ name: String, _ number: (some FixedWidthInteger)?) throws(Failure) {
    try key(name)
    if let number { try value(number) } else { try null() }
  }

  /// Writes a flag; null if it is not known.
  mutating func member(_ name: String, flag: Bool?) throws(Failure) {
    try key(name)
    if let flag { try value(flag) } else { try null() }
  }

  /// Writes a fraction in lowest terms; null if there is none.
  mutating func member(
    _ name: String, ratio: (numerator: UInt64, denominator: UInt64)?
  ) throws(Failure) {
    try key(name)
    guard let ratio else { return try null() }
    let reduced = lowestTerms(ratio.numerator, ratio.denominator)
    try beginObject(inline: true)
    try member("numerator", reduced.numerator)
    try member("denominator", reduced.denominator)
    try endObject()
  }

  /// Writes a time as `{"value","timescale"}`; null if it is not numeric.
  mutating func member(_ name: String, _ time: MediaTime) throws(Failure) {
    try key(name)
    guard time.isNumeric else { return try null() }
    try beginObject(inline: true)
    try member("value", time.value)
    try member("timescale", time.timescale)
    try endObject()
  }

  /// Writes a date as `{"value","date"}`.
  mutating func member(_ name: String, _ date: MacDate) throws(Failure) {
    try key(name)
    try beginObject(inline: true)
    try member("value", date.rawValue)
    try member("date", date.iso8601)
    try endObject()
  }

  /// Writes what was found in a file.
  mutating func member(diagnostics: [Diagnostic]) throws(Failure) {
    try key("diagnostics")
    try beginArray()
    for diagnostic in diagnostics {
      try beginObject()
      try member("rule", diagnostic.rule)
      try member("severity", diagnostic.severity.rawValue)
      try member("message", diagnostic.message)
      try member("path", diagnostic.path)
      try member("offset", diagnostic.offset)
      if diagnostic.count > 1 { try member("count", diagnostic.count) }
      try endObject()
    }
    try endArray()
  }
}
