import Testing

@testable import MovKit

/// Samples of another movie that `MovieWriter.Input` takes one by one, or several at once.
@Suite struct SampleCopyingTests {
  /// What decrypts samples is not with them, so that a copy of them alone could never be decrypted.
  @Test func encryptedSamples() throws {
    var bytes = MovieBytes()
    let protection = atom(
      "sinf", atom("frma", ascii("sowt")), atom("schm", u32(0), ascii("cenc"), u32(0x10000)))
    bytes.more = bytes.track(
      3, "soun", edits: nil,
      description: atom(
        "enca", zeros(6), u16(1), zeros(8), u16(1), u16(16), zeros(4), u32(2400 << 16), protection),
      durations: [(10, 1)], size: 2, at: 32)
    let track = try #require(try bytes.movie().track(3))
    #expect(track.protectionScheme == "cenc")
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"])
    let refused = #expect(throws: WritingError.self) { _ = try writer.addInput(for: track) }
    #expect(refused?.description.contains("its samples are encrypted") == true)
    // One that cannot be copied keeps out all others.
    #expect(throws: WritingError.self) {
      _ = try writer.addInputs(for: try bytes.movie().tracks)
    }
    #expect(writer.inputs.isEmpty)
    // Nor with settings that a program makes.
    let input = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .audio, timescale: 2400, sampleDescriptions: track.sampleDescriptions))
    let sample = try #require(try track.samples().first { _ in true })
    let error = #expect(throws: WritingError.self) { try input.append(sample) }
    #expect(error?.description == refused?.description)
  }

  /// All samples of a buffer keep what the file says of them, whether they have bytes or not: here that none is a
  /// sync sample, and each is decoded without others (`sample_depends_on` 2; ISO/IEC 14496-12, 8.8.3.1).
  @Test(arguments: [7, 0] as [UInt32]) func severalSamplesInABuffer(size: UInt32) throws {
    var bytes = MovieBytes()
    (bytes.videoDurations, bytes.timecodes) = ([], [])
    bytes.more = atom(
      "mvex", atom("trex", u32(0), u32(1), u32(1), u32(100), u32(size), u32(0x0201_0000)))
    // The media is behind the 68 bytes of `moof` and the header of `mdat`.
    let moof = atom(
      "moof", atom("mfhd", u32(0), u32(1)),
      atom("traf", atom("tfhd", u32(0x2_0000), u32(1)), atom("trun", u32(1), u32(20), u32(76))))
    let media = (0..<140).map { UInt8($0) }
    let movie = try Movie(from: bytes.bytes + moof + atom("mdat", media))
    let reader = MovieReader(movie)
    let output = try reader.addOutput(for: try #require(movie.track(1)))
    output.samplesAtOnce = 8
    reader.startReading()
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"])
    let input = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .video, timescale: 2400, sampleDescriptions: [try WrittenMovie.video()]))
    var counts: [Int] = []
    while let buffer = try output.nextSample() {
      counts.append(buffer.sampleCount)
      try input.append(buffer)
    }
    #expect(counts == [8, 8, 4])
    try writer.finish()
    let copy = try Movie(path: scratch["out.mov"]).tracks[0]
    let samples = Array(try copy.samples())
    #expect(samples.map(\.sample.decodeTime) == (0..<20).map { 100 * $0 })
    let data = try samples.map { Array(try $0.data()) }
    #expect(data == (0..<20).map { Array(media[$0 * Int(size)..<($0 + 1) * Int(size)]) })
    #expect(samples.allSatisfy { !$0.isSync && $0.attachments.dependsOnOthers == false })
  }

  /// Samples of one size from memory have the properties that are given for each.
  @Test func attachmentsOfMany() throws {
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"])
    let input = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .video, timescale: 10, sampleDescriptions: [try WrittenMovie.video()]))
    let tick = MediaTime(value: 1, timescale: 10)
    try input.append(
      samples: ([1, 2, 3, 4, 5, 6] as [UInt8])[...], ofSize: 2,
      timing: SampleTiming(duration: tick, presentationTime: .zero, decodeTime: .zero),
      attachments: SampleAttachments(isSync: false, isDependedOn: true))
    try writer.finish()
    let samples = try Movie(path: scratch["out.mov"]).tracks[0].sampleTable()
    let found = samples.map(\.attachments)
    #expect(found.count == 3 && found.allSatisfy { !$0.isSync && $0.isDependedOn == true })
  }
}
