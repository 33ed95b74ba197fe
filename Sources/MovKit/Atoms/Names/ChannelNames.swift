/// The names of loudspeakers, and of their layouts.
enum ChannelNames {
  /// Core Audio's channel labels.
  static let labels: ValueNames = [
    0: "unused", 1: "left", 2: "right", 3: "centre", 4: "low frequencies", 5: "left surround",
    6: "right surround", 7: "left centre", 8: "right centre", 9: "centre surround",
    10: "left surround direct", 11: "right surround direct", 12: "top centre surround",
    13: "vertical height left", 14: "vertical height centre", 15: "vertical height right",
    16: "top back left", 17: "top back centre", 18: "top back right", 33: "rear surround left",
    34: "rear surround right", 35: "left wide", 36: "right wide", 37: "low frequencies 2",
    38: "left total", 39: "right total", 40: "hearing impaired", 41: "narration", 42: "mono",
    43: "dialogue centric mix", 44: "centre surround direct", 45: "haptics", 49: "top middle left",
    51: "top middle right", 52: "top rear left", 53: "top rear centre", 54: "top rear right",
    55: "side surround left", 56: "side surround right", 57: "bottom left", 58: "bottom right",
    59: "bottom centre", 60: "top surround left", 61: "top surround right",
    62: "low frequencies 3", 63: "back surround left", 64: "back surround right",
    65: "left edge of the screen", 66: "right edge of the screen",
    100: "at the coordinates", 200: "ambisonic W", 201: "ambisonic X", 202: "ambisonic Y",
    203: "ambisonic Z", 204: "mid", 205: "side", 206: "X", 207: "Y", 301: "headphones left",
    302: "headphones right", 304: "click track", 305: "foreign language", 400: "discrete",
    0xFFFF_FFFF: "unknown",
  ]

