import MovKit

/// The texts of the values in tables of the same columns. Most tables repeat those of the ones before. It
/// is a class because it is kept from one table to the next.
final class RowTexts {
  /// The names of the columns.
  let names: [String]
  /// Of each column, whether its numbers are signed; nil if it shows more than decimal numbers.
  let areSigned: [Bool?]
  /// The values as words after their names.
  var words: ColumnTexts<TextPage.Words>
  /// The values as cells.
  var cells: ColumnTexts<TableText.Cell>
  let paragraphs: RowParagraphs

  init(_ columns: [RowShape.Column], areSigned: [Bool?]) {
    names = columns.map(\.name)
    self.areSigned = areSigned
    words = ColumnTexts(columns.count)
    cells = ColumnTexts(columns.count)
    paragraphs = RowParagraphs(names: names, areSigned: areSigned)
  }

  /// Forgets the texts of values.
  func forget() { (words, cells) = (ColumnTexts(names.count), ColumnTexts(names.count)) }
}
