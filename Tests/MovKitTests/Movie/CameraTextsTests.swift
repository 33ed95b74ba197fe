import Testing

@testable import MovKit

/// Texts about the camera and the clip in user data, of types that Apple registered.
@Suite struct CameraTextsTests {
  private func movie(_ atoms: [UInt8]...) throws -> Atom {
    let moov = atom("moov", atom("udta", atoms.flatMap(\.self)))
    return try #require(try AtomFile(from: MemorySource(fileType + moov)).first("moov"))
  }

  @Test(
    arguments: [
      "reel", "scen", "shot", "clid", "cmid", "cmnm", "manu", "modl", "slno", "angl",
    ] as [FourCC])
  func texts(type: FourCC) throws {
    let item = try #require(try movie(atom(type, ascii("A1"))).metadata(at: "moov").first)
    #expect(item.value == .text("A1") && item.key == type.description)
  }

  @Test func names() {
    #expect(MetadataName.of("reel", in: .userData) == .reel)
    #expect(MetadataName.of("manu", in: .userData) == .make)
    #expect(MetadataName.of("modl", in: .userData) == .model)
  }

  /// A name changes what there is, with the bytes that Canon has before it.
  @Test func changed() throws {
    let old = try movie(
      atom("reel", ascii("A001")), atom("manu", u32(0), u16(0x55C4), ascii("Canon"), [0]))
    var batch = MetadataBatch()
    let isTaken = [
      batch.take(MetadataKey("reel"), "B002"), batch.take(MetadataKey("make"), "Sony"),
    ]
    #expect(isTaken == [true, true])
    var changed = old
    _ = try batch.set(
      in: &changed, at: MetadataPlace(path: "moov", trackID: nil), as: old, isQuickTime: true,
      isTrack: false)
    let new = try movie(
      atom("reel", ascii("B002")), atom("manu", u32(0), u16(0x55C4), ascii("Sony"), [0]))
    #expect(try changed.serialized() == new.serialized())
  }
}
