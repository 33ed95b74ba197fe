extension TimecodeFormat {
  /// The format that a sample description of a timecode track declares.
  ///
  /// - Throws: `FormatError` if the atom is not a timecode description or is truncated.
  public init(sampleDescription atom: Atom) throws(FormatError) {
    guard let type = TimecodeMediaSubType(atom.type) else {
      throw FormatError(
        .wrongKind("\(atom.type) is not a timecode description"), path: "\(atom.type)",
        at: atom.offset)
    }
    let record = try atom.decode(TimecodeDescription.self)
    self.init(
      mediaSubType: type,
      frameDuration: MediaTime(ticks: record.frameDuration, per: record.timeScale) ?? .invalid,
      frameQuanta: UInt32(record.numberOfFrames), flags: Flags(rawValue: record.flags),
      sourceName: atom.first("name").flatMap { try? $0.decode(MovKit.SourceName.self) }.map {
        SourceName(text: $0.text.string, language: $0.language)
      })
  }

  /// Returns a sample description that declares this format, for media in the file itself.
  ///
  /// - Throws: `FormatError` if the quanta does not fit in 8 bits, or if the frame duration is not
  ///   a number or its ticks do not fit in 32 bits.
  public func sampleDescription() throws(FormatError) -> Atom {
    guard let quanta = UInt8(exactly: frameQuanta) else {
      throw FormatError(.doesNotFit(bits: 8), path: "\(mediaSubType.fourCC)/number_of_frames")
    }
    guard frameDuration.isNumeric else {
      throw FormatError(
        .invalidTime("the frame duration is not a number, as where the timescale is 0"),
        path: "\(mediaSubType.fourCC)/time_scale")
    }
    guard let duration = UInt32(exactly: frameDuration.value) else {
      throw FormatError(.doesNotFit(bits: 32), path: "\(mediaSubType.fourCC)/frame_duration")
    }
    var record = TimecodeDescription()
    record.dataReferenceIndex = 1
    record.flags = flags.rawValue
    record.timeScale = UInt32(frameDuration.timescale)
    record.frameDuration = duration
    record.numberOfFrames = quanta
    var children: [Atom] = []
    if let sourceName {
      children.append(
        try Atom("name", MovKit.SourceName(sourceName.text, language: sourceName.language)))
    }
    return try Atom(mediaSubType.fourCC, record, children: children)
  }
}
