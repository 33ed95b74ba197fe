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
    case .csv: try output.write { $0.append(csvRow: values) }
    // No value has a tab or a line break: such characters are escaped.
    case .tsv: try output.write(values.joined(separator: "\t") + "\n")
    }
  }
}
