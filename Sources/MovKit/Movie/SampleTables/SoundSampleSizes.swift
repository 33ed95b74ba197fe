extension SoundDescription {
  /// Returns how many moments of audio make a packet of how many bytes, as the description says or
  /// as the format implies; nil if neither says.
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

  /// Formats whose packets are all alike and which are older than the fields that say so: the
  /// moments that a packet holds, and its bytes, for each channel (`isOfChannel`), or for the only
  /// channel that the format can have.
  private static let fixedPackets: [FourCC: (samples: UInt64, bytes: UInt64, isOfChannel: Bool)] = [
    "MAC3": (6, 2, true),
    "MAC6": (6, 1, true),
    "ima4": (64, 34, true),
    // ETSI EN 300 961: a frame of 260 bits, and 4 bits before it.
    "agsm": (160, 33, false),
  ]

  private func packetOfVersion0(_ format: FourCC) -> (samples: UInt64, bytes: UInt64)? {
    guard let packet = Self.fixedPackets[format], channelCount > 0 else { return nil }
    return (packet.samples, packet.bytes * (packet.isOfChannel ? UInt64(channelCount) : 1))
  }

  /// Returns the bytes of one moment of uncompressed audio in all channels; nil for other formats.
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
