import TestSupport
import Testing

@testable import MovKit

/// Which track says where fragments begin.
@Suite struct FragmentLeadTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private static let second = MediaTime(value: 1, timescale: 1)

  /// Writes 30 s: pictures of a duration in seconds each, of which none or each needs another, and packets of audio.
  private func movie(picture: Int64, needingOthers: Bool) throws -> FilePath {
    let path = scratch["whole-\(picture)-\(needingOthers).mp4"]
    let writer = try MovieWriter(to: path, options: .init(fileType: .mp4))
    let video = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .video, timescale: 600, sampleDescriptions: [try WrittenMovie.video()]))
    let sound = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .audio, timescale: 8000, sampleDescriptions: [try WrittenMovie.sound(rate: 8000)]
      ))
    for number in 0..<30 / picture {
      let time = MediaTime(value: picture * number, timescale: 1)
      try video.append(
        [1], timing: SampleTiming(duration: Self.second * picture, presentationTime: time),
        attachments: SampleAttachments(isSync: number == 0 || !needingOthers))
    }
    let packet = MediaTime(value: 1, timescale: 2)
    for number in 0..<Int64(60) {
      try sound.append(
        [2], timing: SampleTiming(duration: packet, presentationTime: packet * number))
    }
    try writer.finish()
    return path
  }

  private func fragments(of path: FilePath) throws -> Int {
    let file = try File(path)
    let out = scratch["fragments.mp4"]
    try MovieRemux(try Movie(from: file), in: file, layout: .fragmented(every: Self.second * 2))
      .write(to: out)
    return try Movie(from: File(out)).file.atoms.count { $0.type == "moof" }
  }

  /// A cover, slides, and video that is no slide show: its pictures are short, or need each other.
  @Test(
    arguments: [
      (30, false, 15), (10, false, 15), (1, false, 15), (2, true, 1),
    ] as [(Int64, Bool, Int)])
  func lead(picture: Int64, needingOthers: Bool, expected: Int) throws {
    let path = try movie(picture: picture, needingOthers: needingOthers)
    #expect(try fragments(of: path) == expected)
  }
}
