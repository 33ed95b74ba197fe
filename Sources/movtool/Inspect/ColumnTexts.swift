/// The texts of numbers in the columns of a table. Most tables repeat a few numbers, whose texts are
/// made once.
struct ColumnTexts<Text> {
  /// The number of texts that are kept for a column.
  private static var most: Int { 256 }
  /// The number of those that are searched one after another.
  private static var few: Int { 8 }

  private struct Column {
    /// The first few texts. Most columns need no more, and no dictionary.
    var first: [(number: UInt64, text: Text)] = []
    var others: [UInt64: Text]?
    var last: (number: UInt64, text: Text)?

    func known(_ number: UInt64) -> Text? {
      first.first { $0.number == number }?.text ?? others?[number]
    }

    mutating func keep(_ text: Text, for number: UInt64) {
      guard first.count == ColumnTexts.few else { return first.append((number, text)) }
      if let others, others.count >= ColumnTexts.most { self.others = nil }
      others = others ?? [:]
      others?[number] = text
    }
  }

  private var columns: [Column]

  init(_ count: Int) { columns = Array(repeating: Column(), count: count) }

  /// Returns the text of a number in a column; `make` returns it if it is not known.
  subscript(column: Int, number: UInt64, make: () throws(Failure) -> Text) -> Text {
    mutating get throws(Failure) {
      if let last = columns[column].last, last.number == number { return last.text }
      let text: Text
      if let known = columns[column].known(number) {
        text = known
      } else {
        text = try make()
        columns[column].keep(text, for: number)
      }
      columns[column].last = (number, text)
      return text
    }
  }
}
