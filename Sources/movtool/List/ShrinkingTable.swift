/// A table that fits the terminal: columns are cut to their least width, and if that is not enough,
/// left out.
struct ShrinkingTable {
  struct Column {
    let title: String
    let isNumber: Bool
    /// The least width to which values may be cut; nil if they may not be cut.
    let leastWidth: Int?
    /// How important the column is; 0 is the most important.
    let rank: Int
    /// Whether the start of a text that is too wide is cut instead of its end, as suits paths.
    let keepsEnd: Bool
  }

  private static let gap = 2
  /// Columns are made no wider than this. Without a limit to the whole width, longer values are written as they
  /// are, and not aligned.
  private static let mostAligned = 400

  private let page: TextPage
  private let columns: [Column]
  private let rows: [[String]]
  private let cutsValues: Bool
  /// The width of each column; nil for one that is left out.
  private let widths: [Int?]

  /// - Parameter width: The number of columns of text that there are.
  init(_ page: TextPage, width: Int, _ columns: [Column], rows: [[String]]) {
    self.page = page
    self.columns = columns
    self.rows = rows
    cutsValues = width < .max
    let natural = columns.indices.map { place in
      rows.reduce(columns[place].title.columns) { max($0, $1[place].columns) }
    }
    widths =
      cutsValues
      ? Self.widths(columns, natural, in: width) : natural.map { min($0, Self.mostAligned) }
  }

  /// The titles of the columns that are left out.
  var leftOut: [String] { zip(columns, widths).filter { $0.1 == nil }.map(\.0.title) }

  private static func widths(_ columns: [Column], _ natural: [Int], in width: Int) -> [Int?] {
    let order = columns.indices.sorted { columns[$0].rank < columns[$1].rank }
    var widths = [Int?](repeating: nil, count: columns.count)
    var room = width
    for place in order {
      let least = min(natural[place], columns[place].leastWidth ?? .max)
      let needed = least + (room == width ? 0 : gap)
      // The most important column is there even if it has to be cut further.
      if needed <= room || room == width {
        widths[place] = min(least, width)
        room -= min(needed, room)
      }
    }
    // Paths take a third of the line at first, and what the others leave.
    for isFirst in [true, false] {
      for place in order {
        guard let now = widths[place] else { continue }
        let isLimited = isFirst && columns[place].keepsEnd
        let wanted = isLimited ? min(natural[place], width / 3) : natural[place]
        let more = min(room, wanted - now)
        if more > 0 {
          widths[place] = now + more
          room -= more
        }
      }
    }
    return widths
  }

  func write() throws(Failure) {
    try page.line(page.styled(line(columns.map(\.title)), .label))
    for row in rows { try page.line(line(row)) }
  }

  private func line(_ cells: [String]) -> String {
    var text = ""
    var pending = ""
    for (place, column) in columns.enumerated() {
      guard let width = widths[place] else { continue }
      let cell =
        cutsValues
        ? Self.cut(cells[place], to: width, keepsEnd: column.keepsEnd) : cells[place]
      let room = String.spaces(max(0, width - cell.columns))
      // Spaces at the end of a line are not written.
      if cell.isEmpty {
        pending += room
      } else {
        text += pending + (column.isNumber ? room : "") + cell
        pending = column.isNumber ? "" : room
      }
      pending += String.spaces(Self.gap)
    }
    return text
  }

  private static func cut(_ text: String, to width: Int, keepsEnd: Bool) -> String {
    guard keepsEnd, text.columns > width else { return text.cut(to: width) }
    return "…" + text.suffix(columns: width - 1)
  }
}
