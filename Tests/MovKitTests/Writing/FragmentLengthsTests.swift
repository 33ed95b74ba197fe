import Testing

@testable import MovKit

/// Where fragments end does not depend on how many samples are appended at once.
@Suite struct FragmentLengthsTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Writes 10 seconds of pictures of 3 bytes, 25 to the second, of which `atOnce` are appended at a time, and
  /// as many seconds of sound if there are to be two tracks. Returns how many pictures each fragment has.
  private func pictures(atOnce: Int, hasSound: Bool, every interval: MediaTime) throws -> [Int] {
    let writer = try MovieWriter(
      to: scratch["out.mov"], overwriting: true,
      options: MovieWriter.Options(layout: .fragmented(every: interval)))
    var picture = VideoDescription()
    (picture.width, picture.height) = (1, 1)
    let video = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .video, timescale: 25,
        sampleDescriptions: [try Atom("raw ", picture, children: [])]))
    let sound =
      hasSound
      ? try writer.addInput(
        MovieWriter.TrackSettings(
          mediaType: .audio, timescale: 8000,
          sampleDescriptions: [try FragmentedWritingTests.pcm(rate: 8000)])) : nil
    func append(
      _ count: Int, of size: Int, at start: Int, _ scale: Int32, to input: MovieWriter.Input
    ) throws {
      let time = MediaTime(value: Int64(start), timescale: scale)
      let timing = SampleTiming(
        duration: MediaTime(value: 1, timescale: scale), presentationTime: time, decodeTime: time)
      let bytes = [UInt8](repeating: 1, count: count * size)
      try input.append(samples: bytes[...], ofSize: size, timing: timing)
    }
    for first in stride(from: 0, to: 250, by: atOnce) {
      let count = min(atOnce, 250 - first)
      try append(count, of: 3, at: first, 25, to: video)
      if let sound { try append(count * 320, of: 2, at: first * 320, 8000, to: sound) }
    }
    try writer.finish()
    let movie = try Movie(from: File(scratch["out.mov"]))
    #expect(try movie.tracks[0].sampleTable().map(\.decodeTime) == (0..<250).map(Int64.init))
    return try movie.file.atoms.filter { $0.type == "moof" }.compactMap { moof in
      let part = try moof.all("traf").first {
        try $0.first("tfhd")?.decode(TrackFragmentHeader.self).trackID == movie.tracks[0].id
      }
      return try part?.all("trun").reduce(0) {
        $0 + (try $1.decode(TrackFragmentRun.self).samples.count)
      }
    }
  }

  @Test(arguments: [1, 7, 25, 60, 250], [false, true])
  func fragments(atOnce: Int, hasSound: Bool) throws {
    let second = MediaTime(value: 1, timescale: 1)
    #expect(
      try pictures(atOnce: atOnce, hasSound: hasSound, every: second)
        == Array(repeating: 25, count: 10))
    let third = MediaTime(value: 1, timescale: 3)
    // A third of a second is 8 1/3 pictures, so each fragment but the last has 9.
    #expect(
      try pictures(atOnce: atOnce, hasSound: hasSound, every: third)
        == Array(repeating: 9, count: 27) + [7])
  }
}
