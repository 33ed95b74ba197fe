import MovKit

/// Shows the bytes of atoms' headers and of their own fields, field by field.
struct RawFields {
  private let options: InspectOptions
  private let numberWidth: Int

  init(in file: InspectedFile, _ options: InspectOptions) {
    self.options = options
    numberWidth = max(6, options.offsets.columns(of: file.source.size))
  }

  /// Returns the fields of an atom whose bytes are shown.
  func fields(of node: AtomNode) -> [PlacedField] {
    let fields = node.fields(rows: options.rawRows, values: false)
    // What was left in the file is shown as data, if at all.
    if node.atom.isLeftInFile { return fields.filter(\.isOfHeader) }
    return fields
  }

  /// Returns the bytes of a field that are shown, and how many there are. `source` is the file, of which a
  /// read for each atom would take most of the time.
  func bytes(
    of field: PlacedField, in source: inout WindowedSource
  ) throws(IOError) -> (shown: Bytes, count: UInt64) {
    let count = field.bytes.upperBound - field.bytes.lowerBound
    let shown = Int(clamping: (options.bytes ?? .atMost(64)).limit(count))
    return (try source.bytes(at: field.bytes.lowerBound, count: shown), count)
  }

  /// The number of bytes on a line.
  private static let perLine = 16

  /// Prints a line for each field of an atom: its place, its bytes and its name. Returns the error if they
  /// could not all be read.
  func write(
    _ node: AtomNode, on page: TextPage, indent: Int, reading source: inout WindowedSource
  ) throws(Failure) -> IOError? {
    let fields = fields(of: node)
    // Most atoms have no field that fills a line.
    let longest = fields.reduce(0) { max($0, $1.bytes.upperBound - $1.bytes.lowerBound) }
    let room = 3 * min(Self.perLine, Int(clamping: longest))
    let style = page.rowStart
    for field in fields {
      let bytes: (shown: Bytes, count: UInt64)
      do throws(IOError) { bytes = try self.bytes(of: field, in: &source) } catch { return error }
      var place = field.bytes.lowerBound
      var rest = bytes.shown
      repeat {
        let row = rest.prefix(Self.perLine)
        rest = rest.dropFirst(Self.perLine)
        let isFirst = place == field.bytes.lowerBound
        try page.write { text in
          line(at: place, row, indent: indent, room: room, style, to: &text)
          if isFirst { page.append(label(of: field), .label, to: &text) }
          while text.last == 0x20 { text.removeLast() }
          text.append(0x0A)
        }
        place += UInt64(row.count)
      } while !rest.isEmpty
      if UInt64(bytes.shown.count) < bytes.count {
        try page.line(
          String.spaces(indent + numberWidth + 2)
            + page.styled("… \(counted(bytes.count, "byte")) in total", .quiet))
      }
    }
    return nil
  }

  /// Appends a line up to the name: a place, which is in a style, and the bytes there. All at once: an atom
  /// of eight bytes has two lines.
  private func line(
    at place: UInt64, _ row: Bytes, indent: Int, room: Int, _ style: TextPage.RowStart,
    to text: inout [UInt8]
  ) {
    let (before, after, row) = (style.before.span, style.after.span, row.span)
    let capacity =
      indent + numberWidth + OffsetNotation.mostColumns + before.count + after.count + room + 3
    text.append(addingCapacity: capacity) { line in
      line.append(spaces: indent)
      line.append(before, before.indices)
      line.append(spaces: numberWidth - options.offsets.columns(of: place))
      options.offsets.append(place, to: &line)
      line.append(after, after.indices)
      line.append(spaces: 2)
      for index in row.indices {
        line.append(hexadecimal: row[index])
        line.append(0x20)
      }
      line.append(spaces: room - 3 * row.count + 1)
    }
  }

  private func label(of field: PlacedField) -> String {
    field.name + (field.bitsText.map { " (\($0))" } ?? "")
  }
}
