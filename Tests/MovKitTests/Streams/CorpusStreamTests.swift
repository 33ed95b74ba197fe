import Foundation
import Testing

@testable import MovKit

/// Every movie at hand with H.264 or HEVC, written as a byte stream and read again.
@Suite struct CorpusStreamTests {
  private static let formats: Set<FourCC> = ["avc1", "avc3", "hvc1", "hev1"]

  /// Where ffmpeg wrote the beginning of a gradual refresh as a sync sample.
  private static let gradualRefresh = "x264-intra-refresh.mov"

  /// Files that do not come back, and why.
  private static let notComingBack: [String: String] = [
    "headers/macbinary.mov": "its offsets do not count the 128 bytes before the movie",
    "jcodec+jcodec/src__test__resources__AVCClipCatTest__cat_avc_clip.mp4":
      "cut together: a picture is shown after the IDR picture that it is decoded before",
    "jcodec+jcodec/src__test__resources__AVCClipCatTest__cat_key_clip.mp4": "the same",
    "jcodec+jcodec/src__test__resources__AVCClipCatTest__precise_clip.mp4": "the same",
    "kixelated+mp4-atom/src__test__bbb.mp4": "the same",
    "wader+fq/format__isobmff__testdata__fragmented.mp4":
      "base_data_offset is wrong: what stands at sample 0 is no NAL units",
  ]

  struct Video: Sendable, CustomTestStringConvertible {
    var file: URL
    var testDescription: String { file.lastPathComponent }
  }

  /// The small ones: the debug build of the tests is slow.
  private static let videos: [Video] = MediaFiles.all().filter {
    // Tables that are wrong on purpose.
    !$0.path.contains("/TestMedia/tables/") && !$0.path.contains("/TestMedia/hostile/")
      && ((try? $0.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0) < 1_500_000
  }.map(Video.init)

  @Test func samplesComeBack() throws {
    var tracks = 0
    var samples = 0
    for video in Self.videos {
      guard let bytes = try? MediaFiles.bytes(of: video.file),
        let movie = try? Movie(from: MemorySource(bytes))
      else { continue }
      for track in movie.tracks where track.mediaType == .video {
        guard let table = try? track.sampleTable(), !table.isEmpty,
          track.sampleDescriptions.allSatisfy({ Self.formats.contains($0.type) }),
          table.allSatisfy({ $0.byteRange.upperBound <= UInt64(bytes.count) }),
          table.contains(where: { $0.size > 0 }),
          table.allSatisfy({ track.sampleDescriptions.indices.contains($0.descriptionIndex) })
        else { continue }
        let count = check(Array(table.prefix(80)), track, bytes, video.file.path)
        if count > 0 { tracks += 1 }
        samples += count
      }
    }
    print("\(tracks) tracks with \(samples) samples were written as streams and read again")
    // What was reached; it must not become less.
    #expect(tracks >= (MediaFiles.more == nil ? 276 : 438))
  }

  /// Records a track that does not come back, unless it is known that it cannot.
  private func miss(_ name: String, _ what: String) -> Int {
    let isKnown = Self.notComingBack.keys.contains { name.hasSuffix("/" + $0) }
    if !isKnown { Issue.record("\(name): \(what)") }
    return 0
  }

  /// How many samples were compared: none where the file's own description or lengths are broken.
  private func check(
    _ table: [SampleTable.Sample], _ track: Track, _ bytes: [UInt8], _ name: String
  ) -> Int {
    var stream: [UInt8] = []
    do {
      var writer: AnnexBWriter?
      var index: Int?
      for sample in table {
        if index != sample.descriptionIndex {
          index = sample.descriptionIndex
          writer = try AnnexBWriter(description: track.sampleDescriptions[sample.descriptionIndex])
        }
        let range = Int(sample.byteRange.lowerBound)..<Int(sample.byteRange.upperBound)
        try writer?.append(bytes[range], isSync: sample.isSync, to: &stream)
      }
    } catch { return miss(name, "\(error)") }
    var options = VideoStreamReader.Options()
    options.frameDuration = MediaTime(value: 1, timescale: 25)
    let reader: VideoStreamReader
    let found: [StreamSample]
    do { (reader, found) = try EncodedStreams.samples(stream, options) } catch {
      return miss(name, "\(error)")
    }
    guard reader.undecodablePictures == 0 else {
      return miss(name, "\(reader.undecodablePictures) pictures cannot be decoded")
    }
    #expect(found.count == table.count, "\(name)")
    guard found.count == table.count else { return 0 }
    let random = found.map { $0.isSync || $0.isPartialSync }
    if !name.hasSuffix(Self.gradualRefresh) {
      #expect(random == table.map(\.isSync), "sync samples of \(name)")
    }
    checkDescription(track, reader, name)
    // Nothing decoded before an IDR picture is shown behind it; a clip that was cut together wrongly
    // says so all the same.
    let isPossible = found.indices.allSatisfy { index in
      !found[index].isSync
        || table[..<index].allSatisfy { $0.presentationTime < table[index].presentationTime }
    }
    guard isPossible else { return miss(name, "its order of presentation cannot be") }
    let order = { (times: [Int64]) in times.indices.sorted { times[$0] < times[$1] } }
    #expect(
      order(found.map(\.presentationTime)) == order(table.map(\.presentationTime)),
      "order of \(name)")
    return found.count
  }

