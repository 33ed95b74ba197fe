/// The names of the profiles and formats by which configurations describe streams.
enum CodecNames {
  /// `profile_idc` of H.264 (ISO/IEC 14496-10, annexes A, G, H and I).
  static let avcProfiles: ValueNames = [
    44: "CAVLC 4:4:4 Intra", 66: "Baseline", 77: "Main", 83: "Scalable Baseline",
    86: "Scalable High", 88: "Extended", 100: "High", 110: "High 10", 118: "Multiview High",
    122: "High 4:2:2", 128: "Stereo High", 134: "MFC High", 138: "Multiview Depth High",
    244: "High 4:4:4 Predictive",
  ]

  /// The object types that the MP4 registration authority lists.
  static let objectTypes: ValueNames = [
    0x01: "MPEG-4 Systems", 0x02: "MPEG-4 Systems 2", 0x03: "interaction stream",
    0x04: "extended BIFS", 0x06: "font data", 0x08: "text", 0x09: "LASeR", 0x20: "MPEG-4 Visual",
    0x21: "H.264", 0x22: "H.264 parameter sets", 0x23: "H.265", 0x40: "MPEG-4 Audio",
    0x60: "MPEG-2 Video, Simple", 0x61: "MPEG-2 Video, Main", 0x62: "MPEG-2 Video, SNR",
    0x63: "MPEG-2 Video, Spatial", 0x64: "MPEG-2 Video, High", 0x65: "MPEG-2 Video, 4:2:2",
    0x66: "MPEG-2 AAC, Main", 0x67: "MPEG-2 AAC, Low Complexity",
    0x68: "MPEG-2 AAC, Scalable Sampling Rate", 0x69: "MPEG-2 Audio", 0x6A: "MPEG-1 Video",
    0x6B: "MPEG-1 Audio", 0x6C: "JPEG", 0x6D: "PNG", 0x6E: "JPEG 2000", 0xA0: "EVRC", 0xA1: "SMV",
    0xA3: "VC-1", 0xA4: "Dirac", 0xA7: "DRA", 0xA8: "G.719", 0xA9: "DTS core",
    0xAA: "DTS core and extension", 0xAB: "DTS-HD Master Audio", 0xAC: "DTS Express",
    0xAD: "Opus", 0xB1: "VP9", 0xE1: "QCELP", 0xFF: "none",
  ]
}
