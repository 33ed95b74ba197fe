import Testing

@testable import movtool

/// The patterns of `--reel-from-name`.
@Suite struct NamePatternTests {
  @Test(arguments: [
    ("*", "A001C003", "A001C003"),
    ("{????}*", "A001C003", "A001"),
    ("{A###}*", "A001C003", "A001"),
    ("{A###}*", "B001C003", nil),
    ("{*}_*", "CARD_2_take", "CARD"),
    ("*_{*}", "CARD_2_take", "2_take"),
    ("clip{#*}", "clip12", "12"),
    ("clip{#*}", "clip", nil),
    ("é{?}", "éü", "ü"),
    ("{*}", "", ""),
  ])
  func takes(pattern: String, name: String, part: String?) throws {
    #expect(try #require(NamePattern(pattern)).part(of: name) == part)
  }

  @Test(arguments: ["", "{", "}", "{}", "a}b{", "{a}{b}", "{{a}}", "{a"])
  func isNone(pattern: String) { #expect(NamePattern(pattern) == nil) }

  @Test func longPatterns() {
    #expect(NamePattern(String(repeating: "*", count: 255)) != nil)
    #expect(NamePattern(String(repeating: "*", count: 256)) == nil)
    #expect(NamePattern(String(repeating: "*", count: 100_000)) == nil)
  }

  /// Many stars cost the product of both lengths.
  @Test func manyStars() throws {
    let pattern = try #require(NamePattern(String(repeating: "*a", count: 60) + "b"))
    #expect(pattern.part(of: String(repeating: "a", count: 250)) == nil)
  }
}
