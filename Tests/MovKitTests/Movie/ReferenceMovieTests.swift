import Testing

@testable import MovKit

/// Movies that stand for others (QuickTime File Format, "Reference Movies").
@Suite struct ReferenceMovieTests {
  private static func alternative(_ type: String, _ name: [UInt8]) -> [UInt8] {
    atom("rmda", atom("rdrf", u32(0), ascii(type), u32(UInt32(name.count)), name))
  }

  /// A movie without a header that stands for movies at URLs.
  private static func movie(_ names: [String], _ more: [UInt8] = []) -> [UInt8] {
    let all = names.flatMap { alternative("url ", ascii($0) + [0]) }
    return fileType + atom("moov", atom("rmra", all + more))
  }

  /// It is whole, so it is no error that it has no header.
  @Test func isNoDamagedMovie() throws {
    let findings = try MovieCheck(of: Self.movie(["rtsp://a/1.mov", "2.mov"])).findings
    #expect(!findings.contains { $0.severity == .error })
    let found = try #require(findings.first { $0.rule == "media-elsewhere" })
    #expect(found.path == "moov/rmra" && found.severity == .warning)
    #expect(
      found.message
        == "the movie has no media; it stands for 'rtsp://a/1.mov' or '2.mov', which is not read")
  }

  /// What it stands for is named, as far as it says it in a way that can be read.
  @Test(
    arguments: [
      ([], "; it stands for 1 movie"), (["a"], "; it stands for 'a' or 1 other movie"),
      (["a", "b", "c", "d"], "; it stands for 'a', 'b', 'c' or 2 other movies"),
    ] as [([String], String)])
  func cannotBeOpened(names: [String], text: String) throws {
    let bytes = Self.movie(names, Self.alternative("rsrc", [1, 2]))
    let error = #expect(throws: ReadingError.self) { try Movie(from: bytes) }
    #expect(
      error?.reason == "moov at 20: this is a reference movie (rmra), which has no media\(text)")
  }

  /// A movie without a header that stands for none is damaged.
  @Test func withoutReferences() throws {
    let findings = try MovieCheck(of: fileType + atom("moov", atom("udta"))).findings
    #expect(findings.contains { $0.rule == "movie-unreadable" })
    #expect(!findings.contains { $0.rule == "media-elsewhere" })
  }
}
