/// The loudspeakers that Core Audio's layouts name, in the order of the channels (CoreAudioTypes,
/// "AudioChannelLayoutTag" and "AudioChannelLabel").
///
/// Labels: 1 left, 2 right, 3 centre, 4 low frequencies, 5 and 6 surround, 7 and 8 left and right of
/// centre, 9 back centre, 10 and 11 direct surround, 12 to 18 above, 33 and 34 rear surround, 35 and
/// 36 wide, 37 low frequencies 2, 44 direct back centre, 49 and 51 to 54 above, 55 and 56 side surround, 57 to 59
/// below, 60 and 61 above, 62 low frequencies 3, 63 and 64 back surround, 65 and 66 edges of the screen.
enum CoreAudioLayouts {
  /// Returns the labels of a layout tag, without the number of channels in its lower half; nil if
  /// the layout is not one of loudspeakers, or not known.
  static func labels(ofTag tag: UInt32) -> [UInt32]? {
    switch tag {
    case 100: [3]
    case 101, 102: [1, 2]
    // At equal distances, with rear loudspeakers.
    case 108: [1, 2, 33, 34]
    case 109: [1, 2, 33, 34, 3]
    case 110: [1, 2, 33, 34, 3, 9]
    case 111: [1, 2, 33, 34, 3, 9, 10, 11]
    case 113: [1, 2, 3]
    case 114: [3, 1, 2]
    case 115: [1, 2, 3, 9]
    case 116: [3, 1, 2, 9]
    case 117: [1, 2, 3, 5, 6]
    case 118: [1, 2, 5, 6, 3]
    case 119: [1, 3, 2, 5, 6]
    case 120: [3, 1, 2, 5, 6]
    case 121: [1, 2, 3, 4, 5, 6]
    case 122: [1, 2, 5, 6, 3, 4]
    case 123: [1, 3, 2, 5, 6, 4]
    case 124: [3, 1, 2, 5, 6, 4]
    case 125: [1, 2, 3, 4, 5, 6, 9]
    case 126: [1, 2, 3, 4, 5, 6, 7, 8]
    case 127: [3, 7, 8, 1, 2, 5, 6, 4]
    case 128: [1, 2, 3, 4, 5, 6, 33, 34]
    case 129: [1, 2, 5, 6, 3, 4, 7, 8]
    case 131: [1, 2, 9]
    case 132: [1, 2, 5, 6]
    case 133: [1, 2, 4]
    case 134: [1, 2, 4, 9]
    case 135: [1, 2, 4, 5, 6]
    case 136: [1, 2, 3, 4]
    case 137: [1, 2, 3, 4, 9]
    case 138: [1, 2, 5, 6, 4]
    case 139: [1, 2, 5, 6, 3, 9]
    case 140: [1, 2, 5, 6, 3, 33, 34]
    case 141: [3, 1, 2, 5, 6, 9]
    case 142: [3, 1, 2, 5, 6, 9, 4]
    case 143: [3, 1, 2, 5, 6, 33, 34]
    case 144: [3, 1, 2, 5, 6, 33, 34, 9]
    case 148: [1, 2, 5, 6, 3, 7, 8]
    default: labelsOfCodecs(ofTag: tag)
    }
  }

  /// Returns the labels of the layouts of AC-3, E-AC-3, DTS, AAC, WAVE files and Dolby Atmos, which came later; nil
  /// for other tags.
  private static func labelsOfCodecs(ofTag tag: UInt32) -> [UInt32]? {
    switch tag {
    case 149: [3, 4]
    case 150: [1, 3, 2]
    case 151: [1, 3, 2, 9]
    case 152: [1, 3, 2, 4]
    case 153: [1, 2, 9, 4]
    case 154: [1, 3, 2, 9, 4]
    case 155: [1, 3, 2, 5, 6, 9]
    case 156: [1, 3, 2, 5, 6, 33, 34]
    case 157: [1, 3, 2, 5, 6, 4, 9]
    case 158: [1, 3, 2, 5, 6, 4, 12]
    case 159: [1, 3, 2, 5, 6, 4, 14]
    case 160: [1, 3, 2, 5, 6, 4, 33, 34]
    case 161: [1, 3, 2, 5, 6, 4, 7, 8]
    case 162: [1, 3, 2, 5, 6, 4, 10, 11]
    case 163: [1, 3, 2, 5, 6, 4, 35, 36]
    case 164: [1, 3, 2, 5, 6, 4, 13, 15]
    case 165: [1, 3, 2, 5, 6, 4, 9, 12]
    case 166: [1, 3, 2, 5, 6, 4, 9, 14]
    case 167: [1, 3, 2, 5, 6, 4, 12, 14]
    case 168: [3, 1, 2, 4]
    case 169: [3, 1, 2, 9, 4]
    case 170: [7, 8, 1, 2, 5, 6]
    case 171: [3, 1, 2, 33, 34, 12]
    case 172: [3, 9, 1, 2, 33, 34]
    case 173: [7, 8, 1, 2, 5, 6, 4]
    case 174: [3, 1, 2, 33, 34, 12, 4]
    case 175: [3, 9, 1, 2, 33, 34, 4]
    case 176: [7, 3, 8, 1, 2, 5, 6]
    case 177: [7, 3, 8, 1, 2, 5, 6, 4]
    case 178: [7, 8, 1, 2, 5, 6, 33, 34]
    case 179: [7, 3, 8, 1, 2, 5, 9, 6]
    case 180: [7, 8, 1, 2, 5, 6, 33, 34, 4]
    case 181: [7, 3, 8, 1, 2, 5, 9, 6, 4]
    case 182: [3, 1, 2, 5, 6, 4, 9]
    case 183: [3, 1, 2, 5, 6, 33, 34, 4]
    case 184: [3, 1, 2, 5, 6, 4, 13, 15]
    case 185: [1, 2, 33, 34]
    case 186: [1, 2, 3, 33, 34]
    case 187: [1, 2, 3, 4, 33, 34]
    case 188: [1, 2, 3, 4, 9, 5, 6]
    case 189: [1, 2, 3, 4, 33, 34, 5, 6]
    case 192: [1, 2, 3, 4, 5, 6, 33, 34, 13, 15, 52, 54]
    case 193: [1, 2, 3, 4, 5, 6, 33, 34, 35, 36, 13, 15, 49, 51, 52, 54]
    case 194: [1, 2, 3, 4, 5, 6, 49, 51]
    case 195: [1, 2, 3, 4, 5, 6, 13, 15, 52, 54]
    case 196: [1, 2, 3, 4, 5, 6, 33, 34, 49, 51]
    default: nil
    }
  }

