import MovKit

/// What a file is, in a line, and a line for each of its tracks.
struct MovieHeading {
  private let file: InspectedFile

  init(_ file: InspectedFile) { self.file = file }

  func write(on page: TextPage) throws(Failure) {
    let name = file.path.description
    try page.fill(
      page.styled(name, .title) + ": ", firstWidth: name.columns + 2, words: words(summary),
      indent: 2
    )
    guard let movie = file.movie else { return }
    let ids = movie.tracks.map { String($0.id) }
    let kinds = movie.tracks.map(Self.kind)
    let idWidth = ids.map(\.count).max() ?? 0
    let kindWidth = kinds.map(\.count).max() ?? 0
    for (index, track) in movie.tracks.enumerated() {
      let start =
        "  track " + ids[index].aligned(to: idWidth) + "  " + kinds[index].padded(to: kindWidth)
      let facts = facts(of: track, in: movie)
      try page.fill(
        start + "  ", firstWidth: start.columns + 2, words: words(facts),
        indent: min(start.columns + 2, page.width / 3))
    }
  }

  /// A short fact stays on one line.
  private func words(_ facts: [String]) -> [String] {
    facts.enumerated().flatMap { index, fact in
      let text = fact + (index + 1 < facts.count ? "," : "")
      return text.columns <= 24 ? [text] : text.split(separator: " ").map(String.init)
    }
  }

  private var summary: [String] {
    var facts = [format]
    if let movie = file.movie {
      facts.append(Self.duration(of: movie))
      if movie.isFragmented { facts.append("fragmented") }
    } else {
      facts.append(
        file.atoms.first("moov") == nil ? "no movie (no moov)" : "its movie cannot be read")
    }
    let size = file.source.size
    facts.append(
      "\(size) byte\(size == 1 ? "" : "s")" + (readableSize(size).map { " (\($0))" } ?? ""))
    if let date = file.movie?.creationTime.iso8601 { facts.append("created \(date)") }
    return facts
  }

  private var format: String {
    let type = file.atoms.first("ftyp") ?? file.atoms.first("styp")
    guard let brand = type.flatMap({ try? $0.decode(FileType.self).majorBrand }) else {
      return file.movie == nil ? "no file type" : "QuickTime from before file types (no ftyp)"
    }
    return (RegisteredNames.brand(brand) ?? "unknown brand") + " (\(brand.trimmed))"
  }

  // MARK: Tracks

  private static func kind(_ track: Track) -> String {
    guard let type = track.mediaType else { return "no media type" }
    return RegisteredNames.handler(type)?.lowercased() ?? "\(type)"
  }

  private func facts(of track: Track, in movie: Movie) -> [String] {
    var facts: [String] = []
    if let codec = Self.codec(track) { facts.append(codec) }
    switch track.mediaType {
    case "vide": facts += picture(track)
    case "soun": facts += sound(track)
    case "tmcd": facts += timecode(track)
    default: break
    }
    facts.append(
      Self.readable(track.duration) ?? Self.readable(track.mediaDuration) ?? "duration unknown")
    // `und` says that nobody said.
    if let language = track.extendedLanguage ?? track.language.iso639, language != "und" {
      facts.append(language.escaped)
    }
    if !track.isEnabled { facts.append("disabled") }
    return facts
  }

  private static func codec(_ track: Track) -> String? {
    guard let first = track.sampleDescriptions.first else { return nil }
    let name = RegisteredNames.sampleEntry(first.type, handler: track.mediaType)?.name
    let others = track.sampleDescriptions.count - 1
    // That a timecode track holds timecode is said.
    let isPlain = name.map { $0.lowercased() == kind(track) } ?? true
    return first.type.trimmed + (isPlain ? "" : " \(name ?? "")")
      + (others > 0 ? " and \(others) more" : "")
  }

  private func picture(_ track: Track) -> [String] {
    var facts: [String] = []
    if let entry = track.sampleDescriptions.first,
      let video = try? entry.decode(VideoDescription.self)
    {
      facts.append("\(video.width)×\(video.height)")
    }
    if case .list(let values)? = track.matrix.summary,
      let effect = TransformationText(values, named: "matrix")?.effect
    {
      facts.append(effect)
    }
    if let (ticks, isConstant) = track.commonestSampleDuration,
      let rate = readableRate(UInt64(track.timescale), per: ticks)
    {
      facts.append(isConstant ? rate : "mostly \(rate)")
    }
    return facts
  }

  private func sound(_ track: Track) -> [String] {
    guard let entry = track.sampleDescriptions.first,
      let sound = try? entry.decode(SoundDescription.self)
    else { return [] }
    let channels = sound.channels
    var facts = ["\(channels) channel\(channels == 1 ? "" : "s")"]
    if let exact = try? entry.first("srat")?.decode(SamplingRate.self).samplingRate {
      return facts + ["\(exact) Hz"]
    }
    let rate =
      sound.version == 2
      ? sound.extended.audioSampleRate.fieldValue : sound.sampleRate.fieldValue
    if case .decimal(let digits) = rate, digits != "0" {
      facts.append((digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits) + " Hz")
    }
    return facts
  }

  private func timecode(_ track: Track) -> [String] {
    guard let timecode = try? TimecodeTrack(track, from: file.source) else { return [] }
    var facts: [String] = []
    let start = timecode.value(at: .zero)
    if let format = start.map({ timecode.formats[$0.formatIndex] }) ?? timecode.formats.first {
      if format.isDropFrame { facts.append("drop frame") }
      if format.frameDuration.isNumeric, format.frameDuration.value > 0,
        let rate = readableRate(
          UInt64(format.frameDuration.timescale), per: UInt64(format.frameDuration.value))
      {
        facts.append(rate)
      }
    }
    if let (value, index) = start {
      facts.insert("starts at \(timecode.formats[index].text(value))", at: 0)
    }
    return facts
  }

  /// The header of a fragmented movie may tell of nothing that came after it.
  private static func duration(of movie: Movie) -> String {
    let header = movie.duration
    let tells = movie.atom.descendant("mvex", "mehd") != nil
    guard movie.isFragmented, !tells || !header.isNumeric || header == .zero else {
      return readable(header) ?? "duration unknown"
    }
    let media = (movie.tracks.map(\.mediaDuration) + [header]).filter(\.isNumeric).max()
    return media.flatMap(readable) ?? "duration unknown"
  }

  private static func readable(_ time: MediaTime) -> String? {
    guard time.isNumeric else { return nil }
    return readableTime(time.value, per: UInt32(clamping: time.timescale))
  }
}

extension FourCC {
  /// Without the spaces that fill it up.
  fileprivate var trimmed: String {
    var text = description
    while text.last == " " { text.removeLast() }
    return text
  }
}
