extension ElementaryStreamDescriptor.DecoderConfig {
  /// What the object type says that a stream is, as far as that decides how its bytes are read.
  package enum Kind: Sendable {
    /// MPEG-4 Visual.
    case mpeg4Visual
    /// The audio of MPEG-4, which mostly is AAC.
    case mpeg4Audio
    /// Video of MPEG-1 and MPEG-2.
    case mpegVideo
    /// AAC of MPEG-2.
    case mpeg2AAC
    /// The older audio of MPEG-1 and MPEG-2: MP3 and its siblings.
    case mpegAudio
    /// Pictures that are coded one by one: JPEG, PNG and JPEG 2000.
    case picture
    /// AC-3 and Enhanced AC-3.
    case ac3
    /// DTS and its successors.
    case dts
  }

  /// The kind of the stream (ISO/IEC 14496-1, table 5, and the MP4 Registration Authority's list); nil if its bytes
  /// are not read here.
  package var kind: Kind? {
    switch objectTypeIndication {
    case 0x20: .mpeg4Visual
    case 0x40: .mpeg4Audio
    case 0x60...0x65, 0x6A: .mpegVideo
    case 0x66...0x68: .mpeg2AAC
    case 0x69, 0x6B: .mpegAudio
    case 0x6C...0x6E: .picture
    case 0xA5, 0xA6: .ac3
    case 0xA9...0xAC: .dts
    default: nil
    }
  }
}
