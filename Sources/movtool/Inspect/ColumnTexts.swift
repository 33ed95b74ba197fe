/// The texts of numbers in the columns of a table. Most tables repeat a few numbers, whose texts are
/// made once.
struct ColumnTexts<Text> {
  /// The number of texts that are kept for a column.
  private static var most: Int { 1024 }

  private struct Column {
    var known: [UInt64: Text] = [:]
    var last: (number: UInt64, text: Text)?
  }

  private var columns: [Column]

  init(_ count: Int) { columns = Array(repeating: Column(), count: count) }

  /// Returns the text of a number in a column; `make` returns it if it is not known.
  subscript(column: Int, number: UInt64, make: () throws(Failure) -> Text) -> Text {
    mutating get throws(Failure) {
      if let last = columns[column].last, last.number == number { return last.text }
      let text: Text
      if let known = columns[column].known[number] {
        text = known
      } else {
        text = try make()
        if columns[column].known.count >= Self.most { columns[column].known = [:] }
        columns[column].known[number] = text
      }
      columns[column].last = (number, text)
      return text
    }
  }
}