  /// Returns the tag of the layout that has these labels in this order; nil if there is none. Tags that came later,
  /// which fewer programs know, are read and not written.
  static func tag(ofLabels labels: [UInt32]) -> UInt32? {
    guard let count = UInt16(exactly: labels.count),
      let tag = (UInt32(100)...148).first(where: { self.labels(ofTag: $0) == labels })
    else { return nil }
    return tag << 16 | UInt32(count)
  }

  /// Returns the labels of the bits of a bitmap, the lowest first.
  static func labels(ofBitmap bitmap: UInt32) -> [UInt32] {
    (0..<UInt32(18)).filter { bitmap >> $0 & 1 == 1 }.map { $0 + 1 }
  }

  /// Returns the labels of a layout, one a channel; nil if it does not name that many loudspeakers.
  static func labels(of layout: ChannelLayout, channels: Int) -> [UInt32]? {
    let labels: [UInt32]?
    switch layout.layoutTag {
    case ChannelLayout.descriptionsTag: labels = layout.descriptions.map(\.label)
    case ChannelLayout.bitmapTag: labels = self.labels(ofBitmap: layout.bitmap)
    default: labels = self.labels(ofTag: layout.layoutTag >> 16)
    }
    return labels?.count == channels ? labels : nil
  }

  /// Returns the positions of a layout's loudspeakers, one a channel, as ISO files number them; nil if it does
  /// not name that many, or one of them has none.
  ///
  /// A bitmap is a WAVE file's mask, in which what surrounds a listener is at the sides or in the back. Labels
  /// and tags distinguish it from both.
  static func positions(of layout: ChannelLayout, channels: Int) -> [UInt8]? {
    guard layout.layoutTag == ChannelLayout.bitmapTag else {
      return labels(of: layout, channels: channels).flatMap(positions(ofLabels:))
    }
    let positions = SpeakerPositions.positions(inMask: layout.bitmap)
    return positions.count == channels ? positions : nil
  }

  /// Labels and the positions of ISO files that mean the same loudspeaker: left, right, centre, low frequencies,
  /// surround, of centre, back centre, direct surround, above, rear surround, wide, low frequencies 2, above in
  /// the middle and in the rear, side surround. Mono is in the centre.
  private static let positions: [(label: UInt32, position: UInt8)] = [
    (1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 7), (9, 10), (10, 11), (11, 12),
    (12, 25), (13, 17), (14, 19), (15, 18), (16, 20), (17, 22), (18, 21), (33, 8), (34, 9),
    (35, 15), (36, 16), (37, 26), (42, 2), (49, 23), (51, 24), (52, 20), (53, 22), (54, 21),
    (55, 13), (56, 14),
  ]

  /// Returns the positions of labels, as ISO files number them; nil if one of them has none.
  static func positions(ofLabels labels: [UInt32]) -> [UInt8]? {
    let found = labels.compactMap { label in positions.first { $0.label == label }?.position }
    return found.count == labels.count ? found : nil
  }

  /// Returns the labels of positions; nil if one of them has none.
  static func labels(ofPositions wanted: [UInt8]) -> [UInt32]? {
    let found = wanted.compactMap { wanted in positions.first { $0.position == wanted }?.label }
    return found.count == wanted.count ? found : nil
  }
}
