import MovKit

/// Prints the summary of a file: a line for the file and a line for each of its tracks, or of the first of
/// them.
struct MovieHeading {
  private let file: InspectedFile
  private let contents: MovieSummary?

  init(_ file: InspectedFile) { self.init(file, MovieSummary(file)) }

  init(_ file: InspectedFile, _ contents: MovieSummary?) {
    self.file = file
    self.contents = contents
  }

  func write(on page: TextPage) throws(Failure) {
    let name = file.path.description
    try page.fill(
      page.styled(name, .title) + ": ", firstWidth: name.columns + 2, words: words(summary),
      indent: 2
    )
    guard let tracks = contents?.tracks else { return }
    let ids = tracks.map { String($0.track.id) }
    let kinds = tracks.map { Self.kind($0.track) }
    let idWidth = ids.map(\.count).max() ?? 0
    let kindWidth = kinds.map(\.columns).max() ?? 0
    for (index, track) in tracks.enumerated() {
      let start =
        "  track " + ids[index].aligned(to: idWidth) + "  " + kinds[index].padded(to: kindWidth)
      let facts = Self.facts(of: track)
      try page.fill(
        start + "  ", firstWidth: start.columns + 2, words: words(facts),
        indent: min(start.columns + 2, page.width / 3))
    }
  }

  /// Splits facts into the words between which a line may break. A short fact stays whole.
  private func words(_ facts: [String]) -> [String] {
    facts.enumerated().flatMap { index, fact in
      let text = fact + (index + 1 < facts.count ? "," : "")
      return text.columns <= 24 ? [text] : text.split(separator: " ").map(String.init)
    }
  }

  /// The facts about the file: format, duration, size and date.
  private var summary: [String] {
    var facts = [format]
    if let contents {
      facts.append(contents.duration?.readable ?? "duration unknown")
      if contents.movie.isFragmented { facts.append("fragmented") }
    } else {
      let stored = file.atoms.storedMovie
      facts.append(
        stored == nil
          ? "no movie (no moov)"
          : stored?.movie?.isReferenceMovie == true
            ? "a reference movie" : "its movie cannot be read")
    }
    let size = file.source.size
    facts.append(
      counted(size, "byte") + (readableSize(size).map { " (\($0))" } ?? ""))
    if let date = file.movie?.creationTime.iso8601 { facts.append("created \(date)") }
    return facts
  }

  /// The format of the file by its major brand.
  private var format: String {
    let type = file.atoms.first("ftyp") ?? file.atoms.first("styp")
    guard let brand = type.flatMap({ try? $0.decode(FileType.self).majorBrand }) else {
      return file.movie == nil ? "no file type" : "QuickTime from before file types (no ftyp)"
    }
    return (RegisteredNames.brand(brand) ?? "unknown brand") + " (\(brand.trimmed))"
  }

  // MARK: Tracks

  /// Returns the word by which `--track` selects the track, if there is one, otherwise the name of
  /// its media type.
  static func kind(_ track: Track) -> String {
    if let kind = KindOfTrack(track) { return kind.rawValue }
    guard let type = track.mediaType else { return "no media type" }
    return RegisteredNames.handler(type.rawValue)?.lowercased() ?? "\(type)"
  }

  private static func facts(of one: MovieSummary.OneTrack) -> [String] {
    var facts: [String] = []
    if let codec = one.facts.codec {
      facts.append(name(codec, of: one.track))
      if codec.isProtected {
        facts.append("encrypted" + (codec.protectionScheme.map { " (\($0.trimmed))" } ?? ""))
      }
    }
    facts += picture(one.facts)
    if let audio = one.facts.audio { facts += sound(audio) }
    if let timecode = one.timecode { facts += shown(timecode) }
    facts.append(one.duration?.readable ?? "duration unknown")
    if let language = one.facts.language { facts.append(language.escaped) }
    if !one.track.isEnabled { facts.append("disabled") }
    return facts
  }

  private static func name(_ codec: CodecFacts, of track: Track) -> String {
    let others = track.sampleDescriptions.count - 1
    // The codec name of a timecode track would only repeat its kind.
    let isPlain = codec.name.map { $0.lowercased() == kind(track) } ?? true
    return codec.entryType.trimmed + (isPlain ? "" : " \(codec.name ?? "")")
      + (others > 0 ? " and \(others) more" : "")
  }

