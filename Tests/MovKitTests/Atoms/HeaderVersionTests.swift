import Testing

@testable import MovKit

/// A duration of 2^32 - 1 ticks is not written in 32 bits, where it would say "not known"
/// (ISO/IEC 14496-12, 8.2.2.3).
@Suite struct HeaderVersionTests {
  static let durations: [(ticks: UInt64, version: UInt8)] = [
    (1, 0), (0xFFFF_FFFE, 0), (0xFFFF_FFFF, 1), (0x1_0000_0000, 1),
  ]

  /// A movie of one sample of these ticks, or of two where one cannot be so long.
  private func write(_ ticks: UInt64, _ layout: MovieWriter.Options.Layout, to path: FilePath)
    throws
    -> Movie
  {
    let writer = try MovieWriter(to: path, options: MovieWriter.Options(layout: layout))
    func time(_ ticks: UInt64) -> MediaTime { MediaTime(value: Int64(ticks), timescale: 1000) }
    var settings = MovieWriter.TrackSettings(
      mediaType: .video, timescale: 1000, sampleDescriptions: [try WrittenMovie.video()])
    let whole = MediaTimeRange(start: .zero, duration: time(ticks))
    settings.edits = [MediaTimeMapping(source: whole, target: whole)]
    let input = try writer.addInput(settings)
    let first = min(ticks, 0xFFFF_FFFF)
    var start: UInt64 = 0
    for length in [first, ticks - first] where length > 0 {
      try input.append(
        [1],
        timing: SampleTiming(
          duration: time(length), presentationTime: time(start), decodeTime: time(start)))
      start += length
    }
    try writer.finish()
    return try Movie(from: try File(path))
  }

  @Test(arguments: durations) func written(ticks: UInt64, version: UInt8) throws {
    let scratch = try Scratch()
    let movie = try write(ticks, .movieLast, to: scratch["out.mov"])
    let track = try #require(movie.tracks.first)
    let duration = MediaTime(value: Int64(ticks), timescale: 1000)
    #expect(movie.duration == duration && track.duration == duration)
    #expect(track.mediaDuration == duration && track.editedDuration == duration)
    let header = try movie.atom.first("mvhd")?.decode(MovieHeader.self)
    let trackHeader = try track.atom.first("tkhd")?.decode(TrackHeader.self)
    let media = try track.atom.descendant("mdia", "mdhd")?.decode(MediaHeader.self)
    let edits = try track.atom.descendant("edts", "elst")?.decode(EditList.self)
    #expect(header?.version == version && header?.duration == ticks)
    #expect(trackHeader?.version == version && trackHeader?.duration == ticks)
    #expect(media?.version == version && media?.duration == ticks)
    #expect(edits?.version == version && edits?.entries.first?.segmentDuration == ticks)
  }

  @Test(arguments: durations.map(\.ticks)) func fragmented(ticks: UInt64) throws {
    let scratch = try Scratch()
    let interval = MediaTime(value: 1, timescale: 1)
    let movie = try write(ticks, .fragmented(every: interval), to: scratch["out.mov"])
    #expect(movie.duration == MediaTime(value: Int64(ticks), timescale: 1000))
  }

  /// `mehd`, `mvhd` when a longer track is put in.
  @Test(arguments: durations) func lengthened(ticks: UInt64, version: UInt8) throws {
    var source = TinyMovie()
    source.behindTracks = atom(
      "mvex", atom("mehd", u32(0), u32(0)), atom("trex", u32(0), u32(1), u32(1), zeros(12)))
    let bytes = source.bytes
    var editor = MovieEditor(try Movie(from: MemorySource(bytes)))
    try editor.lengthen(to: ticks)
    let plan = try editor.writePlan()
    let movie = try Movie(from: MemorySource(try plan.render(from: MemorySource(bytes))))
    let fragments = try movie.atom.descendant("mvex", "mehd")?.decode(MovieExtendsHeader.self)
    #expect(fragments?.version == version && fragments?.fragmentDuration == ticks)
    // The movie has 2400 ticks already.
    let header = try movie.atom.first("mvhd")?.decode(MovieHeader.self)
    #expect(header?.version == version && header?.duration == max(ticks, 2400))
  }
}
