import Foundation
import Testing

@testable import MovKit

/// A movie whose fragments are left in the file is changed as one that is in memory as a whole.
@Suite struct FragmentsLeftInFileTests {
  static let files = MediaFiles.enough(
    ["fragments", "hostile", "timecode"].flatMap { folder in
      MediaFiles.files(in: MediaFiles.testMedia.appending(path: folder))
        .filter { (try? Movie(path: $0.path).isFragmented) ?? false }
    }, atLeast: 14)

  private enum Change: CaseIterable {
    case stamp, remove, nothing
  }

  private func plan(
    _ movie: Movie, _ change: Change, fastStart: Bool
  ) throws -> WritePlan {
    var editor = MovieEditor(movie)
    switch change {
    case .stamp:
      var request = StampRequest(start: "01:00:00:00")
      request.replaces = true
      _ = try editor.add(request.stamp(for: movie).0)
    case .remove: try editor.removeTimecodeTracks()
    case .nothing: break
    }
    return try editor.writePlan(fastStart: fastStart)
  }

  @Test(arguments: files) func plansAreTheSame(_ file: URL) throws {
    let source = try File(FilePath(file.path))
    let whole = try Movie(from: source)
    let outline = try MovieOutline(source).movie()
    for change in Change.allCases {
      for fastStart in [false, true] {
        let expected = Result { try plan(whole, change, fastStart: fastStart) }
        let found = Result { try plan(outline, change, fastStart: fastStart) }
        switch (expected, found) {
        case (.success(let expected), .success(let found)):
          #expect(expected.description == found.description)
          #expect(try expected.render(from: source) == found.render(from: source))
        case (.failure(let expected), .failure(let found)):
          #expect("\(expected)" == "\(found)")
        default: Issue.record("\(expected) and \(found) differ")
        }
      }
    }
  }
}
