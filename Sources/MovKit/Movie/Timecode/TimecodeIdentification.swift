/// What makes a track a timecode track. Every part of the library asks here.
enum TimecodeIdentification {
  /// Its handler is `tmcd`, or it has another one and all of its samples are described as timecode.
  static func isTimecode(handler: FourCC?, formats: some Collection<FourCC>) -> Bool {
    handler == "tmcd"
      || !formats.isEmpty && formats.allSatisfy { TimecodeMediaSubType($0) != nil }
  }
}

extension Atom {
  /// Whether a `trak` holds timecode.
  var isTimecodeTrack: Bool {
    let descriptions = descendant("mdia", "minf", "stbl", "stsd")?.entries ?? []
    return TimecodeIdentification.isTimecode(handler: handler, formats: descriptions.map(\.type))
  }
}

extension Track {
  /// Whether this is a timecode track: by its handler, or by its samples where the handler says
  /// something else.
  public var isTimecode: Bool {
    TimecodeIdentification.isTimecode(
      handler: mediaType, formats: sampleDescriptions.map(\.type))
  }
}

extension Movie {
  /// The timecode tracks that can be read, in the order of the file.
  public var timecodeTracks: [Track] { tracks.filter(\.isTimecode) }

  /// The first track that cannot be read and is, or may be, a timecode track; one that says so comes
  /// before one that says nothing.
  public var unreadableTimecodeTrack: UnreadableTrack? {
    unreadableTracks.first(where: \.isTimecode) ?? unreadableTrack(ofType: "tmcd")
  }
}
