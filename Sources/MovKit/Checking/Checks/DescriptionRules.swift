/// Rules about the sample descriptions of a track.
struct DescriptionRules {
  private let track: Track
  private let movie: Movie

  init(_ track: Track, of movie: Movie) {
    self.track = track
    self.movie = movie
  }

  func run(_ found: inout CheckFindings) {
    if track.sampleDescriptions.isEmpty, SampleDurations(track.atom).ticks > 0 {
      found.report(
        "description-missing", "the track has no sample description",
        at: track.place("mdia", "minf", "stbl", "stsd"))
    }
    ApertureRules(track).run(&found)
    track.forEachSampleDescription { entry, here in
      checkKind(entry, here, &found)
      checkProtection(entry, here, &found)
      checkConfiguration(entry, here, &found)
      switch track.mediaType {
      case .video: checkVideo(entry, here, &found)
      case .audio: checkSound(entry, here, &found)
      default: break
      }
    }
  }

  // MARK: Any media

  private func checkKind(_ entry: Atom, _ place: () -> CheckPlace, _ found: inout CheckFindings) {
    guard let handler = track.mediaType?.rawValue,
      let kind = RegisteredNames.sampleEntry(entry.type, handler: handler)?.kind, kind != handler,
      let others = Self.kinds[kind], !others.contains(handler)
    else { return }
    found.report(
      "description-kind",
      "\(entry.type) describes \(kind) and the handler of the track is \(handler)",
      at: place())
  }

  /// The kinds of descriptions that only tracks of their own kind have, and some others: sequences of pictures and
  /// auxiliary video are described as video (ISO/IEC 23008-12, 7.2.1; ISO/IEC 14496-12, 12.1.1), and streams of MPEG
  /// as what is in them.
  private static let kinds: [FourCC: Set<FourCC>] = [
    "vide": ["pict", "auxv", "MPEG", "mpeg"], "soun": ["MPEG", "mpeg"], "tmcd": [],
  ]

  private func checkProtection(
    _ entry: Atom, _ place: () -> CheckPlace, _ found: inout CheckFindings
  ) {
    guard Self.encrypted.contains(entry.type) else { return }
    let sinf = entry.first("sinf")
    guard sinf?.first("frma") == nil || sinf?.first("schm") == nil else {
      if let fault = Self.encryptionFault(entry) {
        found.report("encryption-parameters", "\(entry.type) \(fault)", at: place())
      }
      return
    }
    found.report(
      "protection-scheme-missing",
      "\(entry.type) lacks \(sinf == nil ? "sinf" : sinf?.first("frma") == nil ? "frma" : "schm")",
      at: place())
  }

  /// Why samples of an encrypted description cannot be decrypted even with the key; nil if nothing keeps them from it.
  private static func encryptionFault(_ entry: Atom) -> String? {
    guard let scheme = entry.encryptionScheme else { return nil }
    guard Atom.commonSchemes.contains(scheme) else {
      let isKnown =
        RegisteredNames.name(of: scheme, as: .scheme) != nil || otherSchemes.contains(scheme)
      return isKnown ? nil : "is encrypted by the scheme '\(scheme)', which is not registered"
    }
    guard let sinf = entry.first("sinf"), sinf.isDivided else { return nil }
    guard sinf.descendant("schi", "tenc") != nil else {
      return "has no tenc, which the scheme '\(scheme)' needs"
    }
    guard let parameters = entry.trackEncryption, parameters.defaultIsProtected == 1 else {
      return nil
    }
    let size = parameters.defaultPerSampleIVSize
    guard size == 0 else {
      return size == 8 || size == 16
        ? nil : "has initialization vectors of \(size) bytes; they must have 8 or 16"
    }
    let constant = parameters.defaultConstantIV.bytes.count
    guard constant > 0 else { return "has neither per-sample IVs nor a constant IV" }
    return constant == 8 || constant == 16
      ? nil
      : "has no per-sample IVs, and a constant IV of \(counted(constant, "byte")); it must have 8 or 16"
  }

  /// Schemes that are in use and not registered: Microsoft's PIFF, Adobe's and Apple's.
  private static let otherSchemes: Set<FourCC> = ["piff", "adkm", "itun"]