  private static func picture(_ facts: TrackFacts) -> [String] {
    var found: [String] = []
    if let video = facts.video {
      found.append("\(video.width)×\(video.height)")
      if (video.displayWidth, video.displayHeight) != (video.width, video.height) {
        found.append("shown as \(video.displayWidth)×\(video.displayHeight)")
      }
      if let effect = facts.orientation?.effect { found.append(effect) }
    }
    if let rate = facts.frameRate {
      let text = readableRate(
        rate.numerator, per: rate.denominator, exactly: { rate.isConstant ? " (\($0))" : "" })
      if let text { found.append(rate.isConstant ? text : "average \(text) (variable)") }
    }
    if let colour = facts.video?.colour?.name { found.append(colour) }
    if let video = facts.video { found += range(of: video) }
    if let views = facts.video?.views { found += shown(views) }
    return found
  }

  /// What is stated of high dynamic range, besides the colours.
  private static func range(of video: VideoFacts) -> [String] {
    var found: [String] = []
    if let vision = video.dolbyVision {
      let others = vision.compatibilityID
      found.append("Dolby Vision profile \(vision.profile)" + (others > 0 ? ".\(others)" : ""))
    }
    if let display = video.masteringDisplay {
      found.append(
        "mastered for \(luminance(display.minLuminance)) to \(luminance(display.maxLuminance)) cd/m²"
      )
    }
    if let light = video.contentLight {
      found.append(
        "MaxCLL \(light.maxContentLightLevel) and MaxFALL \(light.maxPicAverageLightLevel) cd/m²")
    }
    return found
  }

  private static func shown(_ views: ViewFacts) -> [String] {
    let stereo: String? =
      switch views.stereo {
      case nil: nil
      case .multiview: "stereo (multiview)"
      case .sideBySide: "stereo (side by side)"
      case .rightLeft: "stereo (side by side, right view first)"
      case .topBottom: "stereo (top and bottom)"
      case .other: "stereo"
      }
    let projection: String? =
      switch views.projection {
      case nil, .rectilinear: nil
      case .equirectangular: "360° (equirectangular)"
      case .halfEquirectangular: "180° (half equirectangular)"
      case .fisheye: "fisheye"
      case .cubemap: "360° (cubemap)"
      case .mesh: "projected by a mesh"
      case .other(let code): "projection \(code)"
      }
    return [stereo, projection].compactMap { $0 }
  }

  private static func sound(_ audio: AudioFacts) -> [String] {
    var found: [String] = []
    if let channels = audio.channels {
      let layout = channels > 2 ? audio.channelLayout.map { " (\($0))" } ?? "" : ""
      found.append("\(counted(channels, "channel"))\(layout)")
    }
    if let rate = audio.sampleRate { found.append(plainNumber(rate) + " Hz") }
    return found
  }

  /// Returns the facts about a timecode track.
  private static func shown(_ timecode: TimecodeFacts) -> [String] {
    var found: [String] = []
    let counter = timecode.format?.isCounter == true ? "counter from " : ""
    switch (timecode.first, timecode.last) {
    case (let first?, let last?): found.append("\(counter)\(first) to \(last)")
    case (let first?, nil): found.append("\(counter)\(first)")
    default: break
    }
    if timecode.segmentCount > 1 { found.append("\(timecode.segmentCount) segments") }
    if timecode.sampleCount > 1 { found.append("\(timecode.sampleCount) samples") }
    if let format = timecode.format {
      if format.isDropFrame { found.append("drop frame") }
      if format.frameDuration.isNumeric, format.frameDuration.value > 0,
        let rate = readableRate(
          UInt64(format.frameDuration.timescale), per: UInt64(format.frameDuration.value))
      {
        found.append(rate)
      }
    }
    if let reel = timecode.reel, !reel.isEmpty { found.append("reel \(reel.escaped)") }
    return found
  }
}

/// Returns a luminance in candela per square metre.
/// - Parameter units: It, in units of 0.0001.
func luminance(_ units: Int) -> String { decimal(UInt128(units), over: 10000, places: 4) }

extension FourCC {
  fileprivate var trimmed: Substring { description.trimmingSpaces }
}
