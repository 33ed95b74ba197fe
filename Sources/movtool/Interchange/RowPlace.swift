/// Where a row of a list begins. A list can have very many, so they are not kept as they were read.
struct RowPlace {
  private let start: UInt32
  private let number: UInt32

  /// - Parameters:
  ///   - offset: The bytes of the text before the row. A text of more than 4 GiB is not read.
  ///   - line: Its line, from 1.
  init(offset: Int, line: Int) {
    start = UInt32(clamping: offset)
    number = UInt32(clamping: line)
  }

  var offset: Int { Int(start) }
  var line: Int { Int(number) }
}
