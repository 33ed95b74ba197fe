import Foundation
import MovKit
import Testing

/// TN2310, listings 1, 3 and 4: a writer with a video track and a timecode track that belongs to it,
/// a timecode sample of 01:30:15:07 that lasts as long as the video, and its appending.
@Suite struct WriteTimecodeTrackTests {
  private let format = TimecodeFormat(
    frameDuration: MediaTime(value: 1001, timescale: 30000), frameQuanta: 30,
    flags: [.dropFrame, .wraps24Hours])

  @Test func oneSampleForTheWholeVideo() throws {
    let source = try File(TestMovies.path("camera/camera.mov"))
    let sourceVideoTrack = try #require(try Movie(from: source).tracks(.video).first)

    try TestMovies.withNewMovie { path in
      // Listing 1.
      let assetWriter = try MovieWriter(to: path, options: .init(fileType: .quickTime))
      let videoInput = try assetWriter.addInput(for: sourceVideoTrack)
      let timecodeInput = try assetWriter.addInput(
        MovieWriter.TrackSettings(
          mediaType: .timecode, timescale: 30000, sampleDescriptions: [format.sampleDescription()]))
      try videoInput.addReference("tmcd", to: timecodeInput)

      // Listing 3.
      let timecode = Timecode(hours: 1, minutes: 30, seconds: 15, frames: 7)
      let frameNumberData = try format.sampleBytes(frameNumber: format.frameNumber(for: timecode))
      let timing = SampleTiming(
        duration: sourceVideoTrack.mediaDuration, presentationTime: .zero, decodeTime: .zero)

      // Listing 4.
      if timecodeInput.isReadyForMoreData {
        try timecodeInput.append(frameNumberData, timing: timing)
        try timecodeInput.markAsFinished()
      }
      for sample in try sourceVideoTrack.samples() { try videoInput.append(sample) }
      try assetWriter.finish()
      try check(path)
    }
  }

  /// The same in one call: the sample is made, appended, and lasts as long as the video.
  @Test func atOnce() throws {
    let source = try File(TestMovies.path("camera/camera.mov"))
    let track = try #require(try Movie(from: source).tracks(.video).first)
    try TestMovies.withNewMovie { path in
      let assetWriter = try MovieWriter(to: path)
      let videoInput = try assetWriter.addInput(for: track)
      _ = try assetWriter.addTimecode(format, startFrame: 162_295, for: [videoInput])
      for sample in try track.samples() { try videoInput.append(sample) }
      try assetWriter.finish()
      try check(path)
    }
  }

  /// What the note looks at in QuickTime Player: drop-frame 01:30:15;07 at the start.
  private func check(_ path: FilePath) throws {
    let file = try File(path)
    let movie = try Movie(from: file)
    let track = try #require(movie.tracks(.timecode).first)
    let timecode = try TimecodeTrack(track)
    #expect(timecode.formats[0] == format && timecode.sampleCount == 1)
    let segment = try #require(timecode.segments.first)
    #expect(segment.movieTime == .zero && format.text(segment.first) == "01:30:15;07")
    #expect(format.text(segment.last) == "01:30:18;06")
    #expect(movie.tracks.first?.references["tmcd"] == [track.id])
  }
}