  /// The description made from the stream says what the movie's own says.
  private func checkDescription(_ track: Track, _ reader: VideoStreamReader, _ name: String) {
    guard track.sampleDescriptions.count == 1, let theirs = track.sampleDescriptions.first,
      let made = try? reader.formats.first?.sampleDescription(),
      let theirVideo = try? theirs.decode(VideoDescription.self),
      let ourVideo = try? made.decode(VideoDescription.self)
    else { return }
    #expect(
      (ourVideo.width, ourVideo.height) == (theirVideo.width, theirVideo.height), "\(name)")
    if let theirs = try? theirs.first("avcC")?.decode(AVCConfiguration.self),
      let ours = try? made.first("avcC")?.decode(AVCConfiguration.self)
    {
      #expect(ours.profileIndication == theirs.profileIndication, "\(name)")
      #expect(ours.profileCompatibility == theirs.profileCompatibility, "\(name)")
      #expect(ours.levelIndication == theirs.levelIndication, "\(name)")
      // Zeros behind a set are none of it.
      let units = { (sets: [ParameterSet]) in
        sets.map { set in
          Array(set.nalUnit.bytes.reversed().drop { $0 == 0 }.reversed())
        }
      }
      #expect(
        units(ours.sequenceParameterSets) == units(theirs.sequenceParameterSets), "\(name)")
      #expect(units(ours.pictureParameterSets) == units(theirs.pictureParameterSets), "\(name)")
      if theirs.hasHighProfileFields { #expect(ours.highProfile == theirs.highProfile, "\(name)") }
    }
    if let theirs = try? theirs.first("hvcC")?.decode(HEVCConfiguration.self),
      let ours = try? made.first("hvcC")?.decode(HEVCConfiguration.self)
    {
      #expect(ours.generalProfileIdc == theirs.generalProfileIdc, "\(name)")
      // An early writer of Apple's has them the other way round.
      let flags = [
        theirs.generalProfileCompatibilityFlags, theirs.generalProfileCompatibilityFlags.bitSwapped,
      ]
      #expect(flags.contains(ours.generalProfileCompatibilityFlags), "\(name)")
      #expect(
        ours.generalConstraintIndicatorFlags == theirs.generalConstraintIndicatorFlags, "\(name)")
      #expect(ours.generalLevelIdc == theirs.generalLevelIdc, "\(name)")
      #expect(ours.chromaFormat == theirs.chromaFormat, "\(name)")
      #expect(ours.bitDepthLumaMinus8 == theirs.bitDepthLumaMinus8, "\(name)")
    }
  }
}

extension UInt32 {
  fileprivate var bitSwapped: UInt32 {
    (0..<32).reduce(0) { $0 | (self >> UInt32($1) & 1) << UInt32(31 - $1) }
  }
}
