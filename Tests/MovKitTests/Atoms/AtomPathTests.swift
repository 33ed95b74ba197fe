import TestSupport
import Testing

@testable import MovKit

@Suite struct AtomPathTests {
  @Test(
    arguments: [
      ("moov", "moov"), ("moov/trak[1]/mdia/mdhd", "moov/trak[1]/mdia/mdhd"),
      ("moov/trak[0]/mdia", "moov/trak/mdia"), ("moov/udta/©nam", "moov/udta/©nam"),
      ("dref/url", "dref/url "), ("dref/url ", "dref/url "),
      ("ilst/\\x00\\x00\\x00\\x01/data", "ilst/\\x00\\x00\\x00\\x01/data"),
      ("ilst/\\x00\\x00\\x00\\x2f", "ilst/\\x00\\x00\\x00\\x2f"),
      ("a\\x5b0\\x5d", "a\\x5b0\\x5d"), ("udta/a\\x2fbc[3]", "udta/a\\x2fbc[3]"),
    ])
  func readAndShown(text: String, shown: String) throws {
    let path = try #require(AtomPath(text))
    #expect(path.description == shown)
    #expect(AtomPath(shown) == path)
  }

  @Test(
    arguments: [
      "", "/", "/moov", "moov/", "moov//trak", "toolong", "moov/trak[]", "moov/trak[-1]",
      "moov/trak[+1]", "moov/trak[x]", "moov/trak[1", "[1]", "a[0]b", "a]bc",
      "moov/trak[99999999999999999999]",
      "mo\u{7}v", "moov/trak[1]x",
    ])
  func refused(text: String) { #expect(AtomPath(text) == nil) }

  /// A path of parts and the same path as a literal are equal, and so are their hashes.
  @Test func madeOfParts() {
    let literal: AtomPath = "moov/trak[1]/tkhd"
    let parts = AtomPath([.init("moov"), .init("trak", index: 1), .init("tkhd")])
    #expect(parts == literal && parts.description == "moov/trak[1]/tkhd")
    #expect(Set([literal, parts, "moov/trak/tkhd", "moov/trak[0]/tkhd"]).count == 2)
    let zero: AtomPath.Step = .init("trak")
    #expect(zero.type == "trak" && zero.index == 0)
  }

  /// Whatever a type is, its path is read back to it.
  @Test func everyTypeIsReadBack() throws {
    var random = Seed.generator("paths")
    let odd: [FourCC] = [
      "a/bc", "////", "[0] ", "a[0]", "]]]]", "    ", "©/©]",
      FourCC(rawValue: 47), FourCC(rawValue: 0x5B),
    ]
    let types = odd + (0..<2000).map { _ in FourCC(rawValue: UInt32(random.next() >> 32)) }
    for type in types {
      let path = try #require(AtomPath("\([Atom(type, .bytes([]))].pathComponent(at: 0))/moov"))
      #expect(path.steps.map(\.type) == [type, "moov"])
    }
  }

  @Test func componentsCountAtomsOfOneType() {
    let atoms = (["trak", "free", "trak", "udta", "trak", "a/b "] as [FourCC]).map {
      Atom($0, children: [])
    }
    #expect(
      atoms.pathComponents().map(\.description) == [
        "trak[0]", "free", "trak[1]", "udta", "trak[2]", "a\\x2fb ",
      ])
  }

  /// Atoms of one type that follow one another, that do not, and both.
  @Test(arguments: [
    ("aab", "a[0] a[1] b"), ("aba", "a[0] b a[1]"), ("baab", "b[0] a[0] a[1] b[1]"),
    ("cccc", "c[0] c[1] c[2] c[3]"), ("cba", "c b a"), ("aabaab", "a[0] a[1] b[0] a[2] a[3] b[1]"),
    ("a", "a"), ("", ""),
  ])
  func componentsOfRuns(types: String, components: String) throws {
    let atoms = try types.map { Atom(try #require(FourCC("\($0)\($0)\($0)\($0)")), children: []) }
    let short = atoms.pathComponents().map { component in
      let text = component.description
      return "\(text.prefix(1))\(text.dropFirst(4))"
    }
    #expect(short.joined(separator: " ") == components)
  }
}
