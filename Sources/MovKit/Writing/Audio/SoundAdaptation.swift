extension Atom {
  /// For a description in an audio track's `stsd`: changes it to describe the same samples in a
  /// file of `type`.
  ///
  /// Throws if that kind of file does not support such audio.
  mutating func adaptSound(
    to type: MovieWriter.Options.FileType, timescale: UInt32
  ) throws(FormatError) {
    let isISO = self.type == "ipcm" || self.type == "fpcm"
    if let sound = LinearPCMFormat(description: self, timescale: timescale) {
      if isISO == (type == .quickTime) { self = try sound.sampleDescription(type) }
      return
    }
    guard type == .mp4 else { return }
    guard self.type != "lpcm" else {
      throw FormatError(
        .unsupported("MP4 does not support this kind of uncompressed audio (lpcm); QuickTime does"))
    }
    // QuickTime keeps the data that a decoder needs in `wave`, together with its format, a copy of
    // the description and a terminator. An ISO file has that data in the description itself, which
    // is of version 0. Formats that only QuickTime defines may need the fields of other versions.
    let sound = try decode(SoundDescription.self)
    let wave = first("wave")
    let isOther = sound.version == 2 || sound.version == 1 && sound.hasQuickTimeFields
    let isQuickTimes = Track.quickTimeFormats.contains(self.type)
    guard wave != nil || isOther && !isQuickTimes else {
      guard !isQuickTimes else { return }
      return try update(SoundDescription.self) { sound in
        // ISO/IEC 14496-12, 12.2.3, has no such fields, and requires 0 in their place.
        (sound.revisionLevel, sound.vendor) = (0, FourCC(rawValue: 0))
        (sound.compressionID, sound.packetSize) = (0, 0)
      }
    }
    var plain = SoundDescription()
    plain.channelCount = UInt16(clamping: sound.channels)
    let facts = AudioFacts(self, format: self.type, timescale: timescale)
    let rate = try plain.setISORate(facts?.sampleRate.flatMap { UInt32(exactly: $0) } ?? timescale)
    self = try Atom(self.type, plain, children: rate + childrenBesidesQuickTimes)
  }

  /// For a sound description: what is in it and in its `wave` except what only QuickTime needs there. Of what is in
  /// both, that in `wave` counts.
  private var childrenBesidesQuickTimes: [Atom] {
    let inWave = (first("wave")?.children ?? []).filter { $0.type != "mp4a" || type != "mp4a" }
    let known = Set(inWave.map(\.type))
    let own = children.filter { $0.type != "wave" && !known.contains($0.type) }
    return (inWave + own).filter {
      !["frma", "enda", "srat"].contains($0.type) && $0.type.rawValue != 0
    }
  }
}
