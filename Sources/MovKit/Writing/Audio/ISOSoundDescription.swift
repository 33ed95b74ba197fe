extension SoundDescription {
  /// Sets the sample rate in Hz as descriptions of ISO files state it (ISO/IEC 14496-12, 12.2.3).
  /// Returns the atoms that must be the first children: none, or one with the rate if the field is
  /// too small for it.
  ///
  /// In the latter case the description's own rate, which may be any multiple or fraction of the
  /// real one, is 0. Readers that do not know the atom (ffmpeg up to version 5 among them) replace
  /// 0 by the media's timescale, which is correct, and would play at the wrong speed with any other
  /// rate.
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
  /// Whether it is a sound description of version 1 of ISO files, which requires an `stsd` of that
  /// version.
  var isISOSoundVersion1: Bool {
    guard let sound = try? decode(SoundDescription.self) else { return false }
    return sound.version == 1 && !sound.hasQuickTimeFields
  }
}
