import Testing

@testable import MovKit

/// Aliases in data references, from bytes written by hand.
@Suite struct AliasRecordTests {
  private static func padded(_ text: String, _ size: Int) -> [UInt8] {
    let bytes = [UInt8(text.utf8.count)] + Array(text.utf8)
    return bytes + [UInt8](repeating: 0, count: size - bytes.count)
  }

  private static func item(_ tag: UInt16, _ bytes: [UInt8], padding: [UInt8] = [0]) -> [UInt8] {
    [UInt8(tag >> 8), UInt8(tag & 0xFF), 0, UInt8(bytes.count)] + bytes
      + (bytes.count % 2 == 1 ? padding : [])
  }

  private static func unicode(_ text: String) -> [UInt8] {
    [0, UInt8(text.utf16.count)] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  /// An alias of `Clip 1.mov` on the volume `Disk`.
  private static func alias(
    levels: (UInt8, UInt8) = (1, 1), version: UInt8 = 2, size: Int? = nil, items: [[UInt8]]
  ) -> [UInt8] {
    let rest = items.flatMap { $0 }
    let size = size ?? 150 + rest.count
    var bytes: [UInt8] = Array("user".utf8)
    bytes += [UInt8(size >> 8), UInt8(size & 0xFF), 0, version, 0, 0]
    bytes += padded("Disk", 28)
    bytes += hex("E57CE625 482B 0005 00000011")
    bytes += padded("Clip 1.mov", 64)
    bytes += hex("0000002A E57CE626")
    bytes += Array("MooVTVOD".utf8)
    bytes += [0, levels.0, 0, levels.1]
    bytes += hex("00000A00 0000 00000000000000000000")
    return bytes + rest
  }

  private static let end: [UInt8] = [0xFF, 0xFF, 0, 0]

  private func decode(
    _ alias: [UInt8], _ type: FourCC = "alis"
  ) throws -> AliasDataReference {
    let atom = Atom(type, .bytes((hex("00000000") + alias)[...]))
    let record = try atom.decode(AliasDataReference.self)
    // Whatever the alias is, it is written as it was.
    #expect(try record.serialized() == hex("00000000") + alias)
    return record
  }

  /// The alias of a reference movie is shown as those of data references are.
  @Test func aliasOfAReferenceMovie() throws {
    let alias = Self.alias(items: [Self.end])
    let bytes = hex("00000000") + Array("alis".utf8) + [0, 0, 0, UInt8(alias.count)] + alias
    let record = try Atom("rdrf", .bytes(bytes[...])).decode(ReferenceMovie.self)
    let shown = record.described.value(named: "alias")?.givenFields
    #expect(shown?.value(named: "file_name")?.givenText == "Clip 1.mov")
    #expect(try record.serialized() == bytes)
  }

  @Test func fieldsAndItems() throws {
    let reference = try decode(
      Self.alias(
        levels: (2, 3),
        items: [
          Self.item(0, Array("Day 1".utf8)), Self.item(1, hex("00000011 00000012")),
          Self.item(2, Array("Disk:Rushes:Day 1:Clip 1.mov".utf8)),
          Self.item(14, Self.unicode("Clip é.mov")), Self.item(15, Self.unicode("Disk")),
          Self.item(18, Array("/Rushes/Day 1/Clip é.mov".utf8)),
          Self.item(19, Array("/Volumes/Disk".utf8)), Self.item(16, hex("0000E57CE6260000")),
          Self.end,
        ]))
    #expect(reference.hasRecord && reference.alias.bytes.isEmpty && !reference.hasResource)
    let record = reference.record
    #expect(record.userType == "user" && record.kind == 0)
    #expect(record.volumeName.string == "Disk" && record.fileName.string == "Clip 1.mov")
    #expect(record.fileSystem == 0x482B && record.diskType == 5 && record.parentID == 0x11)
    #expect(record.fileNumber == 42 && record.fileType == "MooV" && record.fileCreator == "TVOD")
    #expect(record.fileCreationTime.iso8601 == "2026-01-02T03:04:06Z")
    #expect(record.levelsFrom == 2 && record.levelsTo == 3 && record.volumeAttributes == 0xA00)
    #expect(record.items.map(\.tag) == [0, 1, 2, 14, 15, 18, 19, 16, 0xFFFF])
    #expect(Array(record.items[1].folderIDs) == [0x11, 0x12])
    #expect(record.items[7].data.bytes.count == 8)
    #expect(record.name == "Clip é.mov")
    #expect(record.posixPath == "/Volumes/Disk/Rushes/Day 1/Clip é.mov")
    #expect(reference.target == record.posixPath)
    #expect(
      record.candidates == [
        "/Volumes/Disk/Rushes/Day 1/Clip é.mov", "../Rushes/Day 1/Clip é.mov", "Clip é.mov",
      ])
  }

