/// A table that declares more rows than its atom has bytes for. The rows that are present can be
/// read. Such an atom is never rewritten, because the missing rows are unknown.
package struct CutTable: Equatable, Sendable {
  /// The number of rows that the table declares.
  package let claimed: Int
  /// The number of rows that are present.
  package let count: Int
  /// The place of the first row, in bytes from the start of the file; nil if the bytes are not from
  /// a file.
  package let offset: UInt64?

  /// Returns a warning with the rule `table-cut` for the atom at `path`.
  func diagnostic(at path: String) -> Diagnostic {
    Diagnostic(
      "table-cut", .warning,
      "the table declares \(counted(claimed, "row")), but has bytes for \(count); "
        + "reading these", path: path, at: offset)
  }
}
