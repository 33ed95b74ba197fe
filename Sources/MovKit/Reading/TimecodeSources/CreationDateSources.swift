extension TimecodeSourceFinder {
  /// Finds when the movie was created: in metadata, and in the headers. These are clocks, often of the
  /// end of the recording or of a later program.
  mutating func findCreationDates() {
    for owner in owners {
      owner.atom.forEachMetadataItem(
        at: owner.path, of: ["com.apple.quicktime.creationdate"]
      ) { item in
        guard case .text(let text) = item.value,
          let clock = WallClock(iso8601: text.trimmedASCII)
        else { return }
        add(
          clock, path: "\(owner.path)/meta", field: item.key, trackID: owner.trackID,
          offset: owner.atom.first("meta")?.offset)
      }
    }
    var seen: Set<MacDate> = []
    func new(_ date: MacDate) -> WallClock? {
      guard let text = date.iso8601, seen.insert(date).inserted else { return nil }
      return WallClock(iso8601: text)
    }
    if let clock = new(movie.creationTime) {
      add(
        clock, path: TimecodeSource.movieHeader, field: "creation_time", trackID: nil,
        offset: movie.atom.first("mvhd")?.offset)
    }
    for track in movie.tracks {
      if let header = track.atom.trackHeader, let clock = new(header.creationTime) {
        add(
          clock, path: "\(track.path)/tkhd", field: "creation_time", trackID: track.id,
          offset: track.atom.first("tkhd")?.offset)
      }
      if let header = track.atom.mediaHeader, let clock = new(header.creationTime) {
        add(
          clock, path: "\(track.path)/mdia/mdhd", field: "creation_time", trackID: track.id,
          offset: track.atom.descendant("mdia", "mdhd")?.offset)
      }
    }
  }

  private mutating func add(
    _ clock: WallClock, path: String, field: String, trackID: UInt32?, offset: UInt64?
  ) {
    var source = TimecodeSource(
      .creationDate, path: path, field: field, trackID: trackID, offset: offset)
    source.add(clock, at: .zero, counting: frameDuration)
    source.certainty = .assumed
    source.notes.append("a clock, and not a timecode")
    found.append(source)
  }
}

extension TimecodeSource {
  fileprivate static let movieHeader = "moov/mvhd"

  /// Whether it is the date in the header of the movie.
  package var isOfMovieHeader: Bool { path == Self.movieHeader }
}