  /// Core Audio's channel layout tags: a number and how many channels the layout has.
  static let layoutTags: ValueNames = [
    0: "as described", 0x1_0000: "bitmap", 0x64_0001: "mono", 0x65_0002: "stereo",
    0x66_0002: "stereo headphones", 0x67_0002: "matrix stereo", 0x68_0002: "mid/side",
    0x69_0002: "XY", 0x6A_0002: "binaural", 0x6B_0004: "ambisonic B-format",
    0x6C_0004: "quadraphonic", 0x6D_0005: "pentagonal", 0x6E_0006: "hexagonal",
    0x6F_0008: "octagonal", 0x70_0008: "cube", 0x71_0003: "MPEG 3.0 A", 0x72_0003: "MPEG 3.0 B",
    0x73_0004: "MPEG 4.0 A", 0x74_0004: "MPEG 4.0 B", 0x75_0005: "MPEG 5.0 A",
    0x76_0005: "MPEG 5.0 B", 0x77_0005: "MPEG 5.0 C", 0x78_0005: "MPEG 5.0 D",
    0x79_0006: "MPEG 5.1 A", 0x7A_0006: "MPEG 5.1 B", 0x7B_0006: "MPEG 5.1 C",
    0x7C_0006: "MPEG 5.1 D", 0x7D_0007: "MPEG 6.1 A", 0x7E_0008: "MPEG 7.1 A",
    0x7F_0008: "MPEG 7.1 B", 0x80_0008: "MPEG 7.1 C", 0x81_0008: "Emagic 7.1",
    0x82_0008: "SMPTE DTV", 0x83_0003: "ITU 2/1", 0x84_0004: "ITU 2/2", 0x85_0003: "DVD 4",
    0x86_0004: "DVD 5", 0x87_0005: "DVD 6", 0x88_0004: "DVD 10", 0x89_0005: "DVD 11",
    0x8A_0005: "DVD 18", 0x8B_0006: "Audio Unit 6.0", 0x8C_0007: "Audio Unit 7.0",
    0x8D_0006: "AAC 6.0", 0x8E_0007: "AAC 6.1", 0x8F_0007: "AAC 7.0", 0x90_0008: "AAC octagonal",
    0x91_0010: "TMH 10.2", 0x92_0015: "TMH 10.2 (full)", 0x94_0007: "Audio Unit 7.0 (front)",
    0x95_0002: "AC-3 1.0.1", 0x96_0003: "AC-3 3.0", 0x97_0004: "AC-3 3.1", 0x98_0004: "AC-3 3.0.1",
    0x99_0004: "AC-3 2.1.1", 0x9A_0005: "AC-3 3.1.1", 0x9B_0006: "E-AC-3 6.0 A",
    0x9C_0007: "E-AC-3 7.0 A", 0x9D_0007: "E-AC-3 6.1 A", 0x9E_0007: "E-AC-3 6.1 B",
    0x9F_0007: "E-AC-3 6.1 C", 0xA0_0008: "E-AC-3 7.1 A", 0xA1_0008: "E-AC-3 7.1 B",
    0xA2_0008: "E-AC-3 7.1 C", 0xA3_0008: "E-AC-3 7.1 D", 0xA4_0008: "E-AC-3 7.1 E",
    0xA5_0008: "E-AC-3 7.1 F", 0xA6_0008: "E-AC-3 7.1 G", 0xA7_0008: "E-AC-3 7.1 H",
    0xA8_0004: "DTS 3.1", 0xA9_0005: "DTS 4.1", 0xAA_0006: "DTS 6.0 A", 0xAB_0006: "DTS 6.0 B",
    0xAC_0006: "DTS 6.0 C", 0xAD_0007: "DTS 6.1 A", 0xAE_0007: "DTS 6.1 B",
    0xAF_0007: "DTS 6.1 C", 0xB0_0007: "DTS 7.0", 0xB1_0008: "DTS 7.1", 0xB2_0008: "DTS 8.0 A",
    0xB3_0008: "DTS 8.0 B", 0xB4_0009: "DTS 8.1 A", 0xB5_0009: "DTS 8.1 B",
    0xB6_0007: "DTS 6.1 D", 0xB7_0008: "AAC 7.1 B", 0xB8_0008: "AAC 7.1 C",
    0xB9_0004: "WAVE 4.0 B", 0xBA_0005: "WAVE 5.0 B", 0xBB_0006: "WAVE 5.1 B",
    0xBC_0007: "WAVE 6.1", 0xBD_0008: "WAVE 7.1", 0xBE_0004: "ambisonics of order 1 (SN3D)",
    0xBE_0009: "ambisonics of order 2 (SN3D)", 0xBE_0010: "ambisonics of order 3 (SN3D)",
    0xBF_0004: "ambisonics of order 1 (N3D)", 0xBF_0009: "ambisonics of order 2 (N3D)",
    0xBF_0010: "ambisonics of order 3 (N3D)", 0xC0_000C: "Atmos 7.1.4", 0xC1_0010: "Atmos 9.1.6",
    0xC2_0008: "Atmos 5.1.2", 0xC3_000A: "Atmos 5.1.4", 0xC4_000A: "Atmos 7.1.2",
  ]

  /// OutputChannelPosition of ISO/IEC 23091-3.
  static let positions: ValueNames = [
    0: "left front", 1: "right front", 2: "centre front", 3: "low frequencies",
    4: "left surround", 5: "right surround", 6: "left front centre", 7: "right front centre",
    8: "rear surround left", 9: "rear surround right", 10: "rear centre",
    11: "left surround direct", 12: "right surround direct", 13: "left side surround",
    14: "right side surround", 15: "left wide front", 16: "right wide front",
    17: "left front vertical height", 18: "right front vertical height",
    19: "centre front vertical height", 20: "left vertical height surround rear",
    21: "right vertical height surround rear", 22: "centre vertical height rear",
    23: "left vertical height side surround", 24: "right vertical height side surround",
    25: "top centre surround", 26: "low frequencies 2", 126: "at an angle",
  ]

  /// ChannelConfiguration of ISO/IEC 23091-3.
  static let configurations: ValueNames = [
    0: "as described", 1: "mono", 2: "stereo", 3: "3.0", 4: "4.0", 5: "5.0", 6: "5.1", 7: "7.1",
    9: "2/1", 10: "2/2", 11: "6.1", 12: "7.1", 13: "22.2", 14: "5.1.2", 16: "5.1.4", 19: "7.1.4",
    20: "9.1.4",
  ]
}
