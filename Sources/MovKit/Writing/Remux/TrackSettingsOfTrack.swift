extension Track {
  /// The settings for writing the same track into a new movie, with its description, size, name, volume and
  /// language, but without its edits. What the two formats describe in different ways is described as `type`
  /// requires.
  ///
  /// Throws `FormatError` if a description cannot be read, an edit has no valid time, or nothing says what kind of
  /// media it is.
  func settings(
    for type: MovieWriter.Options.FileType
  ) throws(FormatError) -> MovieWriter.TrackSettings {
    guard !hasEditList || edits.allSatisfy({ $0.target.end.isNumeric }) else {
      throw FormatError(
        .invalidTime("an edit has no valid time, because it is out of range or has no timescale"),
        path: "\(path)/edts/elst", at: atom.descendant("edts", "elst")?.offset)
    }
    guard let kind = mediaTypeWithoutHandler else {
      throw FormatError(
        .missing(
          "the track has no handler (hdlr), and nothing else of it says what kind of media it has"),
        path: path, at: atom.offset)
    }
    var descriptions: [Atom] = []
    for description in sampleDescriptions {
      var description = description
      if kind == .audio { try description.adaptSound(to: type, timescale: timescale) }
      if kind.hasPictures {
        try description.adaptVideo(to: type, from: isQuickTime)
      }
      // All media of the new movie is in its own file.
      try description.pointToOwnFile()
      descriptions.append(description)
    }
    var settings = MovieWriter.TrackSettings(
      mediaType: kind, timescale: timescale, sampleDescriptions: descriptions)
    settings.size = size
    settings.isSlideShow = isSlideShow
    settings.matrix = matrix
    // Files other than QuickTime's have no other place for a name that programs show.
    settings.name = handlerName ?? (type == .mp4 ? userDataName : nil)
    settings.oldInformationHeader = informationHeader(of: kind, for: type).map { Boxed($0) }
    settings.languageCode = languageCode
    settings.extendedLanguage = extendedLanguage
    settings.isEnabled = isEnabled
    settings.partsOfMovie = partsOfMovie(for: type)
    if let header = atom.trackHeader {
      settings.layer = header.layer
      settings.alternateGroup = header.alternateGroup
      // Other media has none in MP4 (ISO/IEC 14496-12, 8.3.2.3).
      if kind == .audio || type == .quickTime { settings.volume = header.volume }
    }
    return settings
  }

  /// Returns the flags of `tkhd` besides `enabled`, as a file of `type` has them.
  private func partsOfMovie(for type: MovieWriter.Options.FileType) -> UInt32 {
    let isSameKind = isQuickTime == (type == .quickTime)
    var parts = flags & (TrackHeader.inMovie | TrackHeader.inPreview)
    // If no track of a movie has either, all count as having both (ISO/IEC 14496-12, 8.3.2.3), and the new movie may
    // have others.
    if parts == 0, !isQuickTime { parts = TrackHeader.inMovie | TrackHeader.inPreview }
    // The last flag has another meaning in each kind.
    let last = isSameKind ? flags : type == .quickTime ? TrackHeader.inPoster : 0
    return parts | last & TrackHeader.inPoster
  }

  /// Returns the header of the media information, if a file of `type` can have it: it is from a file of the
  /// same kind, or of audio, which both kinds describe alike.
  private func informationHeader(
    of kind: MediaType, for type: MovieWriter.Options.FileType
  ) -> Atom? {
    isQuickTime == (type == .quickTime) || kind == .audio ? mediaInformationHeader : nil
  }
}

extension MediaType {
  /// What a track without a handler counts as where it is copied as it is.
  static let unnamed = MediaType(rawValue: "data")
}

extension Atom {
  /// For a description in a `stsd`: makes it refer to the first entry of `dref`.
  fileprivate mutating func pointToOwnFile() throws(FormatError) {
    try update(GenericDescription.self) { record throws(FormatError) in
      record.dataReferenceIndex = 1
    }
  }
}
