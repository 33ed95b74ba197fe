@testable import MovKit

enum TreeTarget {
  static func run(_ bytes: [UInt8]) throws {
    try inflate(bytes[...])
    let source = MemorySource(bytes)
    let file: AtomFile
    do { file = try AtomFile(from: source) } catch {
      if case .io(let error) = error { throw BrokenLaw("read beyond the end: \(error)") }
      return
    }
    guard let again = try? file.writePlan().render(from: source) else {
      throw BrokenLaw("read, but not written again")
    }
    try law(again == bytes, "written again to other bytes")
    try readItems(of: file)
    var describer = AtomDescriber()
    for node in AtomWalk(file) {
      for field in describer.describe(node).fields { show(field.value, depth: 0) }
      if let rule = Schema.standard.rule(for: node.atom, in: node.context) {
        try comesBack(node.atom, as: rule.record)
      }
      try place(node, of: file)
      guard let path = AtomPath(node.path), case .atom(let found) = file.find(path) else {
        throw BrokenLaw("nothing at \(node.path)")
      }
      try law(found.atom.offset == node.atom.offset, "another atom at \(node.path)")
    }
  }

  /// What is decompressed is not more than was asked for.
  private static func inflate(_ bytes: Bytes) throws {
    let most = 1 << 14
    let all = [
      try? Inflate.deflate(bytes, upTo: most), try? Inflate.zlib(bytes, upTo: most),
      try? Inflate.deflate(bytes.dropFirst(2), upTo: most),
    ]
    for result in all { try law((result?.count ?? 0) <= most, "more bytes than the limit") }
  }

  /// The bytes of items are in the file, and each of them is found in its item.
  private static func readItems(of file: AtomFile) throws {
    guard let items = FileItems(file) else { return }
    for id in items.ids.prefix(50) {
      guard let item = items.item(id), let size = try? items.size(of: id) else { continue }
      _ = items.grid(id)
      if var stream = try? ItemStream(of: item, in: items) {
        while let piece = try? stream.next() { _ = piece }
      }
      var stream = try ItemStream(of: item, in: items, isRaw: true)
      var count: UInt64 = 0
      while let piece = try stream.next() { count += UInt64(piece.count) }
      try law(count == size, "item \(id) has \(count) bytes of \(size)")
    }
    for place in items.places(of: file.size / 2, atMost: 16) {
      try law(place.byte < place.size, "byte \(place.byte) of item \(place.item.id)")
    }
  }

  /// Fields are inside their atom, and a byte of a field is found in it.
  private static func place(_ node: AtomNode, of file: AtomFile) throws {
    let fields = node.fields(rows: 3)
    guard let start = node.atom.offset, let last = fields.last else { return }
    let end = start + node.atom.size
    try law(
      fields.allSatisfy { $0.bytes.lowerBound >= start && $0.bytes.upperBound <= end },
      "a field outside of \(node.path)")
    let byte = last.bytes.upperBound - 1
    try law(!node.fields(in: byte..<byte + 1).isEmpty, "no field at \(byte) of \(node.path)")
    let found = try? file.nodes(at: start).contains { $0.path == node.path }
    try law(found != false, "\(node.path) is not at its place")
  }

  /// What is read as a record is written to the same bytes.
  private static func comesBack<R: Record>(_ atom: Atom, as _: R.Type) throws {
    guard let decoded = try? atom.decoded(R.self) else { return }
    let own: Bytes
    switch atom.content {
    case .bytes(let bytes): own = bytes
    case .children(let children): own = children.preamble
    case .extent: return
    }
    guard let again = try? decoded.record.serialized() else {
      throw BrokenLaw("\(atom.type): read, but not written")
    }
    try law(again.count == decoded.record.encodedSize, "\(atom.type): size")
    try law(again + decoded.trailing == Array(own), "\(atom.type): other bytes")
  }

  /// Makes what a listing shows: all fields, and the first and last rows of tables.
  private static func show(_ value: FieldValue, depth: Int) {
    guard depth < 64 else { return }
    switch value {
    case .fields(let fields): for field in fields { show(field.value, depth: depth + 1) }
    case .list(let values): for value in values.prefix(50) { show(value, depth: depth + 1) }
    case .rows(let rows):
      for index in 0..<min(rows.count, 8) { show(rows.row(index), depth: depth + 1) }
      if rows.count > 8 { show(rows.row(rows.count - 1), depth: depth + 1) }
    case .meaning(let value, _, _, _): show(value, depth: depth + 1)
    default: return
    }
  }
}
