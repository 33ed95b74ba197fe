import MovKit

/// What is kept of the last tables that had different columns, for the tables that have the same: a movie
/// can have some in every fragment. It is a class because there is one for all atoms.
final class RecentTables<Kept> {
  private static var most: Int { 8 }

  /// The columns of those tables.
  private(set) var layouts: [RowShape.Columns] = []
  private var kept: [Kept] = []
  private var oldest = 0

  /// Returns what is kept of a table; `make` returns it if there is nothing.
  func kept(of table: RowShape, _ make: () throws(Failure) -> Kept) throws(Failure) -> Kept {
    if let index = layouts.firstIndex(where: { $0 === table.layout }) { return kept[index] }
    let made = try make()
    if layouts.count < Self.most {
      layouts.append(table.layout)
      kept.append(made)
    } else {
      (layouts[oldest], kept[oldest]) = (table.layout, made)
      oldest = (oldest + 1) % Self.most
    }
    return made
  }
}
