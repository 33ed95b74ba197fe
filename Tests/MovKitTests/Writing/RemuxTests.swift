import Foundation
import TestSupport
import Testing

@testable import MovKit

/// Movies whose tracks are written anew, as ffprobe reads them before and after.
@Suite struct RemuxTests {
  /// Of every packet: stream, times, duration, size, whether it is a key, and a hash of its bytes. In
  /// fragments ffprobe guesses durations, and does not mark what is not shown.
  private func packets(_ path: String, fragments: Bool) throws -> [String] {
    let output = try OtherPrograms.output(
      "ffprobe",
      [
        "-v", "error", "-show_data_hash", "MD5", "-show_entries",
        "packet=stream_index,pts_time,dts_time,duration_time,size,flags,data_hash", "-of",
        "csv=p=0", path,
      ])
    let text = String(decoding: try #require(output), as: UTF8.self)
    return text.split(separator: "\n").filter { !$0.hasPrefix(",") }.map { line in
      var fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      if fragments, fields.count > 6 {
        fields[3] = ""
        fields[5] = String(fields[5].prefix(1))
        fields[6] = ""
      }
      return fields.joined(separator: ",")
    }.sorted()
  }

  private static let names = [
    "camera/moov-first.mov", "camera/vfr.mov", "camera/hevc.mp4", "camera/long-gop.mov",
    "codecs/x264-open-gop.mp4", "codecs/h264-10-bit.mp4", "edits/late-sound.mp4",
    "edits/negative-offsets.mp4", "sound/aac.mov", "sound/pcm-24.mov", "sound/pcm-s16.mov",
    "fragments/plain.mp4", "fragments/default-base-moof.mov",
  ]

  private static let layouts: [MovieWriter.Options.Layout] = [.movieLast, .fastStart()]

  /// Uncompressed sound stands in other samples in fragments, so that its packets differ.
  private static let inFragments = names.filter { !$0.contains("pcm") }

  @Test(arguments: names, layouts)
  func keepsPackets(of name: String, layout: MovieWriter.Options.Layout) throws {
    try keepsPackets(name: name, layout: layout)
  }

  @Test(arguments: inFragments)
  func keepsPacketsInFragments(name: String) throws {
    try keepsPackets(name: name, layout: .fragmented(every: MediaTime(value: 1, timescale: 1)))
  }

  private func keepsPackets(name: String, layout: MovieWriter.Options.Layout) throws {
    guard OtherPrograms.has("ffprobe") else { return }
    let media = MediaFiles.testMedia
    let path = media.appending(path: name).path
    let source = try File(FilePath(path))
    let movie = try Movie(from: source)
    let scratch = try Scratch()
    var options = MovieWriter.Options(
      fileType: movie.isQuickTime ? .quickTime : .mp4, layout: layout)
    options.timescale = movie.timescale
    let writer = try MovieWriter(to: scratch["out.mov"], options: options)
    var feeds: [(any SampleFeed, MovieWriter.Input)] = []
    for track in movie.tracks where track.mediaType == .video || track.mediaType == .audio {
      let copy = try TrackCopy(track, in: source)
      feeds.append((copy, try writer.addInput(copy.settings(for: options.fileType))))
    }
    try writer.append(feeds)
    try writer.finish()
    let out = scratch.path + "/out.mov"
    var fragments = movie.isFragmented
    if case .fragmented = layout { fragments = true }
    let before = try packets(path, fragments: fragments)
    let after = try packets(out, fragments: fragments)
    #expect(!before.isEmpty)
    #expect(before.count == after.count)
    let differences = zip(before, after).filter { $0 != $1 }
    #expect(differences.isEmpty, "\(differences.prefix(3)) of \(differences.count)")
    let copied = movie.tracks.filter { $0.mediaType == .video || $0.mediaType == .audio }
    for (track, copy) in zip(copied, try Movie(from: try File(FilePath(out))).tracks) {
      #expect(try attachments(of: track) == attachments(of: copy))
    }
  }

  /// What is known of the samples besides bytes and times, which ffprobe tells little of.
  private func attachments(of track: Track) throws -> [SampleAttachments] {
    var walk = SampleTable.Iterator(try track.sampleTable())
    var found: [SampleAttachments] = []
    while let sample = walk.next() { found.append(sample.attachments) }
    return found
  }

  /// Groups of rolls and of none, which an encoder of sound or of gradual refreshes makes.
  @Test(arguments: [true, false]) func keepsRollDistances(inFragments: Bool) throws {
    let distances: [Int16?] = [-1, -1, nil, 5, -1, nil]
    let scratch = try Scratch()
    let second = MediaTime(value: 1, timescale: 1)
    let writer = try MovieWriter(
      to: scratch["out.mov"],
      options: .init(layout: inFragments ? .fragmented(every: second) : .movieLast))
    let input = try writer.addInput(
      MovieWriter.TrackSettings(
        mediaType: .video, timescale: 10, sampleDescriptions: [try WrittenMovie.video()]))
    for (index, distance) in distances.enumerated() {
      let time = MediaTime(value: Int64(index), timescale: 10)
      try input.append(
        [1, 2, 3],
        timing: SampleTiming(
          duration: MediaTime(value: 1, timescale: 10), presentationTime: time, decodeTime: time),
        attachments: SampleAttachments(rollDistance: distance))
    }
    try writer.finish()
    let movie = try Movie(from: try File(scratch["out.mov"]))
    let track = movie.tracks[0]
    #expect(try attachments(of: track).map(\.rollDistance) == distances)
    let table =
      inFragments
      ? movie.file.atoms.first { $0.type == "moof" }?.first("traf")
      : track.atom.descendant("mdia", "minf", "stbl")
    let groups = try #require(try table?.first("sbgp")?.decode(SampleToGroup.self))
    let numbers: [UInt32] =
      inFragments ? [0x10001, 0, 0x10002, 0x10001, 0] : [1, 0, 2, 1, 0]
    #expect(groups.entries.map(\.groupDescriptionIndex) == numbers)
    #expect(groups.entries.map(\.sampleCount) == [2, 1, 1, 1, 1])
  }
}
