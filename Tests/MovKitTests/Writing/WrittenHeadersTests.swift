import Testing

@testable import MovKit

/// What the settings of a `MovieWriter` say is in the headers of the movie.
@Suite struct WrittenHeadersTests {
  /// Turned by a quarter: a 0, b 1, c -1, d 0, moved to the right by 16.
  private static let turned: [UInt8] =
    zeros(4) + u32(0x1_0000) + zeros(4) + u32(0xFFFF_0000) + zeros(8) + u32(16 << 16) + zeros(4)
    + u32(0x4000_0000)

  @Test(arguments: [MovieWriter.Options.FileType.quickTime, .mp4])
  func settings(type: MovieWriter.Options.FileType) throws {
    var matrix = Matrix()
    matrix.a = Fixed16x16(rawValue: 0)
    matrix.b = .one
    matrix.c = Fixed16x16(rawValue: -0x1_0000)
    matrix.d = Fixed16x16(rawValue: 0)
    matrix.x = Fixed16x16(rawValue: 16 << 16)
    var options = MovieWriter.Options(fileType: type)
    options.matrix = matrix
    options.creationTime = MacDate(rawValue: 0xD000_0001)
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"], options: options)
    var settings = MovieWriter.TrackSettings(
      mediaType: .video, timescale: 10, sampleDescriptions: [try WrittenMovie.video()])
    settings.matrix = matrix
    settings.layer = -3
    settings.alternateGroup = 7
    settings.isEnabled = false
    settings.extendedLanguage = "de-CH"
    settings.languageCode = try #require(LanguageCode("deu"))
    try writer.addInput(settings).append([1], timing: tenth(0))
    try writer.finish()

    let movie = try Movie(from: try File(scratch["out.mov"]))
    let movieHeader = try #require(movie.atom.first("mvhd")).decode(MovieHeader.self)
    #expect(movieHeader.matrix == matrix)
    #expect(movieHeader.creationTime.rawValue == 0xD000_0001)
    let track = movie.tracks[0]
    let header = try #require(track.atom.first("tkhd")).decode(TrackHeader.self)
    #expect(header.matrix == matrix && header.layer == -3 && header.alternateGroup == 7)
    #expect(!header.isEnabled && header.creationTime.rawValue == 0xD000_0001)
    // The bytes of the matrix come after 40 others in version 0 (ISO/IEC 14496-12, 8.3.2).
    let bytes = try #require(track.atom.first("tkhd")).serialized()
    #expect(bytes.holds(Self.turned, at: 8 + 40))
    let language = try #require(track.atom.descendant("mdia", "elng")).serialized()
    #expect(language == atom("elng", u32(0), ascii("de-CH"), u8(0)))
    // Five bits a letter, from 1: d, e, u.
    let media = try #require(track.atom.descendant("mdia", "mdhd")).serialized()
    #expect(media.holds(u16(4 << 10 | 5 << 5 | 21), at: 8 + 20))
  }

