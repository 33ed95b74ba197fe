import Foundation
import MovKit
import Testing

@testable import movtool

/// Text shows the first atoms of a long list of atoms of one type, and counts the rest.
@Suite struct LongListTests {
  private func inspect(_ movie: Data, _ arguments: String...) throws -> Tool.Result {
    try Tool.withFolder { folder in
      try movie.write(to: folder.appending(path: "a.mov"))
      let result = try Tool.run(["inspect", "a.mov"] + arguments, cwd: folder)
      #expect(result.status == 0, "\(result.stderr)")
      return result
    }
  }

  private func count(_ start: String, _ text: String) -> Int {
    text.split(separator: "\n").count { $0.hasPrefix(start) }
  }

  private static func pairs(_ number: Int, last: Data = Data()) -> Data {
    var data = Handmade.movie()
    for _ in 0..<number {
      data += Handmade.atom("skip", Data()) + Handmade.atom("wide", Data())
    }
    return data + last
  }

  @Test func alternating() throws {
    let movie = Self.pairs(1500, last: Handmade.atom("uuid", Data(repeating: 1, count: 16)))
    let text = try inspect(movie).text
    #expect(count("skip", text) == 8 && count("wide", text) == 8)
    #expect(text.contains("\n… 1,492 more skip, 1,492 more wide (--all shows them)\nuuid"))
    let all = try inspect(movie, "--all").text
    #expect(count("skip", all) == 1500 && !all.contains("…"))
    let json = try inspect(movie, "--json").text
    #expect(json.components(separatedBy: "\"skip\"").count == 1501)
  }

  /// Up to sixteen atoms are not a long list.
  @Test(arguments: [16, 17])
  func limit(number: Int) throws {
    let text = try inspect(Self.pairs(number)).text
    #expect(count("skip", text) == (number == 16 ? 16 : 8))
    #expect(text.hasSuffix("… 9 more skip, 9 more wide (--all shows them)\n") == (number == 17))
  }

  /// Long lists inside a parent are shortened, with their contents, for each parent separately.
  @Test func inside() throws {
    let boxes = (0..<20).map { _ in Handmade.atom("udta", Handmade.atom("free", Data())) }
    let movie = Handmade.movie(behind: boxes.reduce(Data(), +))
    let text = try inspect(movie).text
    #expect(count("  udta", text) == 8)
    #expect(count("    free", text) == 8)
    #expect(text.contains("\n  … 12 more udta (--all shows them)\n"))
    let part = try inspect(movie, "--atom", "moov/udta[15]").text
    #expect(part.contains("udta[15]") && !part.contains("…"))
  }

  /// An error in an atom is reported whether the atom is shown or not.
  @Test func findings() throws {
    // An unknown version.
    let bad = Handmade.atom("vmhd", Data([9, 0, 0, 0]))
    let good = Handmade.atom("vmhd", Data([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]))
    let movie =
      Handmade.movie() + (0..<30).reduce(Data()) { data, _ in data + good } + bad
    let result = try inspect(movie)
    #expect(result.text.contains("… 23 more vmhd"))
    #expect(result.stderr.contains("vmhd[30]"), "\(result.stderr)")
    #expect(try inspect(movie, "--all").stderr == result.stderr)
  }
}
