/// The size of the moments of audio in a track. A moment is a PCM frame, that is one sample of
/// every channel; in compressed audio it is one sample of a packet. In fragments a sample of the
/// track has many moments; in other movies each moment is a sample.
struct SoundMoment: Sendable {
  /// The number of moments in `bytes`: 1 if the audio is not compressed, otherwise the moments of a
  /// packet.
  private let moments: UInt64
  private let bytes: UInt64

  /// Nil if the samples are copied as they are.
  init?(_ track: Track, _ table: SampleTable) {
    guard track.mediaType == .audio, track.sampleDescriptions.count == 1,
      let description = track.sampleDescriptions.first
    else { return nil }
    if let size = description.audioFrameSize(track.timescale) {
      (moments, bytes) = (1, size)
    } else {
      guard let sound = try? description.decode(SoundDescription.self),
        let packet = sound.constantPacket(of: description.type), packet.samples > 1
      else { return nil }
      (moments, bytes) = packet
    }
    // In most codecs a sample is one packet. Only a sample with more than one shows that packets
    // were joined.
    var isJoined = false
    var walk = table.makeIterator()
    while let (sample, _, _) = walk.next(atMost: .max) {
      guard let count = count(size: sample.size, duration: sample.duration) else { return nil }
      if UInt64(count) > moments { isJoined = true }
    }
    guard isJoined else { return nil }
  }

  /// The packet for `Input.append`; nil if every moment has bytes of its own.
  var packet: (samples: UInt32, bytes: UInt32)? {
    moments > 1 ? (UInt32(clamping: moments), UInt32(clamping: bytes)) : nil
  }

  /// Returns the number of moments in a sample; nil if its size and duration contradict each other.
  func count(size: UInt64, duration: UInt64) -> Int? {
    guard duration > 0, duration < 1 << 32, size > 0, size < 1 << 32 else { return nil }
    let packets = (duration + moments - 1) / moments
    return packets * bytes == size ? Int(duration) : nil
  }
}
