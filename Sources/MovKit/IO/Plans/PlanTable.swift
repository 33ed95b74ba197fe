/// Returns the rows of a table as text, aligned: the last column to the left, the others to the right. Each line ends
/// with a newline. All rows have as many columns.
func alignedTable(_ rows: [[String]]) -> String {
  let columns = max(0, (rows.first?.count ?? 0) - 1)
  let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    let numbers = zip(row, widths).map { cell, width in
      String(repeating: " ", count: width - cell.count) + cell
    }
    return (numbers + row.suffix(1)).joined(separator: "  ") + "\n"
  }.joined()
}