  /// Only those of video and sound: those of other media have fields of the original format before their atoms, which
  /// are not all known, so that `sinf` may not be found.
  private static let encrypted: Set<FourCC> = ["encv", "enca"]

  private func checkConfiguration(
    _ entry: Atom, _ place: () -> CheckPlace, _ found: inout CheckFindings
  ) {
    guard let types = Self.configurations[entry.type],
      !types.contains(where: { entry.codecAtom($0) != nil })
    else { return }
    // A description whose atoms could not be read is reported as such.
    guard entry.isDivided else { return }
    found.report("codec-configuration-missing", "\(entry.type) has no \(types[0])", at: place())
  }

  private static let configurations: [FourCC: [FourCC]] = [
    "avc1": ["avcC"], "avc3": ["avcC"], "hvc1": ["hvcC"], "hev1": ["hvcC"], "av01": ["av1C"],
    "vp09": ["vpcC"], "mp4v": ["esds", "glbl"], "mp4a": ["esds"], "ac-3": ["dac3"],
    "ec-3": ["dec3"], "ac-4": ["dac4"], "Opus": ["dOps"], "fLaC": ["dfLa"],
  ]

  // MARK: Video

  private func checkVideo(_ entry: Atom, _ place: () -> CheckPlace, _ found: inout CheckFindings) {
    guard let video = try? entry.decode(VideoDescription.self) else { return }
    if video.width == 0 || video.height == 0 {
      found.report(
        "picture-size-zero", "pictures are \(video.width) by \(video.height) pixels large",
        at: place())
    } else if let stream = (try? VideoStreamFormat(description: entry)).flatMap({ $0 }) {
      let differs = stream.width != Int(video.width) || stream.height != Int(video.height)
      let differsCoded =
        stream.codedWidth != Int(video.width) || stream.codedHeight != Int(video.height)
      if differs, differsCoded {
        found.report(
          "picture-size",
          "pictures are \(video.width) by \(video.height) in the sample description, and "
            + "\(stream.width) by \(stream.height) in the codec's configuration", at: place())
      }
    }
    ConfigurationRules(entry).checkVideo(place, &found)
    ColourRules(entry)?.run(place, &found)
    DolbyVisionRules(entry)?.run(place, &found)
    if entry.type == "hev1" {
      found.report("hevc-in-band", "the samples are of type hev1", at: place())
    }
    if let pasp = try? entry.first("pasp")?.decode(PixelAspectRatio.self),
      pasp.horizontalSpacing == 0 || pasp.verticalSpacing == 0
    {
      found.report(
        "pixel-aspect-zero",
        "the shape of a pixel is \(pasp.horizontalSpacing) to \(pasp.verticalSpacing)", at: place())
    }
    ApertureRules(track).check(entry, video, place, &found)
    if let fiel = try? entry.first("fiel")?.decode(FieldHandling.self) {
      let isKnown =
        fiel.fieldCount == 1
        || fiel.fieldCount == 2 && [0, 1, 6, 9, 14].contains(fiel.fieldOrdering)
      if !isKnown {
        found.report(
          "field-order-value",
          "there \(fiel.fieldCount == 1 ? "is" : "are") \(counted(fiel.fieldCount, "field")) in the order \(fiel.fieldOrdering)",
          at: place())
      }
    } else {
      found.report("field-order-missing", "\(entry.type) has no fiel", at: place())
    }
    if entry.hasQuickTimeColours {
      found.report("colour-quicktime", "\(entry.type) has a colr of type nclc", at: place())
    }
    if entry.first("colr") == nil {
      found.report("colour-missing", "\(entry.type) has no colr", at: place())
    } else if entry.first("gama") != nil {
      found.report("gamma-with-colour", "\(entry.type) has gama and colr", at: place())
    }
  }

  // MARK: Audio

