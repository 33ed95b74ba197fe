import MovKit

/// Writes a report in the XML of JUnit: a suite for each file, a case for each finding.
struct CheckJUnit {
  private let output: Output

  init(to output: Output) throws(Failure) {
    self.output = output
    try output.write(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"movtool check\">\n")
  }

  func add(_ file: CheckedFile) throws(Failure) {
    let name = Self.text(file.name.description)
    let isClean = file.findings.isEmpty && file.error == nil
    let count = isClean || file.error != nil ? 1 : file.findings.count
    try output.write(
      "  <testsuite name=\"\(name)\" tests=\"\(count)\" failures=\"\(file.count(.error))\" "
        + "errors=\"\(file.error == nil ? 0 : 1)\" skipped=\"0\">\n")
    if isClean { try output.write("    <testcase classname=\"\(name)\" name=\"check\"/>\n") }
    if let error = file.error {
      try output.write(
        "    <testcase classname=\"\(name)\" name=\"check\"><error message=\"\(Self.text(error))\"/>"
          + "</testcase>\n")
    }
    for finding in file.findings {
      let line = Self.text(finding.line)
      // Readers take two cases of one name for the same.
      let number = finding.number > 1 ? " \(finding.number)" : ""
      let start =
        "    <testcase classname=\"\(name)\" name=\"\(finding.rule) \(Self.text(finding.path))\(number)\">"
      if finding.severity == .error {
        try output.write(
          start
            + "<failure type=\"\(finding.rule)\" message=\"\(Self.text(finding.countedMessage))\">"
            + "\(line)</failure></testcase>\n")
      } else {
        try output.write(start + "<system-out>\(line)</system-out></testcase>\n")
      }
    }
    try output.write("  </testsuite>\n")
  }

  func finish() throws(Failure) { try output.write("</testsuites>\n") }

  /// Text for an attribute or an element. Characters that XML does not have are replaced.
  static func text(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      case _ where scalar.isEscaped: result += String(scalar).escaped
      default: result += scalar.entity ?? String(scalar)
      }
    }
    return result
  }
}
