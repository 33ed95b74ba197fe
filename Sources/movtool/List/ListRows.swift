import MovKit

/// Writes clips as rows with a header: as CSV (RFC 4180) or with tabs between the values.
struct ListRows {
  enum Form { case csv, tsv }

  let form: Form
  let columns: [ListColumn]

  func write(_ clips: [Clip], to output: Output) throws(Failure) {
    try write(columns.map(\.rawValue), to: output)
    for clip in clips { try write(columns.map { $0.text(of: clip) }, to: output) }
  }

  private func write(_ values: [String], to output: Output) throws(Failure) {
    switch form {
    case .csv: try output.write(values.map(Self.quoted).joined(separator: ",") + "\r\n")
    // No value has a tab or a line break: such characters are escaped.
    case .tsv: try output.write(values.joined(separator: "\t") + "\n")
    }
  }

  private static func quoted(_ value: String) -> String {
    guard value.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D })
    else { return value }
    let parts = value.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.joined(separator: "\"\"") + "\""
  }
}
