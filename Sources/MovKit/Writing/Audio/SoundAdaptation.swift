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
    guard type == .mp4, let wave = first("wave") else { return }
    // QuickTime keeps the data that a decoder needs in `wave`, together with its format, a copy of
    // the description and a terminator. An ISO file has that data in the description itself, which
    // is of version 0.
    let sound = try decode(SoundDescription.self)
    var plain = SoundDescription()
    plain.channelCount = UInt16(clamping: sound.channels)
    let rate = try plain.setISORate(timescale)
    let format = self.type
    let needed = wave.children.filter {
      $0.type != "frma" && $0.type != "enda" && !($0.type == "mp4a" && format == "mp4a")
    }
    self = try Atom(format, plain, children: rate + needed)
  }
}
