import Foundation
import Testing

@testable import MovKit

/// For each rule that only `MovieCheck` has, a file that breaks it and no other.
@Suite struct CheckRulesTests {
  private static let stbl = "moov/trak/mdia/minf/stbl"

  static let structure: [BrokenFile] = [
    .atom("atom-missing", BrokenFile.plain, "moov/trak/mdia") {
      $0.children.removeAll { $0.type == "hdlr" }
    },
    .atom("atom-duplicate", BrokenFile.plain, "moov/trak/mdia") {
      let header = $0.children[0]
      $0.children.append(header)
    },
    BrokenFile("ftyp-missing", BrokenFile.plain) { $0.replaceSubrange(4..<8, with: ascii("free")) },
    BrokenFile("ftyp-late", BrokenFile.plain) { bytes in
      // The type goes to the end, and free space takes its place.
      let type = Array(bytes[0..<20])
      bytes.replaceSubrange(4..<8, with: ascii("free"))
      bytes += type
    },
    .record("brand-major", BrokenFile.plain, "ftyp", FileType.self) {
      $0 = try FileType(majorBrand: "MSNV", minorVersion: 0, compatibleBrands: ["qt  "])
    },
    BrokenFile("moov-last", .media("camera/moov-first.mov")) { bytes in
      // Media that nothing uses comes before the header, and everything moves by its size.
      let moov = try #require(AtomFile(from: bytes).first("moov"))
      var changed = moov
      for index in changed.children.indices where changed.children[index].type == "trak" {
        try CheckRulesTests.shift(&changed.children[index], by: 40)
      }
      let start = Int(try #require(moov.offset))
      bytes =
        Array(bytes[0..<start]) + atom("mdat", zeros(32)) + (try changed.serialized())
        + bytes[(start + Int(moov.size))...]
    },
  ]

  static let headers: [BrokenFile] = [
    .record("movie-duration", BrokenFile.plain, "moov/mvhd", MovieHeader.self) { $0.duration *= 3 },
    .record(
      "movie-duration", .media("fragments/gst-mp4mux.mp4"), "moov/mvex/mehd",
      MovieExtendsHeader.self
    ) { $0.fragmentDuration *= 3 },
    .record(
      "track-duration", BrokenFile.plain, also: ["movie-duration"], "moov/trak/tkhd",
      TrackHeader.self
    ) { $0.duration *= 3 },
    .record("media-duration", BrokenFile.plain, "moov/trak/mdia/mdhd", MediaHeader.self) {
      $0.duration *= 3
    },
    .record("next-track-id", BrokenFile.plain, "moov/mvhd", MovieHeader.self) {
      $0.nextTrackID = 1
    },
    .record("tracks-disabled", BrokenFile.plain, "moov/trak/tkhd", TrackHeader.self) {
      $0.flags = 0
    },
    .record("matrix-flat", BrokenFile.plain, "moov/trak/tkhd", TrackHeader.self) {
      $0.matrix.a = Fixed16x16(rawValue: 0)
    },
    .record("matrix-perspective", BrokenFile.plain, "moov/trak/tkhd", TrackHeader.self) {
      $0.matrix.u = Fixed2x30(rawValue: 1)
    },
    .record("track-size-zero", BrokenFile.plain, "moov/trak/tkhd", TrackHeader.self) {
      $0.width = UFixed16x16(rawValue: 0)
    },
    // Without the shift of 16.16 fixed point, sizes are a few parts of a pixel.
    .record("track-size-zero", BrokenFile.plain, "moov/trak/tkhd", TrackHeader.self) {
      $0.width = UFixed16x16(rawValue: 64)
    },
    .record("movie-matrix-flat", BrokenFile.plain, "moov/mvhd", MovieHeader.self) {
      $0.matrix.a = Fixed16x16(rawValue: 0)
    },
    .record("language-unknown", BrokenFile.plain, "moov/trak/mdia/mdhd", MediaHeader.self) {
      $0.language = LanguageCode(rawValue: 0x7FFE)
    },
    .record("language-unknown", BrokenFile.plain, "moov/trak/mdia/mdhd", MediaHeader.self) {
      $0.language = LanguageCode(rawValue: 200)
    },
    .record("date-epoch", BrokenFile.plain, "moov/mvhd", MovieHeader.self) {
      $0.creationTime = MacDate(rawValue: 1_600_000_000)
    },
    .atom("media-header-missing", BrokenFile.plain, "moov/trak/mdia/minf") {
      $0.children.removeAll { $0.type == "vmhd" }
    },
    .atom("data-references-missing", BrokenFile.plain, "moov/trak/mdia/minf") {
      $0.children.removeAll { $0.type == "dinf" }
    },
    BrokenFile("alternates-enabled", .media("camera/two-video-tracks.mov")) { bytes in
      for path in ["moov/trak[0]/tkhd", "moov/trak[1]/tkhd"] {
        try BrokenFile.record("", BrokenFile.plain, path, TrackHeader.self) {
          $0.alternateGroup = 7
          $0.flags |= TrackHeader.enabled
        }
        .change(&bytes)
      }
    },
    BrokenFile("track-reference-cycle", BrokenFile.timecode, also: ["timecode-kind"]) { bytes in
      try BrokenFile.atom("", BrokenFile.plain, "moov/trak[1]") { track in
        var reference = TrackReferenceType()
        reference.trackIDs = try Table([1])
        track.children.append(
          Atom("tref", children: [try Atom("tmcd", reference)]))
      }.change(&bytes)
    },
    BrokenFile("chapter-kind", BrokenFile.timecode) { bytes in
      try BrokenFile.atom("", BrokenFile.plain, "moov/trak/tref") { tref in
        var reference = TrackReferenceType()
        reference.trackIDs = try Table([2])
        tref.children.append(try Atom("chap", reference))
      }.change(&bytes)
    },
    .atom("timecode-kind", BrokenFile.camera, "moov/trak[0]") { track in
      var reference = TrackReferenceType()
      reference.trackIDs = try Table([2])
      track.children.append(Atom("tref", children: [try Atom("tmcd", reference)]))
    },
    // A movie that QuickTime plays another one instead of.
    .atom("media-elsewhere", BrokenFile.plain, "moov") { moov in
      var reference = ReferenceMovie()
      reference.url = AssetString("56k.mov")
      moov.children.append(
        Atom("rmra", children: [Atom("rmda", children: [try Atom("rdrf", reference)])]))
    },
    .record("data-reference-index", BrokenFile.plain, stbl + "/stsd/avc1", VideoDescription.self) {
      $0.dataReferenceIndex = 9
    },
  ]

  static let edits: [BrokenFile] = [
    .record("edit-list-empty", BrokenFile.plain, "moov/trak/edts/elst", EditList.self) {
      $0.entries = Table(layout: 0)
    },
    .record(
      "edit-beyond-media", BrokenFile.plain, also: ["track-duration"], "moov/trak/edts/elst",
      EditList.self
    ) { $0 = try EditList([EditList.Row(segmentDuration: 9000, mediaTime: 0)]) },
    // At twice the speed, four seconds show eight, and the media has four.
    .record("edit-beyond-media", BrokenFile.plain, "moov/trak/edts/elst", EditList.self) {
      $0 = try EditList([
        EditList.Row(
          segmentDuration: 4000, mediaTime: 0, mediaRate: Fixed16x16(rawValue: 0x2_0000))
      ])
    },
    .record("edit-length-open", BrokenFile.plain, "moov/trak/edts/elst", EditList.self) {
      $0 = try EditList([EditList.Row(segmentDuration: 0, mediaTime: 0)])
    },
    .record(
      "edit-timescale", BrokenFile.plain, also: ["edit-beyond-media"],
      "moov/trak/edts/elst", EditList.self
    ) {
      // The duration of the media, which has 12,800 ticks per second, and the movie 1000.
      $0 = try EditList([EditList.Row(segmentDuration: 51200, mediaTime: 0)])
    },
    .record("edit-shows-nothing", BrokenFile.plain, "moov/trak/edts/elst", EditList.self) {
      $0 = try EditList([EditList.Row(segmentDuration: 4000, mediaTime: -1)])
    },
    .record("edit-last-empty", BrokenFile.plain, "moov/trak/edts/elst", EditList.self) {
      $0 = try EditList([
        EditList.Row(segmentDuration: 2000, mediaTime: 0),
        EditList.Row(segmentDuration: 2000, mediaTime: -1),
      ])
    },
    .record(
      "edit-rate-unusual", BrokenFile.camera, for: [.mp4], "moov/trak/edts/elst", EditList.self
    ) {
      var row = $0.entries[0]
      row.mediaRate = Fixed16x16(rawValue: 0x8000)
      $0 = try EditList([row])
    },
    .record(
      "edit-rate-unusual", BrokenFile.plain, for: [.relink], "moov/trak/edts/elst", EditList.self
    ) {
      var row = $0.entries[0]
      row.mediaRate = Fixed16x16(rawValue: 0x8000)
      $0 = try EditList([row])
    },
    .record("edits-several", BrokenFile.plain, for: [.relink], "moov/trak/edts/elst", EditList.self)
    {
      $0 = try EditList([
        EditList.Row(segmentDuration: 2000, mediaTime: 0),
        EditList.Row(segmentDuration: 2000, mediaTime: 0),
      ])
    },
    .atom("edit-missing-reorder", BrokenFile.camera, "moov/trak") {
      $0.children.removeAll { $0.type == "edts" }
    },
  ]

  static let descriptions: [BrokenFile] = [
    .atom("description-missing", BrokenFile.plain, also: ["stsc-description"], stbl + "/stsd") {
      $0.children = []
      try $0.update(SampleDescriptions.self) { $0.entryCount = 0 }
    },
    .atom("codec-configuration-missing", BrokenFile.plain, stbl + "/stsd/avc1") {
      $0.children.removeAll { $0.type == "avcC" }
    },
    .record("picture-size-zero", BrokenFile.plain, stbl + "/stsd/avc1", VideoDescription.self) {
      $0.width = 0
    },
    .record("picture-size", BrokenFile.plain, stbl + "/stsd/avc1", VideoDescription.self) {
      $0.width += 64
    },
    .record("pixel-aspect-zero", BrokenFile.plain, stbl + "/stsd/avc1/pasp", PixelAspectRatio.self)
    {
      $0.verticalSpacing = 0
    },
    .atom("clean-aperture", BrokenFile.plain, stbl + "/stsd/avc1") {
      $0.children.append(try Atom("clap", CleanAperture()))
    },
    .atom("clean-aperture-outside", BrokenFile.plain, stbl + "/stsd/avc1") {
      var clap = CleanAperture()
      (clap.widthN, clap.heightN) = (5000, 10)
      $0.children.append(try Atom("clap", clap))
    },
    // As large as the pictures of 64 by 48, and 20 pixels to the right.
    .atom("clean-aperture-outside", BrokenFile.plain, stbl + "/stsd/avc1") {
      var clap = CleanAperture()
      (clap.widthN, clap.heightN) = (64, 48)
      clap.horizontalOffsetN = 20
      $0.children.append(try Atom("clap", clap))
    },
    // Two pixels are left of 48 lines, and the centre is one and a half higher.
    .atom("clean-aperture-outside", BrokenFile.plain, stbl + "/stsd/avc1") {
      var clap = CleanAperture()
      (clap.widthN, clap.heightN) = (64, 46)
      (clap.verticalOffsetN, clap.verticalOffsetD) = (-3, 2)
      $0.children.append(try Atom("clap", clap))
    },
    .record("track-shape", BrokenFile.plain, stbl + "/stsd/avc1/pasp", PixelAspectRatio.self) {
      ($0.horizontalSpacing, $0.verticalSpacing) = (2, 1)
    },
    .atom("encoded-size", BrokenFile.plain, "moov/trak") {
      func size(_ type: FourCC, _ width: Double, _ height: Double) throws -> Atom {
        var size = TrackApertureDimensions()
        (size.width, size.height) = (UFixed16x16(width), UFixed16x16(height))
        return try Atom(type, size)
      }
      $0.children.append(
        Atom(
          "tapt",
          children: [
            try size("clef", 64, 48), try size("prof", 64, 48), try size("enof", 32, 24),
          ]))
    },
    .atom("apertures-partial", BrokenFile.plain, "moov/trak") {
      $0.children.append(
        Atom("tapt", children: [try Atom("clef", TrackApertureDimensions())]))
    },
    .atom("field-order-value", BrokenFile.plain, stbl + "/stsd/avc1") {
      var fields = FieldHandling()
      (fields.fieldCount, fields.fieldOrdering) = (2, 77)
      $0.children.append(try Atom("fiel", fields))
    },
    .atom("colour-missing", .media("camera/colour.mov"), for: [.broadcast], stbl + "/stsd/avc1") {
      $0.children.removeAll { $0.type == "colr" }
    },
    .record(
      "colour-contradiction", .media("camera/colour.mov"), stbl + "/stsd/avc1/colr",
      ColorInformation.self
    ) { $0.matrixCoefficients = 0 },
    .record(
      "colour-range-contradiction", .media("camera/colour.mp4"), stbl + "/stsd/avc1/colr",
      ColorInformation.self
    ) { $0.fullRangeFlag = 1 },
    .record(
      "configuration-contradiction", BrokenFile.plain, stbl + "/stsd/avc1/avcC",
      AVCConfiguration.self
    ) { $0.profileIndication = 66 },
    .record(
      "sound-configuration", .media("sound/aac.m4a"), stbl + "/stsd/mp4a", SoundDescription.self
    ) { $0.channelCount = 6 },
    // Profile 9 is of AVC, and its configuration is a dvvC.
    .atom("dolby-vision-contradiction", BrokenFile.plain, stbl + "/stsd/avc1") {
      var vision = DolbyVisionConfiguration()
      (vision.profile, vision.level, vision.compatibilityID) = (9, 1, 2)
      $0.children.append(try Atom("dvcC", vision))
    },
    .atom("gamma-with-colour", BrokenFile.plain, for: [.broadcast], stbl + "/stsd/avc1") {
      $0.children.append(try Atom("gama", GammaLevel()))
      $0.children.append(try Atom("colr", ColorInformation()))
    },
    .atom(
      "field-order-missing", .media("camera/prores-pcm.mov"), for: [.broadcast], stbl + "/stsd/apcn"
    ) { $0.children.removeAll { $0.type == "fiel" } },
    .record("sound-rate", BrokenFile.sound, "moov/trak/mdia/mdhd", MediaHeader.self) {
      $0.timescale += 100
    },
    // 1024 frames at 48 kHz are not 1024 ticks of 44,100.
    .record("sound-rate", .media("sound/aac.m4a"), "moov/trak/mdia/mdhd", MediaHeader.self) {
      $0.timescale = 44100
    },
    .record("sound-sample-size", BrokenFile.sound, stbl + "/stsz", SampleSizes.self) {
      $0.sampleSize = 2
    },
    .record(
      "sound-channels-zero", .media("sound/pcm-s16.mov"), stbl + "/stsd/*", SoundDescription.self
    ) { $0.channelCount = 0 },
    .record(
      "sound-fields-missing", .media("sound/pcm-s16.mov"), stbl + "/stsd/*", SoundDescription.self
    ) { $0.version = 1 },
    BrokenFile("sound-version-in-mp4", BrokenFile.sound) { bytes in
      bytes.replaceSubrange(8..<12, with: ascii("isom"))
      bytes.replaceSubrange(16..<20, with: ascii("isom"))
    },
    .record(
      "language-macintosh", BrokenFile.camera, for: [.mp4], "moov/trak/mdia/mdhd", MediaHeader.self
    ) { $0.language = LanguageCode(rawValue: 2) },
    .atom("colour-quicktime", BrokenFile.camera, for: [.mp4], stbl + "/stsd/avc1") {
      $0.children.removeAll { $0.type == "colr" }
      var colours = ColorInformation()
      colours.colourType = "nclc"
      $0.children.append(try Atom("colr", colours))
    },
    .atom(
      "channel-layout-missing", .media("sound/pcm-5.1.mov"), for: [.broadcast], stbl + "/stsd/*"
    ) { $0.children.removeAll { $0.type == "chan" } },
    // Stereo, and a bitmap of 7.1, on six channels.
    .record(
      "channel-layout-count", .media("sound/pcm-5.1.mov"), for: [.broadcast],
      stbl + "/stsd/*/chan", ChannelLayout.self
    ) { $0.layoutTag = 101 << 16 | 2 },
    .record(
      "channel-layout-count", .media("sound/pcm-5.1.mov"), stbl + "/stsd/*/chan",
      ChannelLayout.self
    ) {
      $0.layoutTag = 0x1_0000
      $0.bitmap = 0xFF
    },
    .atom("protection-scheme-missing", BrokenFile.plain, stbl + "/stsd") {
      $0.children[0].type = "encv"
    },
    encrypted("encryption-parameters", scheme: "zzzz", nil),
    encrypted("encryption-parameters", scheme: "cenc", nil),
    // A constant vector of five bytes.
    encrypted("encryption-parameters", scheme: "cbcs", "\(noVectors) 05 01020304 05"),
    encrypted("encryption-parameters", scheme: "cbcs", "\(noVectors) 00"),
    encrypted(
      "encryption-parameters", also: ["encryption-vectors-missing"], scheme: "cenc",
      "00000000 0000 01 05 \(keyID)"),
    encrypted("encryption-vectors-missing", scheme: "cenc", "00000000 0000 01 08 \(keyID)"),
    encrypted(
      "encryption-vectors-missing", type: "enct", scheme: "cenc", "00000000 0000 01 08 \(keyID)"),
    .atom("hevc-in-band", .media("camera/hevc.mp4"), stbl + "/stsd") {
      $0.children[0].type = "hev1"
    },
    BrokenFile("description-kind", BrokenFile.sound) { bytes in
      try BrokenFile.atom("", BrokenFile.sound, stbl + "/stsd") { $0.children[0].type = "apcn" }
        .change(&bytes)
    },
    // Of a kind that video may not have, and of none.
    .record("description-kind", BrokenFile.plain, "moov/trak/mdia/hdlr", HandlerReference.self) {
      $0.componentSubtype = "text"
    },
    .record("description-kind", BrokenFile.plain, "moov/trak/mdia/hdlr", HandlerReference.self) {
      $0.componentSubtype = "VIDE"
    },
  ]

  private static let keyID = String(repeating: "AB", count: 16)
  /// `tenc` up to the size of the constant vector: protected, and no vectors of samples.
  private static let noVectors = "00000000 0000 01 00 \(keyID)"

  /// A file whose video has a type of encrypted samples and is said to be so by a scheme, with a `tenc` of these bytes if it has one.
  private static func encrypted(
    _ rule: String, also: Set<String> = [], type: FourCC = "encv", scheme: String, _ tenc: String?
  ) -> BrokenFile {
    .atom(rule, BrokenFile.plain, also: also.union(["encrypted-samples"]), stbl + "/stsd") { stsd in
      let parameters = tenc.map { [Atom("tenc", .bytes(hex($0)[...]))] } ?? []
      stsd.children[0].type = type
      stsd.children[0].children.append(
        Atom(
          "sinf",
          children: [
            Atom("frma", .bytes(ascii("avc1")[...])),
            Atom("schm", .bytes((u32(0) + ascii(scheme) + u32(0x10000))[...])),
            Atom("schi", children: parameters),
          ]))
    }
  }

  static let tables: [BrokenFile] = [
    BrokenFile("encryption-place", BrokenFile.plain) { bytes in
      try BrokenFile.atom("", BrokenFile.plain, stbl) {
        var offsets = SampleAuxOffsets()
        offsets.entries = try Table([SampleAuxOffsets.Row(offset: 0)], layout: 0)
        $0.children.append(try Atom("saio", offsets))
        $0.children.append(try Atom("senc", SampleEncryption()))
      }.change(&bytes)
      // The only offset is in the last four bytes of saio, and senc follows: its data, of no samples, begins after 16.
      let found = bytes.indices.last { bytes[$0...].starts(with: ascii("senc")) }
      let place = try #require(found) - 4
      bytes.replaceSubrange(place - 4..<place, with: u32(UInt32(place) + 8))
    },
    .record("sync-sample-range", BrokenFile.plain, stbl + "/stss", SyncSamples.self) {
      $0.sampleNumbers = try Table([1, 5000])
    },
    .record("sync-sample-order", BrokenFile.plain, stbl + "/stss", SyncSamples.self) {
      $0.sampleNumbers = try Table([1, 50, 25])
    },
    .record("sync-sample-first", BrokenFile.plain, stbl + "/stss", SyncSamples.self) {
      $0.sampleNumbers = try Table([3, 50])
    },
    .record("sync-sample-first", BrokenFile.plain, stbl + "/stss", SyncSamples.self) {
      $0.sampleNumbers = Table()
    },
    .atom("sync-sample-range", BrokenFile.plain, stbl) {
      var partial = PartialSyncSamples()
      partial.sampleNumbers = try Table([2, 500])
      $0.children.append(try Atom("stps", partial))
    },
    .atom("sync-samples-missing", BrokenFile.plain, stbl) {
      $0.children.removeAll { $0.type == "stss" }
    },
    .record("sample-duration-zero", BrokenFile.plain, stbl + "/stts", TimeToSample.self) {
      let delta = $0.entries[0].sampleDelta
      $0.entries = try Table([
        TimeToSample.Row(sampleCount: 50, sampleDelta: 2 * delta),
        TimeToSample.Row(sampleCount: 50, sampleDelta: 0),
      ])
    },
    .record(
      "sample-duration-huge", BrokenFile.plain,
      also: ["media-duration"], stbl + "/stts", TimeToSample.self
    ) {
      let delta = $0.entries[0].sampleDelta
      $0.entries = try Table([
        TimeToSample.Row(sampleCount: 99, sampleDelta: delta),
        TimeToSample.Row(sampleCount: 1, sampleDelta: 0x8000_0000),
      ])
    },
    .record(
      "sample-empty", BrokenFile.plain, stbl + "/stsz", SampleSizes.self
    ) {
      var sizes = Array($0.sizes)
      sizes[99] = 0
      $0 = try SampleSizes(Table(sizes))
    },
    .record(
      "composition-offset-huge", BrokenFile.camera, for: [.mp4], stbl + "/ctts",
      CompositionOffsets.self
    ) {
      var rows = Array($0.entries)
      rows[5].sampleOffset = -100
      $0.entries = try Table(rows)
    },
    // The rows are of one sample each at first, and the second is decoded 1001 ticks after the first.
    .record(
      "composition-same-time", BrokenFile.camera, stbl + "/ctts", CompositionOffsets.self
    ) {
      var rows = Array($0.entries)
      rows[1].sampleOffset = rows[0].sampleOffset - 1001
      $0.entries = try Table(rows)
    },
    .record("ctts-count", BrokenFile.camera, stbl + "/ctts", CompositionOffsets.self) {
      let rows = Array($0.entries)
      $0.entries = try Table(
        rows + [CompositionOffsets.Row(sampleCount: 1, sampleOffset: rows[0].sampleOffset)])
    },
    .atom("composition-limits", BrokenFile.camera, stbl) {
      var limits = CompositionShift()
      limits.greatestDecodeToDisplayDelta = 1
      $0.children.append(try Atom("cslg", limits))
    },
    .atom("auxiliary-size-count", BrokenFile.plain, stbl) {
      var sizes = SampleAuxSizes()
      (sizes.defaultSampleInfoSize, sizes.sampleCount) = (8, 5000)
      $0.children.append(try Atom("saiz", sizes))
    },
    .atom("auxiliary-offset-count", BrokenFile.plain, stbl) {
      var offsets = SampleAuxOffsets()
      offsets.entries = try Table(
        [SampleAuxOffsets.Row(offset: 40), SampleAuxOffsets.Row(offset: 48)], layout: 0)
      $0.children.append(try Atom("saio", offsets))
    },
    // 14 bytes for each of 100 samples, which have 8.
    .atom("encryption-size", BrokenFile.plain, stbl) {
      var encryption = SampleEncryption()
      encryption.sampleCount = 100
      encryption.data = RawBytes(bytes: zeros(800)[...])
      var sizes = SampleAuxSizes()
      (sizes.defaultSampleInfoSize, sizes.sampleCount) = (14, 100)
      $0.children += [try Atom("saiz", sizes), try Atom("senc", encryption)]
    },
    .atom("encryption-count", BrokenFile.plain, stbl) {
      var encryption = SampleEncryption()
      encryption.sampleCount = 1
      encryption.data = RawBytes(bytes: zeros(8)[...])
      $0.children.append(try Atom("senc", encryption))
    },
    .atom("sample-dependency-count", BrokenFile.plain, stbl) {
      var table = SampleDependencies()
      table.entries = try Table([SampleDependencies.Row()])
      $0.children.append(try Atom("sdtp", table))
    },
    .atom("sample-group-count", BrokenFile.plain, stbl) {
      var group = SampleToGroup()
      group.groupingType = "roll"
      var row = SampleToGroup.Row()
      row.sampleCount = 5000
      group.entries = try Table([row])
      $0.children.append(try Atom("sbgp", group))
    },
    .atom("sample-group-description", BrokenFile.plain, stbl) {
      var group = SampleToGroup()
      group.groupingType = "roll"
      var row = SampleToGroup.Row()
      (row.sampleCount, row.groupDescriptionIndex) = (1, 4)
      group.entries = try Table([row])
      $0.children.append(try Atom("sbgp", group))
    },
    .record("chunk-in-header", BrokenFile.plain, stbl + "/stco", ChunkOffsets.self) {
      $0.offsets = try Table([12])
    },
    // The first sample of a fragment is said to lie in its header.
    .record(
      "chunk-in-header", .media("fragments/plain.mp4"), "moof[0]/traf/trun", TrackFragmentRun.self
    ) { $0.dataOffset = 100 },
    // The media is 2771 bytes from 36 on; before it are wide and its own header.
    .record("chunk-in-header", BrokenFile.plain, stbl + "/stco", ChunkOffsets.self) {
      $0.offsets = try Table([28])
    },
    .record("chunk-in-header", BrokenFile.plain, stbl + "/stco", ChunkOffsets.self) {
      $0.offsets = try Table([35])
    },
    BrokenFile("chunk-in-free-space", BrokenFile.plain) { bytes in
      bytes.replaceSubrange(32..<36, with: ascii("free"))
    },
    .record("chunk-overlap", .media("camera/prores-pcm.mov"), stbl + "/stco", ChunkOffsets.self) {
      var offsets = Array($0.offsets)
      offsets[1] = offsets[0]
      $0.offsets = try Table(offsets)
    },
  ]

  static let fragments: [BrokenFile] = [
    BrokenFile("fragment-announcement", BrokenFile.plain) {
      // A fragment of no track, which needs no defaults (trex) either.
      $0 += atom("moof", atom("mfhd", [0, 0, 0, 0, 0, 0, 0, 1]))
    },
    .atom("fragment-decode-time", BrokenFile.cmaf, for: [.mp4], "moof[1]/traf") {
      let place = $0.children.firstIndex { $0.type == "tfdt" } ?? 0
      $0.children[place].type = "free"
    },
    .record(
      "fragment-sample-description", BrokenFile.cmaf, "moof[1]/traf/tfhd", TrackFragmentHeader.self
    ) { $0.sampleDescriptionIndex = 5 },
    .record(
      "fragment-sample-description", .media("fragments/default-base-moof.mp4"), "moov/mvex/trex",
      TrackExtends.self
    ) { $0.defaultSampleDescriptionIndex = 0 },
    .record(
      "movie-duration", .media("fragments/default-base-moof.mp4"), "moov/mvhd", MovieHeader.self
    ) { $0.duration = 99_999 },
    .record(
      "fragment-gap", .cmafWithoutIndex, "moof[1]/traf/tfdt", TrackFragmentDecodeTime.self
    ) { $0.baseMediaDecodeTime += 51200 },
    .record("sample-empty", .cmafWithoutIndex, "moof[1]/traf/trun", TrackFragmentRun.self) {
      var rows = Array($0.samples)
      rows[24].sampleSize = 0
      $0.samples = try Table(rows, layout: $0.rowLayout)
    },
    .record("cmaf-brand", BrokenFile.cmaf, for: [.cmaf], "ftyp", FileType.self) {
      let brands = $0.compatibleBrands.map { $0 == "cmfc" ? "iso5" : $0 }
      $0 = try FileType(majorBrand: "iso5", minorVersion: 0, compatibleBrands: brands)
    },
    BrokenFile(
      "cmaf-one-track", .media("fragments/default-base-moof.mp4"), for: [.cmaf]
    ) { _ in },
    .atom("cmaf-not-fragmented", .header, for: [.cmaf], "moov") {
      $0.children.removeAll { $0.type == "mvex" }
    },
    BrokenFile("cmaf-samples-in-header", .cmafWithoutIndex, for: [.cmaf]) { bytes in
      // One sample of one byte, in media of its own.
      let stbl = "moov/trak/mdia/minf/stbl"
      try BrokenFile.record("", .cmafWithoutIndex, stbl + "/stts", TimeToSample.self) {
        $0.entries = try Table([TimeToSample.Row(sampleCount: 1, sampleDelta: 0)])
      }.change(&bytes)
      try BrokenFile.record("", .cmafWithoutIndex, stbl + "/stsc", SampleToChunk.self) {
        $0.entries = try Table([
          SampleToChunk.Row(firstChunk: 1, samplesPerChunk: 1, sampleDescriptionIndex: 1)
        ])
      }.change(&bytes)
      try BrokenFile.record("", .cmafWithoutIndex, stbl + "/stsz", SampleSizes.self) {
        $0.sizes = try Table([1])
      }.change(&bytes)
      // The table gets four bytes longer, and the media has a header of eight.
      let place = UInt32(bytes.count) + 4 + 8
      try BrokenFile.record("", .cmafWithoutIndex, stbl + "/stco", ChunkOffsets.self) {
        $0.offsets = try Table([place])
      }.change(&bytes)
      bytes += atom("mdat", [1])
    },
    BrokenFile("cmaf-edit-list", .cmafWithoutIndex, for: [.cmaf]) { bytes in
      try BrokenFile.record("", .cmafWithoutIndex, "ftyp", FileType.self) {
        $0 = try FileType(
          majorBrand: $0.majorBrand, minorVersion: 0,
          compatibleBrands: $0.compatibleBrands + ["cmf2"])
      }.change(&bytes)
      try BrokenFile.atom("", .cmafWithoutIndex, "moov/trak") {
        guard $0.first("edts") == nil else { return }
        let edits = try EditList([EditList.Row(segmentDuration: 0, mediaTime: 0)])
        $0.children.insert(Atom("edts", children: [try Atom("elst", edits)]), at: 1)
      }.change(&bytes)
    },
    .record("cmaf-header", BrokenFile.cmaf, for: [.cmaf], "moov/mvhd", MovieHeader.self) {
      $0.rate = Fixed16x16(rawValue: 0x2_0000)
    },
    // A quarter of a turn, as phones write it.
    .record("cmaf-header", BrokenFile.cmaf, for: [.cmaf], "moov/trak/tkhd", TrackHeader.self) {
      ($0.matrix.a, $0.matrix.d) = (Fixed16x16(rawValue: 0), Fixed16x16(rawValue: 0))
      ($0.matrix.b, $0.matrix.c) = (.one, Fixed16x16(rawValue: -0x1_0000))
    },
    .record("cmaf-duration", BrokenFile.cmaf, for: [.cmaf], "moov/trak/tkhd", TrackHeader.self) {
      $0.duration = 1000
    },
    .record("cmaf-base", BrokenFile.cmaf, for: [.cmaf], "moof/traf/tfhd", TrackFragmentHeader.self)
    {
      $0.flags &= ~TrackFragmentHeader.defaultBaseIsMoof
    },
    // The samples of the fragment lie where the header of its mdat is now.
    BrokenFile("cmaf-media-data", BrokenFile.cmaf, for: [.cmaf], also: ["chunk-in-header"]) {
      bytes in
      let moof = try #require(AtomFile(from: bytes).atoms.last { $0.type == "moof" })
      let end = Int(try #require(moof.offset) + moof.size)
      bytes.insert(contentsOf: atom("free"), at: end)
    },
  ]

  static let timecode: [BrokenFile] = [
    .atom("timecode-media-header", BrokenFile.timecode, "moov/trak[1]/mdia/minf/gmhd") {
      $0.children.removeAll { $0.type == "tmcd" }
    },
    .record(
      "timecode-timescale", BrokenFile.timecode, "moov/trak[1]/mdia/minf/stbl/stsd/tmcd",
      TimecodeDescription.self
    ) {
      $0.timeScale *= 2
      $0.frameDuration *= 2
    },
    .atom(
      "timecode-missing", BrokenFile.timecode, for: [.relink], also: ["track-reference"], "moov"
    ) {
      $0.children.removeAll { $0.trackID == 2 }
    },
    .atom(
      "reel-missing", .media("timecode/25-reel.mov"), for: [.relink],
      "moov/trak[1]/mdia/minf/stbl/stsd/tmcd"
    ) {
      $0.children.removeAll { $0.type == "name" }
    },
    .record(
      "frame-rate-varies", BrokenFile.plain, for: [.relink], stbl + "/stts", TimeToSample.self
    ) {
      let delta = $0.entries[0].sampleDelta
      $0.entries = try Table([
        TimeToSample.Row(sampleCount: 50, sampleDelta: delta - 10),
        TimeToSample.Row(sampleCount: 50, sampleDelta: delta + 10),
      ])
    },
    BrokenFile("movie-starts-late", .cmafWithoutIndex, for: [.relink]) { bytes in
      // As in a part of a stream of which the first minute is missing: 12,800 ticks are a second.
      for index in 0..<2 {
        try BrokenFile.record(
          "", .cmafWithoutIndex, "moof[\(index)]/traf/tfdt", TrackFragmentDecodeTime.self
        ) { $0.baseMediaDecodeTime += 60 * 12800 }.change(&bytes)
      }
    },
    BrokenFile("video-missing", BrokenFile.sound, for: [.broadcast]) { _ in },
    .record("metadata-key", .media("metadata/mdta-keys.mov"), "moov/udta/meta/keys", KeyList.self) {
      $0.keys.removeLast()
    },
  ]

  static let others: [BrokenFile] = [
    .atom(
      "cmaf-data-reference", BrokenFile.cmaf, for: [.cmaf], also: ["media-elsewhere"],
      "moov/trak/mdia/minf/dinf/dref"
    ) {
      try $0.children[0].update(URLDataReference.self) { $0.flags = 0 }
    },
    .record(
      "cmaf-data-offset", BrokenFile.cmaf, for: [.cmaf], also: ["chunk-in-header"],
      "moof[1]/traf/trun", TrackFragmentRun.self
    ) {
      $0.flags &= ~TrackFragmentRun.hasDataOffset
    },
    .atom("cmaf-one-fragment-track", BrokenFile.cmaf, for: [.cmaf], "moof[1]") { moof in
      let place = moof.children.firstIndex { $0.type == "traf" } ?? 0
      moof.children[place].type = "free"
    },
    // A size of 99 bytes, a language, and four bytes.
    .atom("user-data-text", BrokenFile.plain, "moov") { moov in
      moov.children.append(
        Atom(
          "udta",
          children: [
            Atom(FourCC(rawValue: 0xA96E_616D), .bytes(hex("0063 0000 61626364")[...]))
          ]))
    },
    .atom("location-form", BrokenFile.plain, "moov") { moov in
      var text = InternationalText.Item()
      text.text = TextBytes("somewhere")
      var place = InternationalText()
      place.items = [text]
      place.isStructured = true
      moov.children.append(
        Atom("udta", children: [try Atom(FourCC(rawValue: 0xA978_797A), place)]))
    },
    .record(
      "interleave", .media("camera/prores-pcm.mov"), "moov/trak[0]/mdia/mdhd", MediaHeader.self
    ) { $0.timescale /= 64 },
  ]

  static let items: [BrokenFile] = [
    .record("item-grid-count", .grid, "meta/iref/dimg", ItemReference.self) {
      $0.toItemIDs = try Table([2])
    },
    BrokenFile("item-grid-size", .grid) { bytes in
      // The grid's width is in the fifth and sixth byte of idat.
      let idat = try #require(AtomFile(from: bytes).first("meta")?.first("idat")?.contentOffset)
      bytes[Int(idat) + 4] = 2
    },
    .record("item-handler", .picture, "meta/hdlr", HandlerReference.self) {
      $0.componentSubtype = "mdir"
    },
    .record("item-brand", .picture, "ftyp", FileType.self) {
      $0 = try FileType(majorBrand: "isom", minorVersion: 0, compatibleBrands: ["isom", "iso2"])
    },
    .record("item-primary", .picture, "meta/pitm", PrimaryItem.self) { $0.itemID = 9 },
    .record("item-location", .picture, "meta/iloc", ItemLocations.self) {
      var extent = $0.items[0].extents[0]
      extent.extentLength = 5000
      $0.items[0].extents = try Table([extent], layout: $0.itemLayout)
    },
    .record("item-data-missing", .picture, "meta/iloc", ItemLocations.self) { $0.items = [] },
    .record("item-data-missing", .picture, "meta/iloc", ItemLocations.self) {
      $0.items[0].extents = Table(layout: $0.itemLayout)
    },
    .atom("item-id", .picture, "meta/iinf") {
      let entry = $0.children[0]
      $0.children.append(entry)
      try $0.update(ItemInformation.self) { $0.entryCount = 2 }
    },
    .atom("item-size-missing", .picture, "meta/iprp/ipco") { $0.children[0].type = "free" },
    .atom("item-configuration-missing", .picture, "meta/iprp/ipco") {
      $0.children[1].type = "free"
    },
    .record("item-property", .picture, "meta/iprp/ipma", ItemPropertyAssociations.self) {
      var rows = Array($0.items[0].associations)
      rows.append(rows[0])
      rows[3].propertyIndex = 60
      $0.items[0].associations = try Table(rows, layout: ItemPropertyAssociations.ItemLayout())
    },
    .record("item-properties-order", .picture, "meta/iprp/ipma", ItemPropertyAssociations.self) {
      $0.items.append($0.items[0])
    },
    .record("item-transform-essential", .picture, "meta/iprp/ipma", ItemPropertyAssociations.self) {
      var rows = Array($0.items[0].associations)
      rows[2].essential = 0
      $0.items[0].associations = try Table(rows, layout: ItemPropertyAssociations.ItemLayout())
    },
    .atom("item-reference", .picture, "meta") {
      var reference = ItemReference()
      reference.fromItemID = 1
      reference.toItemIDs = try Table([8])
      $0.children.append(
        try Atom("iref", ItemReferences(), children: [Atom("thmb", reference)]))
    },
    .atom("item-reference", .picture, "meta") {
      var reference = ItemReference()
      reference.fromItemID = 8
      reference.toItemIDs = try Table([1])
      $0.children.append(
        try Atom("iref", ItemReferences(), children: [Atom("thmb", reference)]))
    },
    .atom("item-reference-cycle", .picture, "meta") {
      var reference = ItemReference()
      reference.fromItemID = 1
      reference.toItemIDs = try Table([1])
      $0.children.append(
        try Atom("iref", ItemReferences(), children: [Atom("dimg", reference)]))
    },
  ]

  /// Moves the chunks of a `trak`.
  private static func shift(_ trak: inout Atom, by bytes: UInt32) throws {
    let path = try #require(trak.children.firstIndex { $0.type == "mdia" })
    let minf = try #require(trak.children[path].children.firstIndex { $0.type == "minf" })
    let stbl = try #require(
      trak.children[path].children[minf].children.firstIndex { $0.type == "stbl" })
    let tables = trak.children[path].children[minf].children[stbl].children
    let stco = try #require(tables.firstIndex { $0.type == "stco" })
    try trak.children[path].children[minf].children[stbl].children[stco].update(ChunkOffsets.self) {
      record throws(FormatError) in
      record.offsets = try Table(record.offsets.map { $0 + bytes })
    }
  }

  static let all =
    structure + headers + edits + descriptions + tables + fragments + timecode + others + items

  /// Descriptions of groups of one size, each after its own size, and of a size that is not known.
  @Test(arguments: [
    "01000000 726f6c6c 00000002 00000002 FFFF FFFE",
    "01000000 73656967 00000000 00000002 00000001 AA 00000002 BBCC",
    "00000000 61626364 00000002 AABB CCDD",
  ])
  func groupsOfEveryFormAreFound(descriptions: String) throws {
    let content = hex(descriptions)
    for (number, isFound) in [(UInt32(2), true), (3, false)] {
      let groups = BrokenFile.atom("sample-group-description", BrokenFile.plain, Self.stbl) {
        let rows = u32(1) + u32(1) + u32(number)
        for (type, bytes) in [("sgpd", content), ("sbgp", u32(0) + content[4..<8] + rows)] {
          $0.children.append(Atom(FourCC(type)!, .bytes(bytes[...])))
        }
      }
      let rules = try BrokenFile.rules(groups.bytes().broken, groups.profiles)
      #expect(rules.contains("sample-group-description") == !isFound, "\(rules)")
    }
  }

  @Test(arguments: all)
  func breaksOnlyThisRule(_ broken: BrokenFile) throws {
    let (good, bad) = try broken.bytes()
    let before = good == bad ? [] : try BrokenFile.rules(good, broken.profiles)
    let after = try BrokenFile.rules(bad, broken.profiles)
    #expect(!before.contains(broken.rule))
    #expect(after.contains(broken.rule), "\(after)")
    if good != bad {
      #expect(after.subtracting(before) == broken.also.union([broken.rule]))
    }
  }

  /// Pictures of every kind have a size and, but for those made of others and JPEG, the configuration of their codec
  /// (ISO/IEC 23008-12, 6.5.3.1 and annexes).
  @Test(
    arguments: [
      ("jpeg", nil), ("tmap", nil), ("iden", nil), ("j2k1", "j2kH"), ("lhv1", "lhvC"),
      ("evc1", "evcC"), ("av01", nil), ("hvc1", "hvcC"),
    ] as [(FourCC, String?)])
  func kindsOfPictures(type: FourCC, configuration: String?) throws {
    var bytes = try BrokenFile.pictureFile()
    try BrokenFile.record("", .picture, "meta/iinf/infe", ItemInformationEntry.self) {
      $0.itemType = type
    }.change(&bytes)
    func messages() throws -> [String] {
      try MovieCheck(of: MemorySource(bytes)).findings
        .filter { ["item-size-missing", "item-configuration-missing"].contains($0.rule) }
        .map(\.message)
    }
    let missing = configuration.map { ["item 1 (\(type)) has no \($0)"] } ?? []
    #expect(try messages() == missing)
    try BrokenFile.atom("", .picture, "meta/iprp/ipco") { $0.children[0].type = "free" }
      .change(&bytes)
    #expect(try Set(messages()) == Set(missing + ["item 1 (\(type)) has no ispe"]))
  }

  /// Pictures that are made of others need no bytes.
  @Test(arguments: [("iden", false), ("tmap", false), ("grid", true), ("jpeg", true)])
  func picturesWithoutBytes(type: String, isFound: Bool) throws {
    var bytes = try BrokenFile.pictureFile()
    try BrokenFile.record("", .picture, "meta/iinf/infe", ItemInformationEntry.self) {
      $0.itemType = try #require(FourCC(type))
    }.change(&bytes)
    try BrokenFile.record("", .picture, "meta/iloc", ItemLocations.self) { $0.items = [] }
      .change(&bytes)
    #expect(try BrokenFile.rules(bytes, []).contains("item-data-missing") == isFound)
  }

  /// Seconds of video and of the audio after it, each in one chunk and in samples of how many seconds, and by
  /// how many seconds samples of one moment are apart; nil if that is not too much.
  @Test(
    arguments: [
      (60, 60, 1, 59), (12, 12, 1, 11), (11, 11, 1, nil), (60, 60, 60, nil), (60, 60, 20, 40),
      (5, 60, 1, nil), (60, 5, 1, 59),
    ] as [(UInt32, UInt32, UInt32, Int?)])
  func wholeTracksOneAfterTheOther(
    video: UInt32, audio: UInt32, sample: UInt32, apart: Int?
  ) throws {
    var movie = MovieBytes()
    movie.mediaTimescale = 1
    movie.timecodeIDs = []
    movie.videoDurations = [(video / sample, sample)]
    movie.more = movie.track(
      3, "soun", edits: nil, description: atom("sowt", zeros(6), u16(1), zeros(20)),
      durations: [(audio / sample, sample)], size: 10, at: 28 + 4 + 10 * (video / sample))
    let found = try MovieCheck(of: MemorySource(movie.bytes)).findings
      .first { $0.rule == "interleave" }
    #expect((found != nil) == (apart != nil), "\(String(describing: found))")
    if let apart { #expect(found?.message.contains("up to \(apart) seconds") == true) }
  }
}
