import MovKit

// The keys `movie` and `tracks` of a file. Every key is always present. Its value always has the
// same type, or is null.

extension JSONWriter {
  /// Writes the members `movie` and `tracks`.
  /// - Parameter summary: nil if the file has no movie that can be read.
  mutating func members(
    _ summary: MovieSummary?, of file: InspectedFile
  ) throws(Failure) {
    try key("movie")
    if let summary { try value(summary, of: file) } else { try null() }
    try key("tracks")
    try beginArray()
    for track in summary?.tracks ?? [] { try value(track) }
    try endArray()
  }

  private mutating func value(
    _ summary: MovieSummary, of file: InspectedFile
  ) throws(Failure) {
    let movie = summary.movie
    try beginObject()
    try member("majorBrand", movie.majorBrand?.description)
    try member("duration", summary.duration ?? .invalid)
    try member("creationTime", movie.creationTime)
    try member("modificationTime", movie.modificationTime)
    try member("fragmented", movie.isFragmented)
    try endObject()
  }

  private mutating func value(_ one: MovieSummary.OneTrack) throws(Failure) {
    let (track, facts) = (one.track, one.facts)
    try beginObject()
    try member("trackID", track.id)
    try member("path", track.path)
    try member("mediaType", track.mediaType?.description)
    try member("kind", KindOfTrack(track)?.rawValue)
    try member("enabled", track.isEnabled)
    try key("codec")
    if let codec = facts.codec { try value(codec, of: track) } else { try null() }
    try member("duration", one.duration ?? .invalid)
    try member("language", facts.language)
    try key("video")
    if let video = facts.video { try value(video, facts) } else { try null() }
    try key("audio")
    if let audio = facts.audio { try value(audio) } else { try null() }
    try key("timecode")
    if let timecode = one.timecode { try value(timecode) } else { try null() }
    try endObject()
  }

  private mutating func value(_ codec: CodecFacts, of track: Track) throws(Failure) {
    try beginObject()
    try member("sampleEntry", codec.entryType.description)
    try member("format", codec.format.description)
    try member("name", codec.name)
    try member("codecs", codec.codecs)
    try member("encrypted", codec.isProtected)
    try member("encryptionScheme", codec.protectionScheme?.description)
    try member("descriptionCount", track.sampleDescriptions.count)
    try endObject()
  }

  private mutating func value(_ video: VideoFacts, _ facts: TrackFacts) throws(Failure) {
    try beginObject()
    try member("width", video.width)
    try member("height", video.height)
    try member("displayWidth", video.displayWidth)
    try member("displayHeight", video.displayHeight)
    try key("pixelAspectRatio")
    try beginObject(inline: true)
    try member("horizontal", video.pixelAspectRatio.horizontal)
    try member("vertical", video.pixelAspectRatio.vertical)
    try endObject()
    try member("frameRate", ratio: facts.frameRate.map { ($0.numerator, $0.denominator) })
    try member("constantFrameRate", flag: facts.frameRate?.isConstant)
    try member("bitDepth", video.bitDepth)
    try member("rotation", facts.orientation?.rotation)
    try member("mirrored", flag: facts.orientation?.isMirrored)
    try key("colour")
    if let colour = video.colour { try value(colour) } else { try null() }
    try member("stereo", video.views?.stereo?.rawValue)
    try member("projection", video.views?.projection?.description)
    try key("dolbyVision")
    if let vision = video.dolbyVision { try value(vision) } else { try null() }
    try key("masteringDisplay")
    if let display = video.masteringDisplay { try value(display) } else { try null() }
    try key("contentLight")
    if let light = video.contentLight { try value(light) } else { try null() }
    try endObject()
  }

  private mutating func value(_ vision: DolbyVisionFacts) throws(Failure) {
    try beginObject(inline: true)
    try member("profile", vision.profile)
    try member("level", vision.level)
    try member("compatibilityID", vision.compatibilityID)
    try endObject()
  }

  private mutating func value(_ display: MasteringDisplayFacts) throws(Failure) {
    try beginObject()
    try member("red", display.red)
    try member("green", display.green)
    try member("blue", display.blue)
    try member("whitePoint", display.whitePoint)
    try key("maxLuminance")
    try value(exactly: luminance(display.maxLuminance))
    try key("minLuminance")
    try value(exactly: luminance(display.minLuminance))
    try endObject()
  }

  private mutating func member(
    _ name: String, _ point: MasteringDisplayFacts.Point
  ) throws(Failure) {
    try key(name)
    try beginObject(inline: true)
    for (name, units) in [("x", point.x), ("y", point.y)] {
      try key(name)
      try value(exactly: decimal(UInt128(units), over: 50000, places: 5))
    }
    try endObject()
  }

  private mutating func value(_ light: ContentLightFacts) throws(Failure) {
    try beginObject(inline: true)
    try member("maxContentLightLevel", light.maxContentLightLevel)
    try member("maxPicAverageLightLevel", light.maxPicAverageLightLevel)
    try endObject()
  }

  private mutating func value(_ colour: ColourFacts) throws(Failure) {
    try beginObject(inline: true)
    try member("primaries", colour.primaries)
    try member("transferCharacteristics", colour.transferCharacteristics)
    try member("matrixCoefficients", colour.matrixCoefficients)
    try member("fullRange", flag: colour.isFullRange)
    try member("name", colour.name)
    try endObject()
  }

  private mutating func value(_ audio: AudioFacts) throws(Failure) {
    try beginObject(inline: true)
    try member("channels", audio.channels)
    try member("channelLayout", audio.channelLayout)
    try key("sampleRate")
    if let rate = audio.sampleRate { try value(exactly: plainNumber(rate)) } else { try null() }
    try member("bitsPerSample", audio.bitsPerSample)
    try endObject()
  }

  private mutating func value(_ timecode: TimecodeFacts) throws(Failure) {
    try beginObject()
    try member("first", timecode.first)
    try member("last", timecode.last)
    try member("reel", timecode.reel)
    try member("frameRate", ratio: timecode.format?.rate)
    try member("dropFrame", flag: timecode.format?.isDropFrame)
    try member("counter", flag: timecode.format?.isCounter)
    try member("sampleCount", timecode.sampleCount)
    try member("segmentCount", timecode.segmentCount)
    try endObject()
  }
}

/// Returns a number in decimal, without a fraction if it is whole: `48000`, `22254.54545593262`.
func plainNumber(_ number: Double) -> String {
  Int64(exactly: number).map(String.init) ?? number.description
}