  /// Without a POSIX path, the path with colons; without that, the names of the folder and the file.
  @Test func whatThereIs() throws {
    let old = try decode(
      Self.alias(
        levels: (1, 2),
        items: [
          Self.item(0, Array("Day 1".utf8)), Self.item(2, Array("Disk:Rushes:A/B:Clip 1.mov".utf8)),
          Self.end,
        ]))
    #expect(old.target == "Disk:Rushes:A/B:Clip 1.mov")
    #expect(old.record.candidates == ["A:B/Clip 1.mov", "Clip 1.mov"])
    let names = try decode(
      Self.alias(levels: (3, 2), items: [Self.item(0, Array("Day 1".utf8)), Self.end]))
    #expect(names.target == "Day 1/Clip 1.mov")
    #expect(names.record.candidates == ["../../Day 1/Clip 1.mov", "Clip 1.mov"])
    let bare = try decode(Self.alias(levels: (255, 255), items: []))
    #expect(bare.target == "Clip 1.mov" && bare.record.candidates == ["Clip 1.mov"])
  }

  /// A resource after the alias has a type and a number.
  @Test func resources() throws {
    let reference = try decode(
      Self.alias(items: [Self.end]) + Array("moov".utf8) + [0, 0x80], "rsrc")
    #expect(reference.hasRecord && reference.hasResource)
    #expect(reference.resourceType == "moov" && reference.resourceID == 0x80)
  }

  /// What an item's padding and the bytes after the end are stays.
  @Test func paddingStays() throws {
    let reference = try decode(
      Self.alias(items: [Self.item(0, Array("Day 1".utf8), padding: [7]), Self.end + [1, 2, 3]]))
    #expect(reference.hasRecord && Array(reference.record.items[1].data.bytes) == [1, 2, 3])
  }

  /// What is no whole record of version 2 stays bytes.
  @Test(arguments: [
    alias(version: 3, items: [end]), alias(size: 149, items: []), alias(size: 151, items: []),
    alias(items: [[0, 2, 0, 9, 1, 2]]), alias(items: [item(1, [1, 2, 3, 4, 5])]),
    alias(items: [[0, 14, 0, 4, 0, 9, 0, 65]]), alias(items: [[0, 0, 0]]),
    alias(items: [[0xFF, 0xFF, 0, 1]]), [UInt8](repeating: 0, count: 150), [0, 0, 0],
  ])
  func oddOnesStayBytes(bytes: [UInt8]) throws {
    let reference = try decode(bytes)
    #expect(
      !reference.hasRecord && Array(reference.alias.bytes) == bytes && reference.target == nil)
  }

  /// Every start of a record is read without a trap.
  @Test func truncated() throws {
    let whole = Self.alias(
      items: [Self.item(14, Self.unicode("Clip.mov")), Self.item(18, Array("/a".utf8)), Self.end])
    for count in 0..<whole.count {
      #expect(try !decode(Array(whole.prefix(count))).hasRecord)
    }
  }
}
