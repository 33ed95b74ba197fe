import Foundation
import Testing

@testable import MovKit

/// `movtool build --fragment --fast-start`: one index of all fragments before the first one.
@Suite struct IndexedFragmentsTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  private func build(_ name: String, _ source: String, _ more: String...) throws -> URL {
    let output = work[name]
    let path = Stamping.media.appending(path: source).path
    let result = try Tool.run(["build", output.path, "--video", path] + more)
    #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
    #expect(try work.names.contains { $0.hasPrefix(".") } == false)
    return output
  }

  /// Returns the presentation times of the packets of a stream, and their offsets in the file,
  /// according to ffprobe.
  private static func packets(_ file: URL, _ stream: String) throws -> [(pts: Int64, place: UInt64)]
  {
    let text = try MediaTools.output(
      "ffprobe",
      [
        "-v", "error", "-select_streams", stream, "-show_entries", "packet=pts,pos", "-of",
        "csv=p=0", file.path,
      ])
    return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: ",")
      guard parts.count == 2, let pts = Int64(parts[0]), let place = UInt64(parts[1]) else {
        return nil
      }
      return (pts, place)
    }
  }

  private static let movies = [
    ("camera/camera.mov", "v:0"), ("camera/mjpeg.mov", "v:0"), ("camera/vfr.mp4", "v:0"),
    ("camera/hevc.mp4", "v:0"), ("codecs/x264-open-gop.mp4", "v:0"), ("timecode/25.mov", "v:0"),
    ("edits/late-video.mov", "v:0"), ("edits/negative-offsets.mp4", "v:0"),
    ("fragments/every-frame.mp4", "v:0"), ("sound/pcm-24.mov", "a:0"),
  ]

  /// Each part of the index begins with a fragment, and its time is that of the earliest packet,
  /// with edits applied.
  @Test(arguments: movies, ["mov", "mp4"])
  func indexIsRight(movie: (name: String, stream: String), type: String) throws {
    guard MediaTools.has("ffprobe", "ffmpeg") else { return }
    let file = try build("out.\(type)", movie.name, "--fragment", "0.1", "--fast-start")
    let source = MemorySource([UInt8](try Data(contentsOf: file)))
    let read = try Movie(from: source)
    #expect(read.diagnostics.isEmpty)
    let types = read.file.atoms.map(\.type)
    #expect(types.prefix(4) == ["ftyp", "moov", "sidx", "moof"] && types.last == "mfra")
    let atom = try #require(read.file.first("sidx"))
    let index = try atom.decode(SegmentIndex.self)
    let track = try #require(read.track(index.referenceID))
    #expect(track.mediaType == (movie.stream == "v:0" ? MediaType.video : .audio))
    #expect(index.timescale == track.timescale)
    let moofs = Set(read.file.atoms.filter { $0.type == "moof" }.compactMap(\.offset))
    // For fragments with negative composition offsets, ffprobe shows all times later by the least
    // offset, even for fragments that ffmpeg wrote.
    let samples = try track.sampleTable()
    let late = max(0, samples.map { $0.decodeTime - $0.presentationTime }.max() ?? 0)
    let packets = try Self.packets(file, movie.stream).map { (pts: $0.pts - late, place: $0.place) }
    #expect(packets.count == samples.count)
    var place = (atom.offset ?? 0) + atom.size + index.firstOffset
    var time = index.earliestPresentationTime
    #expect(index.references.count > 1 || moofs.count == 1)
    for row in index.references {
      #expect(moofs.contains(place))
      let end = place + UInt64(row.referencedSize)
      let inside = packets.filter { (place..<end).contains($0.place) }
      #expect(inside.map(\.pts).min() == Int64(time))
      let first = try #require(inside.min { $0.place < $1.place })
      #expect(row.startsWithSAP == 1 && (1...3).contains(row.sapType))
      if row.sapType != 2 { #expect(first.pts == Int64(time) + Int64(row.sapDeltaTime)) }
      if row.sapType != 1 { #expect(first.pts > Int64(time)) }
      place = end
      time += UInt64(row.subsegmentDuration)
    }
    #expect(place == read.file.first("mfra")?.offset)
    // The frames are the same as in a movie without the index.
    let plain = try build("plain.\(type)", movie.name, "--fragment", "0.1")
    #expect(try MediaTools.frames(file) == MediaTools.frames(plain))
    #expect(
      try Data(contentsOf: plain).count + Int(atom.size) == Data(contentsOf: file).count)
  }

  /// The index leads a reader to a part of the movie, and the reader reports nothing wrong with it.
  @Test func leadsToAStretch() throws {
    let file = try build("out.mov", "camera/mjpeg.mov", "--fragment", "0.1", "--fast-start")
    let source = MemorySource([UInt8](try Data(contentsOf: file)))
    let stretch = MediaTimeRange(
      start: MediaTime(value: 3, timescale: 5), end: MediaTime(value: 7, timescale: 10))
    let part = try Movie(from: source, during: stretch)
    #expect(part.readRange == stretch && part.diagnostics.isEmpty, "\(part.diagnostics)")
    let whole = try #require(try Movie(from: source).track(1)).sampleTable()
    let read = try #require(part.track(1)).sampleTable()
    // The part shows the 15th to the 17th of 25 frames.
    let first = try #require(whole.firstIndex { $0.offset == read.first?.offset })
    #expect((10...15).contains(first) && read.count < 10)
    #expect(read.map(\.offset) == whole[first..<first + read.count].map(\.offset))
  }

  /// The index at the end leads to the same places.
  @Test func otherIndexMovesAlong() throws {
    let file = try build("out.mp4", "camera/camera.mov", "--fragment", "0.5", "--fast-start")
    let movie = try Movie(from: MemorySource([UInt8](try Data(contentsOf: file))))
    let places = Set(movie.file.atoms.filter { $0.type == "moof" }.compactMap(\.offset))
    let tables = try #require(movie.file.first("mfra")).all("tfra")
    #expect(tables.count == 2)
    for table in tables {
      let entries = try table.decode(TrackFragmentRandomAccess.self).entries
      #expect(!entries.isEmpty && entries.allSatisfy { places.contains($0.moofOffset) })
    }
  }

  /// An index cannot represent edits that show the media in parts: there is none, and a warning
  /// says so.
  @Test func editsThatNoIndexTells() throws {
    let source = Stamping.media.appending(path: "timecode-handmade/multi-edit.mov").path
    let output = work["out.mov"]
    let result = try Tool.run([
      "build", output.path, "--video", source, "--fragment", "1", "--fast-start",
    ])
    #expect(result.status == 0)
    #expect(result.stderr.contains("[index-left-out]"), "\(result.stderr)")
    let types = try AtomFile(from: File(FilePath(output.path))).atoms.map(\.type)
    #expect(types.contains("moof") && !types.contains("sidx"))
  }
}
