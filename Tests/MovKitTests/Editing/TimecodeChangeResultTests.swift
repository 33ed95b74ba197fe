import Testing

@testable import MovKit

/// What `MovieEditor.changeTimecode` says that it did.
@Suite struct TimecodeChangeResultTests {
  /// The result of a change of 25 frames per second from one hour on.
  private func result(
    _ ask: (inout TimecodeChange) -> Void
  ) throws -> (TimecodeChange.Result, trackID: UInt32) {
    let stamped = try Stamped(TinyMovie())
    var editor = MovieEditor(stamped.movie)
    var change = TimecodeChange()
    ask(&change)
    let results = try editor.changeTimecode(change).tracks
    try #require(results.count == 1)
    return (results[0], stamped.trackID)
  }

  @Test func shifted() throws {
    let (result, trackID) = try result { $0.shift = .frames(10) }
    #expect(result.trackID == trackID && result.isChanged)
    #expect(result.oldStart == "01:00:00:00" && result.newStart == "01:00:00:10")
    #expect(result.oldFormat == result.newFormat && result.oldFormat.frameQuanta == 25)
  }

  /// The start is a label of the new counting.
  @Test func countedInAnotherWay() throws {
    let (result, _) = try result {
      $0.start = "01:00:00:10"
      $0.frameDuration = MediaTime(value: 1, timescale: 50)
    }
    #expect(result.isChanged)
    #expect(result.oldStart == "01:00:00:00" && result.newStart == "01:00:00:10")
    #expect(result.oldFormat.frameDuration == MediaTime(value: 1, timescale: 25))
    #expect(result.oldFormat.frameQuanta == 25 && result.newFormat.frameQuanta == 50)
    #expect(result.newFormat.frameDuration == MediaTime(value: 1, timescale: 50))
  }

  @Test func unchanged() throws {
    let (result, _) = try result { $0.start = "01:00:00:00" }
    #expect(!result.isChanged)
    #expect(result.oldStart == "01:00:00:00" && result.newStart == "01:00:00:00")
    #expect(result.oldFormat == result.newFormat)
  }
}
