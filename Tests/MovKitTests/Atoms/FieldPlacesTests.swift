import Foundation
import Testing

@testable import MovKit

/// Where the fields of atoms are.
@Suite struct FieldPlacesTests {
  /// For every atom of every available file: the fields follow one another from its first byte to its
  /// last, or to its children, and have the names and the values that are shown.
  @Test func fieldsFillTheirAtoms() throws {
    var count = 0
    for file in MediaFiles.enough(MediaFiles.all(), atLeast: 100) {
      guard let atoms = try? AtomFile(path: file.path) else { continue }
      var describer = AtomDescriber()
      for node in AtomWalk(atoms) {
        guard let start = node.atom.offset else { continue }
        let fields = node.fields(rows: 16)
        try check(fields, of: node, from: start, file.lastPathComponent)
        let bare = node.fields(rows: 16, values: false)
        #expect(bare.map(\.name) == fields.map(\.name), "\(file.lastPathComponent) \(node.path)")
        #expect(bare.map(\.bytes) == fields.map(\.bytes))
        #expect(bare.map(\.bits) == fields.map(\.bits))
        let names = Set(fields.map { $0.name.split(separator: "[").first.map(String.init) ?? "" })
        for field in describer.describe(node).fields
        where !["usertype", "claimed_size"].contains(field.name) {
          if case .rows(let rows) = field.value, rows.count == 0 { continue }
          if case .bytes(let bytes) = field.value, bytes.isEmpty { continue }
          let isThere = names.contains {
            $0 == field.name || $0.hasPrefix(field.name + ".")
          }
          // A field of no bytes has no place.
          if !isThere, field.value.isOfNoBytes { continue }
          #expect(isThere, "\(file.lastPathComponent) \(node.path) \(field.name)")
        }
        count += 1
      }
    }
    #expect(count > 5000)
  }

  /// A value of some bits that has a name is placed with it, as a value of bytes is (ISO/IEC 23008-12, 6.5.10).
  @Test func namesOfBits() throws {
    var reader = Reader(hex("03")[...])
    var rotation = ImageRotation()
    try rotation.fields(&reader)
    var placer = FieldPlacer()
    try rotation.fields(&placer)
    #expect(placer.fields.map(\.name) == ["reserved", "angle"])
    #expect(placer.fields.map { $0.value?.remark } == [nil, "90° clockwise"])
    let angle = try #require(rotation.described.first { $0.name == "angle" })
    #expect(angle.value.remark == "90° clockwise")
  }

  private func check(
    _ fields: [PlacedField], of node: AtomNode, from start: UInt64, _ file: String
  ) throws {
    // The next bit.
    var next = start * 8
    var tail = false
    for field in fields {
      let first = field.bytes.lowerBound * 8 + UInt64(field.bits?.lowerBound ?? 0)
      let end =
        field.bits.map { field.bytes.lowerBound * 8 + UInt64($0.upperBound) }
        ?? field.bytes.upperBound * 8
      if first != next, !tail {
        // The children are between the fields and the padding after them.
        let isAfterChildren = !node.atom.children.isEmpty && field.name == "trailing_data"
        let isPadding = first > next && first - next < 8
        #expect(
          isAfterChildren || isPadding, "\(file) \(node.path) \(field.name) at \(first / 8)")
        tail = isAfterChildren
      }
      #expect(end > first)
      next = end
    }
    if node.atom.children.isEmpty {
      #expect((next + 7) / 8 == start + node.atom.size, "\(file) \(node.path)")
    }
  }

  /// A byte has the same fields whether they are asked for alone or among all.
  @Test func fieldsOfAByte() throws {
    for name in [
      "camera/camera.mov", "fragments/plain.mp4", "tables/sample-details.mov",
      "timecode/25-reel.mov",
    ] {
      let atoms = try AtomFile(path: MediaFiles.testMedia.appending(path: name).path)
      for node in AtomWalk(atoms) where node.atom.type != "mdat" {
        guard let start = node.atom.offset else { continue }
        let all = node.fields(rows: .max)
        let own = all.last.map { start..<$0.bytes.upperBound } ?? start..<start
        for place in own.lowerBound..<min(own.upperBound, own.lowerBound + 400) {
          let found = node.fields(in: place..<place + 1)
          let expected = all.filter { $0.bytes.contains(place) }
          // Of a row, its fields are told.
          #expect(
            found.allSatisfy { one in
              expected.contains { one.name == $0.name || one.name.hasPrefix($0.name + ".") }
            }, "\(name) \(node.path) \(place)")
          #expect(found.isEmpty == expected.isEmpty)
        }
      }
    }
  }

  @Test func atomsAtAByte() throws {
    let file = try AtomFile(
      path: MediaFiles.testMedia.appending(path: "camera/camera.mov").path)
    #expect(try file.nodes(at: 0).map(\.path) == ["ftyp"])
    #expect(
      try file.nodes(at: 47264).map(\.path) == [
        "moov", "moov/trak[0]", "moov/trak[0]/edts", "moov/trak[0]/edts/elst",
      ])
    #expect(try file.nodes(at: file.size).isEmpty && file.nodes(at: .max).isEmpty)
  }
}

extension FieldValue {
  /// Whether the value may take no bytes: text and lists can be empty, and numbers can have no width.
  fileprivate var isOfNoBytes: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .unsigned(let number): number == 0
    case .fields(let fields): fields.allSatisfy(\.value.isOfNoBytes)
    case .list(let values): values.isEmpty
    case .rows(let rows): rows.count == 0
    case .bytes(let bytes): bytes.isEmpty
    default: false
    }
  }
}
