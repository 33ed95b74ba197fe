/// The rule that makes a track a timecode track. Every part of the library uses this one.
enum TimecodeIdentification {
  /// Whether the handler is `tmcd`, or all sample descriptions are of timecode whatever the
  /// handler.
  static func isTimecode(handler: FourCC?, formats: some Collection<FourCC>) -> Bool {
    handler == "tmcd"
      || !formats.isEmpty && formats.allSatisfy { TimecodeMediaSubType($0) != nil }
  }
}

extension Atom {
  /// In a `trak`: whether it is a timecode track.
  var isTimecodeTrack: Bool {
    // A movie can have a track in every eight bytes.
    guard let media = first("mdia") else { return false }
    let descriptions = media.descendant("minf", "stbl", "stsd")?.entries ?? []
    return TimecodeIdentification.isTimecode(handler: handler, formats: descriptions.map(\.type))
  }
}

extension Track {
  /// Whether this is a timecode track: its handler is `tmcd`, or all of its sample descriptions are
  /// of timecode.
  public var isTimecode: Bool {
    TimecodeIdentification.isTimecode(
      handler: mediaType?.rawValue, formats: sampleDescriptions.map(\.type))
  }
}

extension Movie {
  /// The readable timecode tracks, in the order of the file. All tracks are looked at each time.
  public var timecodeTracks: [Track] { tracks.filter(\.isTimecode) }

  /// The first unreadable track that is a timecode track, or else the first that may be one because
  /// its handler cannot be read; nil if there is neither.
  public var unreadableTimecodeTrack: UnreadableTrack? {
    unreadableTracks.timecode.first ?? unreadableTrack(.timecode)
  }
}
