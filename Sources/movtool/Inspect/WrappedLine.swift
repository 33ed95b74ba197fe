/// How far the last line of a paragraph is filled. Words have spaces between them, and one for which there
/// is no room begins another line.
struct WrappedLine {
  /// The width of the page.
  let width: Int
  /// The columns before the first word of each further line.
  let indent: Int
  /// The number of columns of the line so far.
  private(set) var used: Int
  /// Whether the line has no word.
  private(set) var isEmpty = true

  init(width: Int, indent: Int, used: Int) {
    self.width = width
    self.indent = indent
    self.used = used
  }

  /// Whether a word begins another line.
  @inline(__always)
  func isFull(before columns: Int) -> Bool { !isEmpty && used + 1 + columns > width }

  /// Counts a word that comes next.
  @inline(__always)
  mutating func add(wordOf columns: Int) {
    used += columns + (isEmpty ? 0 : 1)
    isEmpty = false
  }

  /// Begins another line.
  @inline(__always)
  mutating func end() { (used, isEmpty) = (indent, true) }

  /// Appends what comes before a word: a space, or the end of the line and the indent of the next one.
  @inline(__always)
  mutating func begin(wordOf columns: Int, in output: inout OutputSpan<UInt8>) {
    if isFull(before: columns) {
      end()
      output.append(0x0A)
      output.append(spaces: indent)
    } else if !isEmpty {
      output.append(0x20)
    }
    add(wordOf: columns)
  }

  /// Does the same as `begin`, with an array.
  @inline(__always)
  mutating func begin(wordOf columns: Int, in lines: inout [UInt8]) {
    lines.append(addingCapacity: indent + 1) { begin(wordOf: columns, in: &$0) }
  }
}
