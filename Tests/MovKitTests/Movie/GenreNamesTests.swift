import Testing

@testable import MovKit

/// The numbers of genres, as lists of ID3 and Winamp have them: each is one higher in `gnre`.
@Suite struct GenreNamesTests {
  /// The first and the last of each version of the list, and some between them.
  @Test(arguments: [
    (1, "Blues"), (10, "Metal"), (80, "Hard Rock"), (81, "Folk"), (126, "Dance Hall"), (127, "Goa"),
    (128, "Drum & Bass"), (142, "Christian Rock"), (148, "Synthpop"), (149, "Abstract"),
    (157, "Dub"), (158, "EBM"), (168, "Industro-Goth"), (178, "Psytrance"), (182, "World Music"),
    (184, "Audiobook"), (187, "Podcast"), (190, "Dubstep"), (192, "Psybient"),
  ])
  func name(number: Int64, name: String) { #expect(GenreNames.name(ofNumber: number) == name) }

  @Test(arguments: [0, -1, 193, 256, .max, .min] as [Int64]) func noName(number: Int64) {
    #expect(GenreNames.name(ofNumber: number) == nil)
  }
}