  /// I P B B, ten ticks each: decoded at 0, 10, 20 and 30, shown at 10, 40, 20 and 30.
  private func frames(_ offsets: MovieWriter.Options.CompositionOffsets) throws -> Track {
    var options = MovieWriter.Options(fileType: .mp4)
    options.compositionOffsets = offsets
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mp4"], options: options)
    let input = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .video, timescale: 100, sampleDescriptions: [try WrittenMovie.video()]))
    func time(_ ticks: Int) -> MediaTime { MediaTime(value: Int64(ticks), timescale: 100) }
    for (index, shown) in [10, 40, 20, 30].enumerated() {
      try input.append(
        [UInt8(index)],
        timing: SampleTiming(
          duration: time(10), presentationTime: time(shown), decodeTime: time(index * 10)),
        attachments: SampleAttachments(isSync: index == 0))
    }
    try writer.finish()
    return try Movie(path: scratch["out.mp4"]).tracks[0]
  }

  /// The first that is shown has the time 0 (ISO/IEC 14496-12, 8.6.1.3 and 8.6.1.4).
  @Test func signedOffsets() throws {
    let stbl = try #require(try frames(.signed).atom.descendant("mdia", "minf", "stbl"))
    let back = u32(UInt32(bitPattern: -10))
    #expect(
      try stbl.first("ctts")?.serialized()
        == atom("ctts", u32(1 << 24), u32(3), u32(1), u32(0), u32(1), u32(20), u32(2), back))
    // The shift, the least and the greatest offset, the first time and the end.
    #expect(
      try stbl.first("cslg")?.serialized()
        == atom("cslg", u32(0), u32(10), back, u32(20), u32(0), u32(40)))
  }

  /// No offset is negative, and edits begin with a tenth of a second of nothing and the first that is shown.
  @Test func unsignedOffsets() throws {
    let track = try frames(.unsigned)
    let stbl = try #require(track.atom.descendant("mdia", "minf", "stbl"))
    #expect(
      try stbl.first("ctts")?.serialized()
        == atom("ctts", u32(0), u32(3), u32(1), u32(10), u32(1), u32(30), u32(2), u32(0)))
    let edits = try #require(track.atom.descendant("edts", "elst")).decode(EditList.self)
    #expect(
      Array(edits.entries) == [
        EditList.Row(segmentDuration: 10, mediaTime: -1),
        EditList.Row(segmentDuration: 40, mediaTime: 10),
      ])
  }

  /// A file that samples come from is not replaced.
  @Test func sparedFile() throws {
    let scratch = try Scratch()
    let source = try File(try scratch.file("source.mov", [1, 2, 3]))
    #expect(throws: WritingError.self) {
      _ = try MovieWriter(to: scratch["source.mov"], overwriting: true, sparing: [source])
    }
    #expect(try scratch.bytes("source.mov") == [1, 2, 3])
    #expect(try scratch.names == ["source.mov"])
  }

  /// Writes a movie of one picture.
  private func write(to writer: MovieWriter) throws {
    let input = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .video, timescale: 10, sampleDescriptions: [try WrittenMovie.video()]))
    try input.append([1, 2, 3], timing: tenth(0))
    try writer.finish()
  }

  /// A file that is there is replaced only if the program says so, whatever writes the movie.
  @Test func existingFile() throws {
    let scratch = try Scratch()
    let path = try scratch.file("out.mov", [1, 2, 3])
    // A text names it as well.
    let name = scratch.path + "/out.mov"
    let file = try File(TestMovies.path("camera/camera.mov"))
    let movie = try Movie(from: file)
    let second = MediaTimeRange(start: .zero, duration: MediaTime(value: 1, timescale: 1))
    let remux = try MovieRemux(movie, in: file, layout: .fastStart())
    let cut = try MovieCut(movie, in: file, during: second)
    let join = try MovieJoin([(movie, file), (movie, file)])
    let refused = WritingError.io(IOError(.write, path, .exists))
    #expect(throws: refused) { _ = try MovieWriter(to: path) }
    #expect(throws: refused) { _ = try MovieWriter(to: name) }
    #expect(throws: refused) { try remux.write(to: name) }
    #expect(throws: refused) { try cut.write(to: name) }
    #expect(throws: refused) { try join.write(to: name) }
    #expect(try scratch.bytes("out.mov") == [1, 2, 3])
    try remux.write(to: name, overwriting: true)
    try cut.write(to: name, overwriting: true)
    try join.write(to: name, overwriting: true)
    #expect(try Movie(path: name).tracks.count == movie.tracks.count)
    try write(to: try MovieWriter(to: name, overwriting: true))
    #expect(try Movie(path: name).tracks.count == 1)
    #expect(try scratch.names == ["out.mov"])
  }

  /// A file that appears while a movie is written is not replaced either.
  @Test(arguments: MovieWriterTests.layouts)
  func fileThatAppears(layout: MovieWriter.Options.Layout) throws {
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"], options: .init(layout: layout))
    try scratch.file("out.mov", [1, 2, 3])
    let error = #expect(throws: WritingError.self) { try write(to: writer) }
    #expect(error?.id == "exists")
    writer.cancel()
    #expect(try scratch.bytes("out.mov") == [1, 2, 3])
  }

  /// Timecode that begins two seconds after the movie.
  @Test func lateTimecode() throws {
    let format = TimecodeFormat(
      frameDuration: MediaTime(value: 1, timescale: 10), frameQuanta: 10, flags: [.wraps24Hours])
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"])
    let video = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .video, timescale: 10, sampleDescriptions: [try WrittenMovie.video()]))
    let negative = MediaTime(value: -1, timescale: 10)
    for bad in [negative, .invalid, .positiveInfinity] {
      #expect(throws: WritingError.self) {
        _ = try writer.addTimecode(format, startFrame: 36_000, at: bad, for: [video])
      }
    }
    let start = MediaTime(value: 2, timescale: 1)
    _ = try writer.addTimecode(format, startFrame: 36_000, at: start, for: [video])
    for index in 0..<50 { try video.append([1], timing: tenth(index)) }
    try writer.finish()
    let movie = try Movie(path: scratch["out.mov"])
    let timecode = try #require(movie.timecodeTracks.first)
    let edits = try #require(timecode.atom.descendant("edts", "elst")).decode(EditList.self)
    #expect(
      Array(edits.entries) == [
        EditList.Row(segmentDuration: 20, mediaTime: -1),
        EditList.Row(segmentDuration: 30, mediaTime: 0),
      ])
    let timeline = TimecodeTimeline(try TimecodeTrack(timecode))
    #expect(timeline.label(at: MediaTime(value: 19, timescale: 10)) == nil)
    #expect(timeline.label(at: start) == "01:00:00:00")
    #expect(timeline.label(at: MediaTime(value: 49, timescale: 10)) == "01:00:02:09")
  }
}
