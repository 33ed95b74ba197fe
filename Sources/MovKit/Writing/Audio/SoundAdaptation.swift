extension Atom {
  /// In a sound track's `stsd`: describes the same samples as a file of `type` does.
  ///
  /// Throws where that has no such sound.
  mutating func adaptSound(
    to type: MovieWriter.Options.FileType, timescale: UInt32
  ) throws(FormatError) {
    let isISO = self.type == "ipcm" || self.type == "fpcm"
    if let sound = LinearPCMFormat(description: self, timescale: timescale) {
      if isISO == (type == .quickTime) { self = try sound.sampleDescription(type) }
      return
    }
    guard type == .mp4, let wave = first("wave") else { return }
    // QuickTime keeps what a decoder needs in `wave`, with its format, a copy of the description and
    // a terminator; an ISO file has it in the description itself, which is of version 0.
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
