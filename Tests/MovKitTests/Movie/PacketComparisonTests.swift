import Foundation
import Testing

@testable import MovKit

/// Samples against the packets that ffprobe lists, where it is there. `Tests/Sweeps` does so with
/// every movie at hand, through the program.
@Suite struct PacketComparisonTests {
  /// Where ffprobe has something else, and why.
  private static let differing = [
    "tables/stsc-description-9.mov": "it leaves out samples without a description",
    "tables/stsc-huge-samples.mov": "stsc and stsz contradict each other",
    "tables/stsc-zero-samples.mov": "stsc and stsz contradict each other",
    "tables/stss-empty.mov": "it looks for sync samples in the stream",
    "tables/stts-empty.mov": "it finds no samples without times",
    "tables/stts-too-short.mov": "stts tells too few times",
    "tables/stts-zero-count.mov": "it takes a row of no samples for one",
    "tables/sync-tables.mov": "it looks for sync samples in the stream",
  ]

  private static func files(_ folders: String...) -> [URL] {
    folders.flatMap { MediaFiles.files(in: MediaFiles.testMedia.appending(path: $0)) }
  }

  /// Some of the other movies, from everywhere among them.
  private static let others: [URL] = {
    guard let more = MediaFiles.more else {
      MediaFiles.noteIfMoreIsAbsent()
      return []
    }
    let small = MediaFiles.files(in: more).filter {
      let size = (try? $0.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? .max
      return size < 1 << 18 && ["mov", "mp4", "m4a", "m4v"].contains($0.pathExtension)
    }
    return stride(from: 0, to: MediaFiles.enough(small, atLeast: 1).count, by: 15).map { small[$0] }
  }()

  private static func name(_ file: URL) -> String {
    file.pathComponents.suffix(2).joined(separator: "/")
  }

  /// A movie of the package that cannot be opened.
  private static let unreadable = [
    "quicktime/cmov-unknown.mov": "it is compressed in a way that nobody knows"
  ]

  /// Those with samples that are not compared, and why.
  private static let withoutSamples = [
    "tables/co64-beyond.mov": "they are past the end of the file",
    "tables/stz2-12.mp4": "their sizes have 12 bits, which no file may",
  ]

  /// Opens a movie. Nil if it cannot be, which may be of others' movies, and of one of the package.
  private static func movie(_ file: URL) throws -> Movie? {
    do { return try Movie(from: MemorySource(try MediaFiles.bytes(of: file))) } catch {
      #expect(!isOwn(file) || unreadable[name(file)] != nil, "\(name(file)): \(error)")
      return nil
    }
  }

  private static func isOwn(_ file: URL) -> Bool {
    file.path.hasPrefix(MediaFiles.testMedia.path + "/")
  }

  /// Tracks whose samples are in the file and not moments of sound, which ffprobe packs anew. Of
  /// chapters it makes no packets.
  private static func tables(
    _ movie: Movie, in file: URL
  ) -> [(track: Track, table: SampleTable)] {
    var seen = Set(movie.tracks.flatMap { $0.references["chap"] ?? [] })
    return movie.tracks.compactMap { track in
      guard seen.insert(track.id).inserted else { return nil }
      guard let table = try? track.sampleTable(),
        table.allSatisfy({ $0.byteRange.upperBound <= track.fileSize })
      else {
        #expect(!isOwn(file) || withoutSamples[name(file)] != nil, "\(name(file)): no samples")
        return nil
      }
      return table.momentSize == nil ? (track, table) : nil
    }
  }

  /// Without edit lists, which make ffprobe shift and drop packets.
  @Test(
    arguments: files(
      "camera", "codecs", "edits", "fragments", "metadata", "quicktime", "sound", "tables")
      + others)
  func samplesArePackets(_ file: URL) throws {
    guard let movie = try Self.movie(file),
      let probed = try ProbedPackets(of: file, applyingEdits: false)
    else { return }
    var differs = false
    for (track, table) in Self.tables(movie, in: file) {
      guard let expected = probed.tracks[track.id] else { continue }
      let found = table.map {
        ProbedPackets.Packet(
          time: $0.decodeTime, shown: $0.presentationTime, size: $0.size, offset: $0.offset,
          isSync: $0.attachments.isEntryPoint, isDiscarded: false)
      }
      // Where an offset is negative ffprobe moves all times by the same amount.
      let shift = (found.first?.time ?? 0) - (expected.first?.time ?? 0)
      let shiftShown = (found.first?.shown ?? 0) - (expected.first?.shown ?? 0)
      let moved = expected.map {
        ProbedPackets.Packet(
          time: $0.time + shift, shown: $0.shown + shiftShown, size: $0.size, offset: $0.offset,
          isSync: $0.isSync, isDiscarded: false)
      }
      if Self.differing[Self.name(file)] != nil {
        differs = differs || found != moved
      } else {
        let first = zip(found, moved).first { $0 != $1 }
        #expect(
          found.count == moved.count && first == nil,
          "\(Self.name(file)), track \(track.id): \(String(describing: first))")
      }
    }
    #expect(differs == (Self.differing[Self.name(file)] != nil), "\(Self.name(file))")
  }

  /// Where ffprobe does not do what the edit list says (ISO/IEC 14496-12, 8.6.6).
  private static let differingEdits = [
    "edits/cut-by-copy.mov": "it leaves out the sample that is shown when the edit begins",
    "edits/cut-by-copy.mp4": "it leaves out the sample that is shown when the edit begins",
    "jcodec+jcodec/src__test__resources__AVCClipCatTest__cat_key_clip.mp4":
      "two samples have the time of another one, which replaces them at once",
  ]

  /// When the movie shows the samples, with edit lists of no entry or one, and an empty edit ahead.
  @Test(arguments: files("camera", "edits", "fragments") + others)
  func samplesAreShownWhenPacketsAre(_ file: URL) throws {
    guard let movie = try Self.movie(file),
      let probed = try ProbedPackets(of: file, applyingEdits: true)
    else { return }
    var differs = false
    for (track, table) in Self.tables(movie, in: file) {
      // It adds the least offset's amount to all times where that is negative.
      guard let expected = probed.tracks[track.id], !table.isEmpty,
        table.compositionOffsets.lowerBound >= 0
      else { continue }
      let places = Dictionary(table.map { ($0.offset, $0.index) }) { first, _ in first }
      let reader = MovieReader(movie)
      let output = try reader.addOutput(for: track)
      reader.startReading()
      var shown: Set<Int> = []
      for packet in expected where !packet.isDiscarded {
        guard let index = places[packet.offset] else {
          differs = true
          continue
        }
        shown.insert(index)
        let ours = output.sample(at: index)?.shownRange?.start
        let theirs = try #require(MediaTime(ticks: packet.shown, per: track.timescale))
        let tick = try #require(MediaTime(ticks: 1, per: track.timescale))
        // What begins ahead of its edit is shown from the edit's start on.
        let agrees = ours.map { $0 - theirs < tick && theirs - $0 < tick || theirs < .zero }
        if agrees != true {
          differs = true
          if Self.differingEdits[Self.name(file)] == nil {
            Issue.record("\(Self.name(file)), track \(track.id), sample \(index): \(packet)")
            break
          }
        }
      }
      for index in table.indices where !shown.contains(index) {
        differs = differs || output.sample(at: index)?.shownRange?.start != nil
      }
    }
    #expect(differs == (Self.differingEdits[Self.name(file)] != nil), "\(Self.name(file))")
  }
}
