import MovKit

/// The items of a file with what refers to them.
struct ItemListing {
  /// An item, as it is listed.
  struct Row {
    let item: FileItem
    /// The number of bytes; nil if they are not in the file.
    let bytes: UInt64?
    let size: (width: UInt32, height: UInt32)?
    let isPrimary: Bool
    let properties: [FourCC]
    /// The items that the item refers to, by the way in which it does, in the order of the file.
    let references: [FileItemReference]
  }

  private let items: FileItems
  private let references: [UInt32: [FileItemReference]]
  private let sizes: [UInt32: UInt64]
  let ids: [UInt32]

  init(_ items: FileItems) {
    self.items = items
    references = Dictionary(grouping: items.references, by: \.from)
    sizes = items.sizes()
    ids = items.ids
  }

  private func row(_ id: UInt32) -> Row? {
    guard let item = items.item(id) else { return nil }
    return Row(
      item: item, bytes: sizes[id], size: items.pictureSize(of: id),
      isPrimary: items.primaryID == id, properties: items.properties(of: id).map(\.type),
      references: references[id] ?? [])
  }

  // MARK: Text

  /// Prints a line for each item.
  func write(to output: Output) throws(Failure) {
    let columns = ["item", "type", "bytes", "pixels", "what"]
    var widths = columns.map(\.utf8.count)
    for id in ids {
      guard let row = row(id) else { continue }
      for (index, cell) in cells(row).enumerated() {
        widths[index] = max(widths[index], cell.count)
      }
    }
    try write(columns, widths, to: output)
    for id in ids {
      guard let row = row(id) else { continue }
      try write(cells(row), widths, to: output)
    }
  }

  private func write(
    _ cells: [String], _ widths: [Int], to output: Output
  ) throws(Failure) {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let gap = String.spaces(max(0, widths[index] - cell.count))
      // Numbers end in one column.
      line += index == 0 || index == 2 ? gap + cell : cell + (index == 4 ? "" : gap)
      if index < 4 { line += "  " }
    }
    while line.last == " " { line.removeLast() }
    try output.write(line + "\n")
  }

  private func cells(_ row: Row) -> [String] {
    [
      "\(row.item.id)", "\(row.item.type)".escaped, row.bytes.map { "\($0)" } ?? "?",
      row.size.map { "\($0.width)x\($0.height)" } ?? "-", Self.what(row).escaped,
    ]
  }

  private static let ways: [FourCC: String] = [
    "thmb": "thumbnail of", "cdsc": "describes", "auxl": "auxiliary of", "dimg": "made of",
    "prem": "premultiplied by", "base": "based on", "iloc": "bytes in",
  ]

  private static func what(_ row: Row) -> String {
    var words: [String] = []
    if row.isPrimary { words.append("primary") }
    if row.item.isHidden { words.append("hidden") }
    if row.item.isProtected { words.append("encrypted") }
    if !row.item.contentType.isEmpty { words.append(row.item.contentType) }
    for reference in row.references {
      words.append(
        "\(ways[reference.type] ?? "\(reference.type)") \(reference.to.listed)")
    }
    if !row.item.name.isEmpty { words.append(row.item.name.quoted) }
    return words.joined(separator: ", ")
  }

  // MARK: JSON

  /// Writes the items, or the first of them, as a document.
  func write(
    of file: FilePath, atMost most: Int = .max, to json: inout JSONWriter
  ) throws(Failure) {
    try json.beginObject()
    try json.member(schema: .items)
    try json.member("file", file.description)
    try json.member("primary", items.primaryID)
    try json.key("items")
    try json.beginArray()
    for id in ids.prefix(most) {
      guard let row = row(id) else { continue }
      try write(row, to: &json)
    }
    try json.endArray()
    try json.endObject()
    try json.endDocument()
  }

  private func write(_ row: Row, to json: inout JSONWriter) throws(Failure) {
    try json.beginObject(inline: true)
    try json.member("id", row.item.id)
    try json.member("type", row.item.type.description)
    try json.member("name", row.item.name)
    if !row.item.contentType.isEmpty { try json.member("contentType", row.item.contentType) }
    if !row.item.contentEncoding.isEmpty {
      try json.member("contentEncoding", row.item.contentEncoding)
    }
    try json.member("hidden", row.item.isHidden)
    try json.member("encrypted", row.item.isProtected)
    try json.member("size", row.bytes)
    try json.member("width", row.size?.width)
    try json.member("height", row.size?.height)
    try json.key("properties")
    try json.beginArray(inline: true)
    for type in row.properties { try json.value(type.description) }
    try json.endArray()
    try json.key("references")
    try json.beginArray(inline: true)
    for reference in row.references {
      try json.beginObject(inline: true)
      try json.member("type", reference.type.description)
      try json.key("items")
      try json.beginArray(inline: true)
      for id in reference.to { try json.value(id) }
      try json.endArray()
      try json.endObject()
    }
    try json.endArray()
    try json.endObject()
  }
}
