import Testing

@testable import MovKit

/// Settings of a track that is copied into a new movie: names, and descriptions of pictures and sound.
@Suite struct CopiedTrackSettingsTests {
  private func name(_ text: String, _ kind: FourCC = "soun") -> String? {
    var handler = HandlerReference()
    handler.componentSubtype = kind
    handler.componentName = PascalOrCString(c: text)
    return handler.givenName
  }

  /// What programs call every track of a kind is no name.
  @Test(arguments: [
    "", " ", "VideoHandler", "SoundHandler", "SoundHandle", "»VideoHandler", "Core Media Audio",
    "Core Media Time Code", "Apple Video Media Handler", "Apple MPEG-4 Scene Media Handler",
    "Sound Media Handler", "TimeCodeHandler", "Time Code Media Handler", "SubtitleHandler",
    "GPAC ISO Video Handler", "MediabunnySoundHandler", "L-SMASH Audio Handler",
    "hint media handler", "MobiTV Video Media handler", "Bento4 Video Handler", "soun", "Video",
    "handler",
  ]) func noName(_ text: String) {
    #expect(name(text) == nil)
  }

  @Test(arguments: [
    "Director commentary", "Stereo", "Vidéo – Ünïcode", "映像", "Bomb handler", "Audio description",
    "Video 2", "GoPro AVC  ", "My Sound Handler 1", "Core sample",
  ]) func givenName(_ text: String) {
    #expect(name(text) == text)
  }

  /// A counted name, as QuickTime has it, and the code of another handler.
  @Test func countedName() {
    var handler = HandlerReference()
    handler.componentSubtype = "vide"
    handler.componentName = PascalOrCString(pascal: "Boom")
    #expect(handler.givenName == "Boom")
    #expect(name("soun", "vide") == "soun")
  }

  /// 94 is Esperanto; 95 to 127 are not assigned, and neither is what follows 150.
  @Test(
    arguments: [
      (0, "eng"), (1, "fra"), (94, "epo"), (95, "und"), (0x3FF, "und"), (0x7FFF, "und"),
      (0xFFFF, "und"), (0x400, "und"), (0x1A41, "fra"), (0x55C4, "und"), (0xD5C4, "und"),
    ] as [(UInt16, String)]) func lettersOfLanguages(code: UInt16, letters: String) throws
  {
    let wanted = try #require(LanguageCode(letters))
    #expect(LanguageCode(rawValue: code).inLetters == wanted)
  }

  private func colours(_ type: FourCC, fullRange: UInt8 = 0) throws -> Atom {
    var colours = ColorInformation()
    colours.colourType = type
    colours.colourPrimaries = 9
    colours.transferCharacteristics = 16
    colours.matrixCoefficients = 9
    colours.fullRangeFlag = fullRange
    return try Atom("colr", colours)
  }

  /// A description of pictures, and of VP9 if it is known whether they use the full range.
  private func pictures(_ colours: Atom, streamRange: UInt8? = nil) throws -> Atom {
    var configuration = VPConfiguration()
    configuration.videoFullRangeFlag = streamRange ?? 0
    let codec = try streamRange == nil ? [] : [Atom("vpcC", configuration)]
    return try Atom(
      streamRange == nil ? "apcn" : "vp09", VideoDescription(),
      children: codec + [colours, Atom("abcd", .bytes([1, 2, 3]))])
  }

