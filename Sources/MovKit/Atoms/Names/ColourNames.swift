/// The names of the code points of ISO/IEC 23091-2, by which colours are described.
enum ColourNames {
  /// Table 2.
  static let primaries: ValueNames = [
    1: "BT.709", 2: "unspecified", 4: "BT.470 M", 5: "BT.601 (625 lines)", 6: "BT.601 (525 lines)",
    7: "SMPTE 240M", 8: "generic film", 9: "BT.2020", 10: "XYZ", 11: "DCI-P3",
    12: "Display P3", 22: "EBU Tech. 3213",
  ]

  /// Table 3.
  static let transfers: ValueNames = [
    1: "BT.709", 2: "unspecified", 4: "gamma 2.2", 5: "gamma 2.8", 6: "BT.601", 7: "SMPTE 240M",
    8: "linear", 9: "logarithmic, 100:1", 10: "logarithmic, 316:1", 11: "xvYCC", 12: "BT.1361",
    13: "sRGB", 14: "BT.2020 (10 bits)", 15: "BT.2020 (12 bits)", 16: "PQ", 17: "SMPTE ST 428",
    18: "HLG",
  ]

  /// Table 4.
  static let matrices: ValueNames = [
    0: "RGB", 1: "BT.709", 2: "unspecified", 4: "FCC", 5: "BT.601 (625 lines)",
    6: "BT.601 (525 lines)", 7: "SMPTE 240M", 8: "YCgCo", 9: "BT.2020",
    10: "BT.2020 (constant luminance)", 11: "SMPTE ST 2085", 12: "derived from the primaries",
    13: "derived from the primaries (constant luminance)", 14: "ICtCp",
  ]
}
