import MovKit

/// The bytes of an atom's header and of its own fields, field by field.
struct RawFields {
  let fields: [PlacedField]
  private let options: InspectOptions
  private let numberWidth: Int

  init(of node: AtomNode, in file: InspectedFile, _ options: InspectOptions) {
    // What was left in the file is shown as data, if at all.
    let isInFile = if case .extent = node.atom.content { true } else { false }
    fields = node.fields(rows: options.rawRows, values: false)
      .filter { !isInFile || $0.isOfHeader }
    self.options = options
    numberWidth = max(6, options.offsets.columns(of: file.source.size))
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

  /// Prints a line for each field: its place, its bytes and its name. Returns the error if they could
  /// not all be read.
  func write(
    on page: TextPage, indent: Int, reading source: inout WindowedSource
  ) throws(Failure) -> IOError? {
    // Most atoms have no field that fills a line.
    let longest = fields.reduce(0) { max($0, $1.bytes.upperBound - $1.bytes.lowerBound) }
    let room = 3 * min(Self.perLine, Int(clamping: longest))
    for field in fields {
      let bytes: (shown: Bytes, count: UInt64)
      do throws(IOError) { bytes = try self.bytes(of: field, in: &source) } catch { return error }
      var place = field.bytes.lowerBound
      var rest = bytes.shown
      repeat {
        let row = rest.prefix(Self.perLine)
        rest = rest.dropFirst(Self.perLine)
        let isFirst = place == field.bytes.lowerBound
        let name = isFirst ? label(of: field) : ""
        try page.write { line in
          line.append(spaces: indent)
          page.begin(.quiet, in: &line)
          line.append(spaces: numberWidth - options.offsets.columns(of: place))
          options.offsets.append(place, to: &line)
          page.end(in: &line)
          line.append(addingCapacity: room + 3) { line in
            line.append(spaces: 2)
            for byte in row {
              line.append(hexadecimal: byte)
              line.append(0x20)
            }
            line.append(spaces: room - 3 * row.count + 1)
          }
          page.append(name, .label, to: &line)
          while line.last == 0x20 { line.removeLast() }
          line.append(0x0A)
        }
        place += UInt64(row.count)
      } while !rest.isEmpty
      if UInt64(bytes.shown.count) < bytes.count {
        try page.line(
          String.spaces(indent + numberWidth + 2)
            + page.styled("… \(bytes.count) bytes in total", .quiet))
      }
    }
    return nil
  }

  private func label(of field: PlacedField) -> String {
    guard let bits = field.bits else { return field.name }
    let last = bits.upperBound - 1
    return field.name + " (bit\(bits.count == 1 ? "" : "s") \(bits.lowerBound)"
      + (bits.count == 1 ? ")" : " to \(last))")
  }
}
