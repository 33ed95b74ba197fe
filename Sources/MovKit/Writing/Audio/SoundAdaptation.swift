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
    guard wave != nil || isOther && !Track.quickTimeFormats.contains(self.type) else { return }
    var plain = SoundDescription()
    plain.channelCount = UInt16(clamping: sound.channels)
    let rate = try plain.setISORate(timescale)
    let format = self.type
    let needed = (wave ?? self).children.filter {
      $0.type != "frma" && $0.type != "enda" && !($0.type == "mp4a" && format == "mp4a")
    }
    self = try Atom(format, plain, children: rate + needed)
  }
}
