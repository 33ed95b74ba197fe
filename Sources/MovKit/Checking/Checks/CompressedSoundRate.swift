/// The rule that samples of compressed audio last as long as the audio frames in them at its own sampling rate. If
/// they do not, sound and pictures drift apart.
struct CompressedSoundRate {
  private let track: Track
  /// What the codec is called.
  private let name: String
  /// The numbers of audio frames that a sample may have; it may also have those of several packets.
  private let lengths: [UInt32]
  /// The sampling rate in hertz that the codec's configuration gives.
  private let rate: UInt32

  /// Nil if nothing but the samples says how many audio frames they have.
  init?(_ entry: Atom, _ sound: SoundDescription, _ track: Track) {
    self.track = track
    switch entry.type {
    case "mp4a":
      // Packets have 1024 or 960 audio frames at the rate without band replication (ISO/IEC 14496-3, 4.5.1.1).
      guard let config = entry.decoderConfig?.audioSpecificConfig,
        (1...4).contains(config.coreObjectType)
      else { return nil }
      (name, rate) = ("AAC", config.coreSampleRate)
      lengths = [1024, 960]
    case "ac-3":
      // Six blocks of 256 (ETSI TS 102 366, 3.1).
      let record = try? entry.codecAtom("dac3")?.decode(AC3Configuration.self)
      guard let dac3 = record.flatMap({ $0 }), dac3.fscod < 3, dac3.bsid <= 8 else { return nil }
      (name, rate) = ("AC-3", [48000, 44100, 32000][Int(dac3.fscod)])
      lengths = [1536]
    case "alac":
      let record = try? entry.codecAtom("alac")?.decode(AppleLosslessConfiguration.self)
      guard let alac = record.flatMap({ $0 }), alac.frameLength > 0 else { return nil }
      (name, rate) = ("Apple Lossless", alac.sampleRate)
      lengths = [alac.frameLength]
    case ".mp3":
      // Layer 3 has 1152, at half the rates 576 (ISO/IEC 13818-3, 2.4.3.1).
      (name, rate) = ("MP3", sound.version < 2 ? sound.sampleRate.rawValue >> 16 : 0)
      lengths = [1152, 576]
    default: return nil
    }
  }

  func run(_ place: () -> CheckPlace, _ found: inout CheckFindings) {
    guard rate > 0, track.timescale > 0, track.sampleDescriptions.count == 1,
      let durations = try? track.atom.descendant("mdia", "minf", "stbl", "stts")?
        .decode(TimeToSample.self).entries,
      let ticks = Self.usualDuration(durations)
    else { return }
    let timescale = UInt128(track.timescale)
    // Audio frames, with the timescale as the unit. The products have at most 96 bits.
    let frames = UInt128(ticks) * UInt128(rate)
    let fits = lengths.contains { length in
      let unit = UInt128(length) * timescale
      let whole = max(1, (frames + unit / 2) / unit) * unit
      // Times are rounded to a tick.
      return max(frames, whole) - min(frames, whole) <= UInt128(rate)
    }
    guard !fits else { return }
    found.report(
      "sound-rate",
      "samples last \(counted(ticks, "tick")) of \(timescale) per second, which is "
        + "\(decimal(frames, over: timescale, places: 1)) audio frames at the \(rate) Hz of "
        + "\(name), whose samples have \(lengths[0])", at: place())
  }

  /// The duration in ticks of most samples of a track whose samples, but for the first and the last, last the same;
  /// nil for other tracks, and if a sample is one audio frame, as old QuickTime movies count.
  private static func usualDuration(_ durations: Table<TimeToSample.Row>) -> UInt32? {
    guard (1...3).contains(durations.count) else { return nil }
    var usual: UInt32?
    for (place, row) in durations.enumerated() {
      // Two samples or three say nothing.
      if usual == nil, row.sampleCount > 3 {
        usual = row.sampleDelta
      } else if row.sampleCount != 1 || (place > 0 && place < durations.count - 1) {
        return nil
      }
    }
    return usual.flatMap { $0 > 1 ? $0 : nil }
  }
}
