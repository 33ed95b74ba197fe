import Testing

@testable import MovKit

/// Values of metadata that state no type, or one that is neither text nor a number, as some programs write them
/// (QuickTime File Format, "Well-Known Types").
@Suite struct UntypedMetadataTests {
  /// A `moov` with one item of iTunes.
  private func movie(_ type: FourCC, _ value: UInt32, _ bytes: [UInt8]) throws -> Atom {
    let data = atom("data", u32(value), u32(0), bytes)
    let list = atom("ilst", atom(type, data))
    let moov = atom("moov", atom("udta", atom("meta", u32(0), handler("mdir"), list)))
    return try #require(try AtomFile(from: MemorySource(fileType + moov)).first("moov"))
  }

  // MARK: Reading

  /// A value without a type is text if its key is one of texts and its bytes are text.
  @Test(
    arguments: [
      ("aART", 0, ascii("Ann"), .text("Ann")), ("©nam", 0, ascii("Zoë"), .text("Zoë")),
      ("desc", 0, ascii("a\n\tb"), .text("a\n\tb")), ("©nam", 0, [], .text("")),
      ("aART", 0, [0xDA, 0xDA], .bytes([0xDA, 0xDA], type: 0)),
      ("aART", 0, [0, 0x41], .bytes([0, 0x41], type: 0)),
      // Keys that have no name, or are of numbers.
      ("catg", 0, ascii("Ann"), .bytes([0x41, 0x6E, 0x6E], type: 0)),
      ("trkn", 0, ascii("3"), .bytes([0x33], type: 0)),
      ("©gen", 18, ascii("Rock"), .bytes([0x52, 0x6F, 0x63, 0x6B], type: 18)),
      // mp4v2 gives a genre by number the type 18.
      ("gnre", 18, [0, 1], .integer(1)), ("gnre", 0, [0, 1], .integer(1)),
    ] as [(FourCC, UInt32, [UInt8], MetadataItem.Value)])
  func read(type: FourCC, valueType: UInt32, bytes: [UInt8], value: MetadataItem.Value) throws {
    let moov = try movie(type, valueType, bytes)
    #expect(moov.metadata(at: "moov").map(\.value) == [value])
  }

  // MARK: Changing

  private func set(_ moov: Atom, _ key: String, _ text: String) throws -> Atom {
    var batch = MetadataBatch()
    let isTaken = batch.take(MetadataKey(key), text)
    #expect(isTaken)
    var changed = moov
    _ = try batch.set(
      in: &changed, at: MetadataPlace(path: "moov", trackID: nil), as: moov, isQuickTime: false,
      isTrack: false)
    return changed
  }

  /// A name means a text. A key means what is shown under it.
  @Test(
    arguments: [
      ("aART", 0, ascii("Ann"), "album-artist", "Dada", 1, ascii("Dada")),
      ("aART", 0, [0xDA, 0xDA], "album-artist", "Dada", 1, ascii("Dada")),
      ("aART", 0, ascii("Ann"), "aART", "Dada", 1, ascii("Dada")),
      ("aART", 0, [0xDA, 0xDA], "aART", "Dada", 0, [0xDA, 0xDA]),
      ("©gen", 18, ascii("Rock"), "genre", "Dada", 1, ascii("Dada")),
      ("©gen", 18, ascii("Rock"), "©gen", "dada", 18, [0xDA, 0xDA]),
      ("©nam", 0, [0xDA, 0xDA], "©nam", "Face", 1, ascii("Face")),
      ("©nam", 13, [0xFF, 0xD8, 0xFF], "title", "Face", 1, ascii("Face")),
      // Texts and numbers keep their types.
      ("©nam", 4, ascii("Ann"), "title", "Face", 4, ascii("Face")),
      ("©nam", 21, [5], "title", "7", 21, [7]),
      // A genre by number is given in digits.
      ("gnre", 18, [0, 1], "gnre", "18", 18, [0, 18]),
      ("gnre", 0, [0, 1], "gnre", "18", 0, [0, 18]),
      ("tmpo", 0, [0, 1], "tmpo", "120", 0, [0, 120]),
    ] as [(FourCC, UInt32, [UInt8], String, String, UInt32, [UInt8])])
  func changed(
    type: FourCC, oldType: UInt32, old: [UInt8], key: String, text: String, newType: UInt32,
    new: [UInt8]
  ) throws {
    let changed = try set(movie(type, oldType, old), key, text)
    #expect(try changed.serialized() == movie(type, newType, new).serialized())
  }

  @Test(arguments: [("aART", "aART", "Bob"), ("©nam", "title", "text")])
  func refused(type: String, key: String, text: String) throws {
    let isNumber = key == "title"
    let moov = try movie(
      #require(FourCC(type)), isNumber ? 21 : 0, isNumber ? [5] : [0xDA, 0xDA])
    #expect(throws: FormatError.self) { try set(moov, key, text) }
  }

  /// Bytes cannot become the number of a track, so a new item takes their place.
  @Test func numberOfATrack() throws {
    let changed = try set(movie("trkn", 0, [3]), "track", "12")
    #expect(changed.metadata(at: "moov").map(\.value) == [.numberOfTotal(12, total: 0)])
  }
}
