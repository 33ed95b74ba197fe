import Foundation
import Testing

@testable import MovKit

/// The groups of samples, against what the table of samples takes from them.
@Suite struct TrackSampleGroupsTests {
  @Test func likeTheRolesOfSamples() throws {
    var count = 0
    for file in MediaFiles.enough(MediaFiles.all(), atLeast: 100) {
      guard let movie = try? Movie(path: file.path) else { continue }
      for track in movie.tracks {
        guard let table = try? track.sampleTable(), table.count < 20_000,
          var groups = try? TrackSampleGroups(of: track, in: movie), !groups.isEmpty
        else { continue }
        var isRight = true
        var inOrder: [[TrackSampleGroups.Group]] = []
        for sample in table {
          inOrder.append(groups.groups(of: sample.index))
          let types = (inOrder.last ?? []).map(\.type)
          if types.contains("rap ") { isRight = isRight && sample.attachments.isEntryPoint }
          if types.contains("sync") { isRight = isRight && sample.isSync }
          if sample.attachments.rollDistance != nil { isRight = isRight && types.contains("roll") }
          count += types.count
        }
        #expect(isRight, "\(file.lastPathComponent) \(track.path)")
        // In any order.
        let last = table.count - 1
        let backwards = (max(0, last - 50)...max(0, last)).reversed()
        for index in [0, last, last / 2, last / 3] + backwards where inOrder.indices.contains(index)
        {
          isRight = isRight && groups.groups(of: index) == inOrder[index]
        }
        #expect(isRight, "\(file.lastPathComponent) \(track.path) in another order")
        #expect(groups.groups(of: table.count).isEmpty && groups.groups(of: -1).isEmpty)
      }
    }
    #expect(count > 100)
  }

  @Test func numbers() throws {
    let movie = try Movie(
      path: MediaFiles.testMedia.appending(path: "camera/camera.mov").path)
    var groups = try TrackSampleGroups(of: movie.tracks(.audio)[0], in: movie)
    let group = TrackSampleGroups.Group(
      type: "roll", parameter: nil, index: 1, isOfFragment: false)
    #expect(groups.groups(of: 5) == [group] && groups.groups(of: 0) == [group])
    #expect(try TrackSampleGroups(of: movie.tracks(.video)[0], in: movie).isEmpty)
  }
}
