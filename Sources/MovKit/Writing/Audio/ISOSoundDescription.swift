extension SoundDescription {
  /// Takes a rate as descriptions of ISO files tell it (ISO/IEC 14496-12, 12.2.3). Returns the atoms
  /// that must be the first inside: none, or one with a rate for which there is no room.
  ///
  /// The description's own rate, which may be any multiple or part of that one, is 0 then: readers
  /// that do not know the atom (ffmpeg up to version 5 among them) take a 0 for the media's timescale,
  /// which is right, and would play at any other rate.
  mutating func setISORate(_ rate: UInt32) throws(FormatError) -> [Atom] {
    guard rate > UInt32(UInt16.max) else {
      sampleRate = UFixed16x16(rawValue: rate << 16)
      return []
    }
    version = 1
    hasQuickTimeFields = false
    sampleRate = UFixed16x16(rawValue: 0)
    var exact = SamplingRate()
    exact.samplingRate = rate
    return [try Atom("srat", exact)]
  }
}

extension Atom {
  /// Whether a sound description is one of version 1 of ISO files, which takes an `stsd` of that
  /// version.
  var isISOSoundVersion1: Bool {
    guard let sound = try? decode(SoundDescription.self) else { return false }
    return sound.version == 1 && !sound.hasQuickTimeFields
  }
}