  /// 18 bytes become 19 with the flag of the stream, and nothing else moves.
  @Test(arguments: [(nil, 0), (0, 0), (1, 0x80)] as [(UInt8?, UInt8)])
  func coloursInMP4(streamRange: UInt8?, flag: UInt8) throws {
    let old = try pictures(colours("nclc"), streamRange: streamRange)
    var new = old
    try new.adaptVideo(to: .mp4, from: true)
    #expect(
      try new.first("colr")?.serialized()
        == atom("colr", ascii("nclx"), u16(9), u16(16), u16(9), u8(flag)))
    #expect(new.children.map(\.type) == old.children.map(\.type))
    #expect(try new.first("abcd")?.serialized() == atom("abcd", [1, 2, 3]))
  }

  /// QuickTime's form says no range, so it is used if nothing is lost by that.
  @Test(
    arguments: [
      (0, nil, "nclc"), (0, 0, "nclc"), (1, 1, "nclc"), (1, nil, "nclx"), (1, 0, "nclx"),
      (0, 1, "nclx"),
    ] as [(UInt8, UInt8?, String)])
  func coloursInQuickTime(flag: UInt8, streamRange: UInt8?, type: String) throws {
    let old = try pictures(colours("nclx", fullRange: flag), streamRange: streamRange)
    var new = old
    try new.adaptVideo(to: .quickTime, from: false)
    let unchanged = try #require(old.first("colr")).serialized()
    let changed = atom("colr", ascii("nclc"), u16(9), u16(16), u16(9))
    #expect(try new.first("colr")?.serialized() == (type == "nclc" ? changed : unchanged))
    // What a QuickTime file has stays in QuickTime.
    var same = old
    try same.adaptVideo(to: .quickTime, from: true)
    #expect(try same.serialized() == old.serialized())
  }

  /// A profile is the same in both kinds, and what cannot be read stays.
  @Test func otherColours() throws {
    for bytes in [ascii("prof") + [1, 2, 3], ascii("nclc") + [0, 9], ascii("abcd")] {
      let colours = Atom("colr", .bytes(bytes[...]))
      var new = try pictures(colours)
      try new.adaptVideo(to: .mp4, from: true)
      #expect(try new.first("colr")?.serialized() == atom("colr", bytes))
    }
    var short = Atom("apcn", .bytes([0, 0, 0, 0, 0, 0, 0, 1]))
    let old = short
    try short.adaptVideo(to: .mp4, from: true)
    #expect(try short.serialized() == old.serialized())
  }

  /// ISO/IEC 14496-12, 12.1.3: 16 bytes from the version on are 0. QuickTime has a meaning for them.
  @Test func fieldsOfPictures() throws {
    var video = VideoDescription()
    (video.version, video.revisionLevel, video.vendor) = (1, 2, "appl")
    (video.temporalQuality, video.spatialQuality, video.width) = (512, 1023, 64)
    let old = try Atom("apcn", video, children: [])
    var (iso, same) = (old, old)
    try iso.adaptVideo(to: .mp4, from: true)
    try same.adaptVideo(to: .quickTime, from: true)
    #expect(try same.serialized() == old.serialized())
    let bytes = try old.serialized()
    #expect(try iso.serialized() == Array(bytes[..<16]) + zeros(16) + bytes[32...])
  }

  /// The same of sound (12.2.3), except formats that only QuickTime has.
  @Test func fieldsOfSound() throws {
    var sound = SoundDescription()
    (sound.revisionLevel, sound.vendor, sound.compressionID) = (2, "appl", -2)
    (sound.packetSize, sound.sampleRate) = (7, UFixed16x16(rawValue: 48000 << 16))
    let old = try Atom("ac-3", sound, children: [])
    var iso = old
    try iso.adaptSound(to: .mp4, timescale: 48000)
    let bytes = try old.serialized()
    #expect(
      try iso.serialized()
        == Array(bytes[..<18]) + zeros(6) + bytes[24..<28] + zeros(4) + bytes[32...])
    var quickTimes = try Atom("ima4", sound, children: [])
    let ima4 = try quickTimes.serialized()
    try quickTimes.adaptSound(to: .mp4, timescale: 48000)
    #expect(try quickTimes.serialized() == ima4)
  }

  /// Copies all samples of tracks into a new movie.
  private func copy(of tracks: [Track], to path: FilePath) throws -> Movie {
    let writer = try MovieWriter(to: path)
    for (track, input) in zip(tracks, try writer.addInputs(for: tracks)) {
      for sample in try track.samples() { try input.append(sample) }
    }
    try writer.finish()
    return try Movie(path: path)
  }

  /// Tracks that are copied together refer to each other by the IDs that they have in the new movie.
  @Test func referencesOfCopiedTracks() throws {
    // Its video refers to two timecode tracks, of which one is copied, before the video.
    let movie = try Movie(path: TestMovies.path("timecode-handmade/two-tracks.mov"))
    #expect(movie.tracks[0].references(by: "tmcd") == [2, 3])
    let scratch = try Scratch()
    let both = try copy(of: [movie.tracks[1], movie.tracks[0]], to: scratch["both.mov"])
    #expect(both.tracks.map(\.id) == [1, 2] && both.tracks[0].isTimecode)
    #expect(both.tracks.map { $0.references(by: "tmcd") } == [[], [1]])
    #expect(try both.timecode?.start == "01:30:15:07")
    let chapters = try Movie(path: TestMovies.path("metadata/chapters.mov"))
    let copied = try copy(of: chapters.tracks, to: scratch["chapters.mov"])
    #expect(copied.tracks.map { $0.references(by: "chap") } == [[2], []])
  }

  @Test func userDataOfCopiedTracks() throws {
    let movie = try Movie(path: TestMovies.path("metadata/international-text.mov"))
    let wanted = movie.tracks.map { $0.atom.first("udta").flatMap { try? $0.serialized() } }
    #expect(wanted.contains { $0 != nil })
    let scratch = try Scratch()
    let copied = try copy(of: movie.tracks, to: scratch["out.mov"])
    #expect(
      copied.tracks.map { $0.atom.first("udta").flatMap { try? $0.serialized() } } == wanted)
  }

  /// A handler has no zero in its name, after which the rest would be lost.
  @Test func zeroInAName() throws {
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"])
    var settings = MovieWriter.TrackSettings(
      mediaType: .video, timescale: 10, sampleDescriptions: [try WrittenMovie.video()])
    settings.name = "a\0b"
    #expect(throws: WritingError.self) { _ = try writer.addInput(settings) }
  }

  /// A program sets name and volume; without them, audio has full volume, and other media none.
  @Test(arguments: [MovieWriter.Options.FileType.quickTime, .mp4])
  func newTracks(type: MovieWriter.Options.FileType) throws {
    let scratch = try Scratch()
    let writer = try MovieWriter(to: scratch["out.mov"], options: .init(fileType: type))
    var inputs: [MovieWriter.Input] = []
    for isPlain in [true, false] {
      for kind in [MediaType.audio, .video] {
        var settings = MovieWriter.TrackSettings(
          mediaType: kind, timescale: 10,
          sampleDescriptions: [
            try kind == .audio ? WrittenMovie.sound(rate: 8000) : WrittenMovie.video()
          ])
        if !isPlain {
          (settings.name, settings.volume) = ("Büro", Fixed8x8(rawValue: 0x80))
          settings.languageCode = LanguageCode(rawValue: 2)
        }
        inputs.append(try writer.addInput(settings))
      }
    }
    for input in inputs { try input.append([1], timing: tenth(0)) }
    try writer.finish()
    let tracks = try Movie(path: scratch["out.mov"]).tracks
    let volumes = try tracks.map { track in
      try #require(track.atom.first("tkhd")).decode(TrackHeader.self).volume.rawValue
    }
    #expect(volumes == [0x100, 0, 0x80, 0x80])
    let names = try tracks.map { track in
      try #require(track.atom.descendant("mdia", "hdlr")).decode(HandlerReference.self)
        .componentName.bytes
    }
    #expect(names[0].contains(ascii("Core Media Audio")))
    #expect(Array(names[2]) == (type == .mp4 ? ascii("Büro") + [0] : [5] + ascii("Büro")))
    // German: five bits a letter, from 1: d, e, u.
    #expect(
      tracks[2].languageCode.rawValue == (type == .mp4 ? 4 << 10 | 5 << 5 | 21 : 2))
  }
}
