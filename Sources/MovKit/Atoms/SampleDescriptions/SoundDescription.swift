/// An entry of `stsd` in a sound track, whatever its format
/// (ISO/IEC 14496-12, 12.2.3; QuickTime File Format, "Sound Sample Description", versions 0 to 2).
public struct SoundDescription: Record {
  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are, from 1.
  public var dataReferenceIndex: UInt16 = 1
  public var version: UInt16 = 0
  public var revisionLevel: UInt16 = 0
  public var vendor = FourCC(rawValue: 0)
  /// 3 in version 2, whose true number is `channels`.
  public var channelCount: UInt16 = 2
  /// Bits of an uncompressed sample.
  public var sampleSize: UInt16 = 16
  /// -1: samples are as `wave` describes; -2: of varying size, or version 2.
  public var compressionID: Int16 = 0
  public var packetSize: UInt16 = 0
  /// In hertz; 1 in version 2, whose true rate is `extended.audioSampleRate`.
  public var sampleRate = UFixed16x16(rawValue: 0)
  /// Whether version 1 has QuickTime's four fields. ISO/IEC 14496-12 has a version 1 of its own,
  /// without them, and brands do not tell which one a file means.
  public var hasQuickTimeFields = false
  /// Frames of sound in a packet.
  public var samplesPerPacket: UInt32 = 0
  /// Bytes that a packet has for each channel.
  public var bytesPerPacket: UInt32 = 0
  /// Bytes of a frame: a packet of every channel.
  public var bytesPerFrame: UInt32 = 0
  public var bytesPerSample: UInt32 = 0
  /// Version 2 only.
  public var extended = Extended()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reserved(&reserved, 6)
    try f("data_reference_index", &dataReferenceIndex)
    try f("version", &version)
    try f("revision_level", &revisionLevel)
    try f("vendor", &vendor)
    try f("channelcount", &channelCount)
    try f("samplesize", &sampleSize)
    try f("compression_id", &compressionID)
    try f("packet_size", &packetSize)
    try f("samplerate", &sampleRate)
    if version == 1 {
      // A count of samples is followed by a count of bytes, which never looks like a type.
      try f.optional(&hasQuickTimeFields, bytes: 16) {
        $0.count >= 16 && !beginsWithAtom($0)
      }
      if hasQuickTimeFields {
        try f("samples_per_packet", &samplesPerPacket)
        try f("bytes_per_packet", &bytesPerPacket)
        try f("bytes_per_frame", &bytesPerFrame)
        try f("bytes_per_sample", &bytesPerSample)
      }
    }
    if version == 2 { try f("version_2", &extended) }
    try f.children()
  }
}

extension SoundDescription {
  /// What version 2 adds (QuickTime File Format, "Sound Sample Description (Version 2)").
  public struct Extended: Record {
    /// Bytes of the whole description without child atoms.
    public var sizeOfStructOnly: UInt32 = 72
    /// In hertz.
    public var audioSampleRate = Float64Bits(0)
    public var numAudioChannels: UInt32 = 0
    public var always7F000000: UInt32 = 0x7F00_0000
    public var constBitsPerChannel: UInt32 = 0
    public var formatSpecificFlags: UInt32 = 0
    public var constBytesPerAudioPacket: UInt32 = 0
    public var constLPCMFramesPerAudioPacket: UInt32 = 0
    /// Bytes that `sizeOfStructOnly` counts beyond the 72 that are known.
    public var rest = RawBytes()

    /// Core Audio's names.
    static let formatFlagNames: FlagNames = [
      0x1: "float", 0x2: "bigEndian", 0x4: "signedInteger", 0x8: "packed", 0x10: "alignedHigh",
      0x20: "nonInterleaved", 0x40: "nonMixable",
    ]

    public init() {}

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("size_of_struct_only", &sizeOfStructOnly)
      try f("audio_sample_rate", &audioSampleRate)
      try f("num_audio_channels", &numAudioChannels)
      try f("always_7f000000", &always7F000000)
      try f("const_bits_per_channel", &constBitsPerChannel)
      try f.flags(
        "format_specific_flags", &formatSpecificFlags, named: Self.formatFlagNames)
      try f("const_bytes_per_audio_packet", &constBytesPerAudioPacket)
      try f("const_lpcm_frames_per_audio_packet", &constLPCMFramesPerAudioPacket)
      if sizeOfStructOnly > 72 {
        guard let count = Int(exactly: sizeOfStructOnly - 72) else {
          throw FormatError(.invalid("\(sizeOfStructOnly) bytes"), path: "size_of_struct_only")
        }
        try f.bytes("rest", &rest, count: count)
      }
    }
  }

  /// Channels, where the version keeps them.
  public var channels: UInt32 {
    version == 2 ? extended.numAudioChannels : UInt32(channelCount)
  }
}
