/// A table that counts more rows than its atom has bytes for. The rows that are there can be read;
/// such an atom is never rewritten, because the missing rows are unknown.
package struct CutTable: Equatable, Sendable {
  /// Rows that the table counts.
  package let claimed: Int
  /// Rows that are there.
  package let count: Int
  /// Where the first row stands in the file; nil where the bytes never were in one.
  package let offset: UInt64?

  /// `path` is that of the atom.
  func diagnostic(at path: String) -> Diagnostic {
    Diagnostic(
      "table-cut", .warning,
      "the table declares \(claimed) row\(claimed == 1 ? "" : "s"), but has bytes for \(count); "
        + "reading these", path: path, at: offset)
  }
}
