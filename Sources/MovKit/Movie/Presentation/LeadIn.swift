extension Track {
  /// How many samples before the first that is heard the decoder needs to give the same sound: what
  /// the track says (`roll`), or else two packets of compressed audio, which overlap. MP3 may take
  /// bits from nine frames before. Opus needs 80 ms, however short its packets are (RFC 7845, 4.6).
  /// Each frame of FLAC and ALAC is complete.
  func leadIn(_ samples: SampleTable) -> Int {
    guard mediaType == .audio, let description = sampleDescriptions.first, samples.packet == nil,
      description.audioFrameSize(timescale) == nil,
      let duration = samples.commonestDuration?.ticks, duration > 1,
      !["fLaC", "alac"].contains(description.type)
    else { return 0 }
    // The first samples, which nothing comes before, often say nothing.
    let rolls = [samples.first, samples.isEmpty ? nil : samples[samples.count / 2]].compactMap {
      $0?.attachments.rollDistance.map { Int($0.magnitude) }
    }
    var least = description.isMPEGAudio ? 10 : 2
    if description.type == "Opus" {
      let ticks = (UInt64(timescale) * 80 + 999) / 1000
      least = Int(clamping: ticks / duration + (ticks % duration > 0 ? 1 : 0))
    }
    return max(rolls.max() ?? 0, least)
  }
}

extension Atom {
  /// For an entry of `stsd`: whether its audio is MP3 or of one of its siblings, in QuickTime's form or in that of
  /// MPEG-4.
  fileprivate var isMPEGAudio: Bool { type == ".mp3" || decoderConfig?.kind == .mpegAudio }
}