  private func checkSound(_ entry: Atom, _ place: () -> CheckPlace, _ found: inout CheckFindings) {
    guard let sound = try? entry.decode(SoundDescription.self) else { return }
    if sound.channels == 0, Self.countsChannels.contains(entry.type) {
      found.report("sound-channels-zero", "there are 0 channels", at: place())
    }
    ConfigurationRules(entry).checkSound(sound, timescale: track.timescale, place, &found)
    let stsd = track.atom.descendant("mdia", "minf", "stbl", "stsd")
    let descriptions = try? stsd?.decode(SampleDescriptions.self)
    if sound.version > 0, descriptions?.version == 0 {
      found.report(
        "sound-version-in-mp4",
        "\(entry.type) has version \(sound.version) in an stsd of version 0",
        at: place())
    }
    if sound.version == 1, !sound.hasQuickTimeFields, descriptions?.version == 0 {
      found.report(
        "sound-fields-missing",
        "\(entry.type) has version 1 in an stsd of version 0, and lacks the 16 bytes of QuickTime's version 1",
        at: place())
    }
    checkLayout(sound, entry, place, &found)
    CompressedSoundRate(entry, sound, track)?.run(place, &found)
    guard let pcm = LinearPCMFormat(description: entry, timescale: track.timescale),
      pcm.sampleRate > 0, track.timescale > 0,
      let durations = try? track.atom.descendant("mdia", "minf", "stbl", "stts")?
        .decode(TimeToSample.self).entries, let first = durations.first
    else { return }
    if pcm.sampleRate == track.timescale {
      checkSampleSize(pcm, durations, place, &found)
    } else if first.sampleDelta == 1 {
      found.report(
        "sound-rate",
        "there are \(pcm.sampleRate) samples per second in the description, and \(track.timescale) in "
          + "the media", at: place())
    }
  }

  private func checkLayout(
    _ sound: SoundDescription, _ entry: Atom, _ place: () -> CheckPlace,
    _ found: inout CheckFindings
  ) {
    let stated = StatedLayout(in: entry)
    guard stated?.channels != nil || found.holds("channel-layout-missing"),
      let facts = AudioFacts(
        entry, format: CodecFacts(entry, handler: track.mediaType?.rawValue).format,
        timescale: track.timescale),
      let channels = facts.channels
    else { return }
    if let stated, let count = stated.channels, count != channels,
      // Parametric stereo that only the samples show has two channels in the entry, and one in the configuration.
      count != Int(clamping: sound.channels) || channels != 1
    {
      found.report(
        "channel-layout-count",
        "\(stated.type) names \(counted(count, "channel")), and the audio has \(channels)",
        at: place())
    } else if stated == nil, channels > 2, facts.channelLayout == nil {
      found.report(
        "channel-layout-missing",
        "\(counted(channels, "channel", "has", "have")) no layout (chan or chnl)", at: place())
    }
  }

  /// A sample that lasts a number of ticks has that number of audio frames. Some files count a sample as
  /// one byte, which says nothing.
  private func checkSampleSize(
    _ pcm: LinearPCMFormat, _ durations: Table<TimeToSample.Row>, _ place: () -> CheckPlace,
    _ found: inout CheckFindings
  ) {
    guard durations.count == 1, track.sampleDescriptions.count == 1,
      let stsz = try? track.atom.descendant("mdia", "minf", "stbl", "stsz")?
        .decode(SampleSizes.self), stsz.sampleSize > 1
    else { return }
    let ticks = UInt64(durations[0].sampleDelta)
    // The description's numbers have at most 16 bits.
    let frame = UInt64(clamping: pcm.bytesPerFrame)
    let (size, overflow) = ticks.multipliedReportingOverflow(by: frame)
    guard ticks > 0, overflow || size != UInt64(stsz.sampleSize) else { return }
    found.report(
      "sound-sample-size",
      "samples have \(counted(stsz.sampleSize, "byte")), and \(counted(ticks, "audio frame")) of \(frame) "
        + "bytes by the description", at: place())
  }

  private static let countsChannels: Set<FourCC> = [
    "sowt", "twos", "lpcm", "in24", "in32", "fl32", "fl64", "raw ", "ipcm", "fpcm",
  ]
}

extension Track {
  /// Calls `body` with each entry of `stsd` and what returns its place: a movie can have very many descriptions, and
  /// mostly there is nothing to report of them.
  func forEachSampleDescription(_ body: (_ entry: Atom, _ place: () -> CheckPlace) -> Void) {
    lazy var place = place("mdia", "minf", "stbl", "stsd")
    let atoms = atom.descendant("mdia", "minf", "stbl", "stsd")?.children ?? []
    for (entry, component) in zip(atoms, atoms.pathComponents()) where !entry.type.isFreeSpace {
      body(entry) { CheckPlace(path: "\(place.path)/\(component)", offset: entry.offset) }
    }
  }
}
