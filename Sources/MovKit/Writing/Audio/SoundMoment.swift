/// Moments of sound that fragments have many of in one sample, and other movies one in each.
struct SoundMoment: Sendable {
  /// Bytes of so many moments: of one, where the sound is not compressed.
  private let moments: UInt64
  private let bytes: UInt64

  /// Nil for sound whose samples are taken as they are.
  init?(_ track: Track, _ table: SampleTable) {
    guard track.mediaType == "soun", track.sampleDescriptions.count == 1,
      let description = track.sampleDescriptions.first
    else { return nil }
    if let size = Self.frameSize(of: description, track.timescale) {
      (moments, bytes) = (1, size)
    } else {
      guard let sound = try? description.decode(SoundDescription.self),
        let packet = sound.constantPacket(of: description.type), packet.samples > 1
      else { return nil }
      (moments, bytes) = packet
    }
    // A packet a sample is how most codecs have it: only more than one shows that they were joined.
    var isJoined = false
    var walk = table.makeIterator()
    while let (sample, number, _) = walk.next(atMost: .max) {
      guard let count = count(size: sample.size, duration: sample.duration) else { return nil }
      if UInt64(count) > moments { isJoined = true }
      if number > 1, moments > 1 { continue }
    }
    guard isJoined else { return nil }
  }

  /// Bytes of one moment of uncompressed sound in all channels; nil for other sound.
  static func frameSize(of description: Atom, _ timescale: UInt32) -> UInt64? {
    if let format = LinearPCMFormat(description: description, timescale: timescale) {
      return UInt64(format.bytesPerFrame)
    }
    return (try? description.decode(SoundDescription.self))?
      .uncompressedFrameSize(format: description.type)
  }

  /// For `Input.append`; nil where a moment has bytes of its own.
  var packet: (samples: UInt32, bytes: UInt32)? {
    moments > 1 ? (UInt32(clamping: moments), UInt32(clamping: bytes)) : nil
  }

  /// How many moments a sample has; nil where its size and duration contradict each other.
  func count(size: UInt64, duration: UInt64) -> Int? {
    guard duration > 0, duration < 1 << 32, size > 0, size < 1 << 32 else { return nil }
    let packets = (duration + moments - 1) / moments
    return packets * bytes == size ? Int(duration) : nil
  }
}
