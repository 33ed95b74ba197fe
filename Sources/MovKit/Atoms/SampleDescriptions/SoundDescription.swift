/// An entry of `stsd` in an audio track, whatever its format (ISO/IEC 14496-12, 12.2.3; QuickTime
/// File Format, "Sound Sample Description", versions 0 to 2).
public struct SoundDescription: Record {
  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are, from 1.
  public var dataReferenceIndex: UInt16 = 1
  /// The version of the description: 0, 1 or 2.
  public var version: UInt16 = 0
  /// The revision of the encoder; 0 in most files.
  public var revisionLevel: UInt16 = 0
  /// The four characters of the encoder's manufacturer; 0 in most files.
  public var vendor = FourCC(rawValue: 0)
  /// The number of channels. It is 3 in version 2, where `extended.numAudioChannels` has the true
  /// number; `channels` is right for every version.
  public var channelCount: UInt16 = 2
  /// The bits of an uncompressed sample. It is 16 in version 2.
  public var sampleSize: UInt16 = 16
  /// -1: `wave` describes the samples. -2: samples vary in size, or the version is 2. 0 otherwise.
  public var compressionID: Int16 = 0
  /// The QuickTime File Format requires 0.
  public var packetSize: UInt16 = 0
  /// The sampling rate in hertz. It is 1 in version 2, where `extended.audioSampleRate` has the
  /// true rate.
  public var sampleRate = UFixed16x16(rawValue: 0)
  /// Whether version 1 has the four fields of QuickTime. ISO/IEC 14496-12 has a version 1 of its
  /// own without them, and brands do not show which one a file means.
  public var hasQuickTimeFields = false
  /// The number of audio frames in a packet. An audio frame is one uncompressed sample of every
  /// channel. QuickTime's version 1 only, like the next three fields.
  public var samplesPerPacket: UInt32 = 0
  /// The bytes that a packet has for each channel.
  public var bytesPerPacket: UInt32 = 0
  /// The bytes of a packet for all channels together.
  public var bytesPerFrame: UInt32 = 0
  /// The bytes of an uncompressed sample: 1 if it has 8 bits, 2 for all else.
  public var bytesPerSample: UInt32 = 0
  /// The fields of version 2.
  public var extended = Extended()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    let oldVersion = version
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
      // A description that gets the version has its fields, unless it is that of ISO.
      if oldVersion != version, let parentVersion = f.parentVersion() {
        hasQuickTimeFields = parentVersion != 1
      }
      if f.isGivenAny(
        of: "samples_per_packet", "bytes_per_packet", "bytes_per_frame", "bytes_per_sample")
      {
        hasQuickTimeFields = true
      }
      // QuickTime's second field is a count of bytes, which never looks like the type of an atom.
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
    /// The size of the description without child atoms, in bytes: 72, or more if there is a `rest`.
    public var sizeOfStructOnly: UInt32 = 72
    /// The sampling rate in hertz.
    public var audioSampleRate = Float64Bits(0)
    /// The number of channels.
    public var numAudioChannels: UInt32 = 0
    /// Always 0x7F000000.
    public var always7F000000: UInt32 = 0x7F00_0000
    /// The bits of an uncompressed sample of one channel; 0 if the audio is compressed.
    public var constBitsPerChannel: UInt32 = 0
    /// The layout of uncompressed samples, in flags of Core Audio: 0x1 floating point, 0x2
    /// big-endian, 0x4 signed integers, 0x8 packed, 0x10 aligned to the high bits, 0x20 not
    /// interleaved, 0x40 not mixable. Compressed formats have flags of their own.
    public var formatSpecificFlags: UInt32 = 0
    /// The bytes of a packet; 0 if packets vary in size.
    public var constBytesPerAudioPacket: UInt32 = 0
    /// The audio frames in a packet; 0 if their number varies. 1 for uncompressed audio.
    public var constLPCMFramesPerAudioPacket: UInt32 = 0
    /// The bytes that `sizeOfStructOnly` counts beyond the 72 known ones.
    public var rest = RawBytes()

    /// Flags of Core Audio for uncompressed samples.
    enum FormatFlag {
      static let float: UInt32 = 0x1
      static let bigEndian: UInt32 = 0x2
      static let signedInteger: UInt32 = 0x4
      static let packed: UInt32 = 0x8
      static let alignedHigh: UInt32 = 0x10
      static let nonInterleaved: UInt32 = 0x20
      static let nonMixable: UInt32 = 0x40
    }

    /// The names of the flags in Core Audio.
    static let formatFlagNames: FlagNames = [
      FormatFlag.float: "float", FormatFlag.bigEndian: "bigEndian",
      FormatFlag.signedInteger: "signedInteger", FormatFlag.packed: "packed",
      FormatFlag.alignedHigh: "alignedHigh", FormatFlag.nonInterleaved: "nonInterleaved",
      FormatFlag.nonMixable: "nonMixable",
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
          throw FormatError(
            .invalidValue(counted(sizeOfStructOnly, "byte")), path: "size_of_struct_only")
        }
        try f.bytes("rest", &rest, count: count)
      }
    }
  }

  /// The number of channels, from the field that holds it in this version.
  public var channels: UInt32 {
    version == 2 ? extended.numAudioChannels : UInt32(channelCount)
  }
}
