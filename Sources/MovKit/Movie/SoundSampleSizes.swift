extension SoundDescription {
  /// So many frames of sound take so many bytes: as the description says itself, or the format.
  func constantPacket(of format: FourCC) -> (samples: UInt64, bytes: UInt64)? {
    let packet: (samples: UInt32, bytes: UInt32)
    switch version {
    case 1 where hasQuickTimeFields: packet = (samplesPerPacket, bytesPerFrame)
    case 2: packet = (extended.constLPCMFramesPerAudioPacket, extended.constBytesPerAudioPacket)
    default: packet = (0, 0)
    }
    guard packet.samples > 0, packet.bytes > 0 else { return packetOfVersion0(format) }
    return (UInt64(packet.samples), UInt64(packet.bytes))
  }

  /// Formats that are older than the fields for it.
  private func packetOfVersion0(_ format: FourCC) -> (samples: UInt64, bytes: UInt64)? {
    let packet: (samples: UInt64, bytesOfChannel: UInt64)
    switch format {
    case "MAC3": packet = (6, 2)
    case "MAC6": packet = (6, 1)
    case "ima4": packet = (64, 34)
    default: return nil
    }
    return channelCount > 0 ? (packet.samples, packet.bytesOfChannel * UInt64(channelCount)) : nil
  }

  /// Bytes of one moment of uncompressed sound in all channels; nil for other formats.
  func uncompressedFrameSize(format: FourCC) -> UInt64? {
    let bytes: UInt64
    switch format {
    case "raw ", "twos", "sowt", "NONE": bytes = UInt64(sampleSize) / 8
    case "alaw", "ulaw": bytes = 1
    case "in24": bytes = 3
    case "in32", "fl32": bytes = 4
    case "fl64": bytes = 8
    default: return nil
    }
    return bytes > 0 && channelCount > 0 ? bytes * UInt64(channelCount) : nil
  }
}
