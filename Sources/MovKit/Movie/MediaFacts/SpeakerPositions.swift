/// Loudspeaker positions as ISO files number them (ISO/IEC 23091-3, OutputChannelPosition), in the
/// order of the bits of a WAVE file's channel mask.
enum SpeakerPositions {
  /// Left and right, centre, low frequencies, back left and right, left and right of centre, back
  /// centre, side left and right, which are the surround of 5.1; above: centre, front left, centre
  /// and right, back left, centre and right.
  static let inMaskOrder: [UInt8] = [
    0, 1, 2, 3, 8, 9, 6, 7, 10, 4, 5, 25, 17, 19, 18, 20, 22, 21,
  ]

  /// Returns the positions of a mask, the lowest bit first.
  static func positions(inMask mask: UInt32) -> [UInt8] {
    inMaskOrder.indices.filter { mask >> UInt32($0) & 1 == 1 }.map { inMaskOrder[$0] }
  }

  /// Returns the mask of positions that are in the order of its bits; nil if there is none.
  ///
  /// A mask has one pair at the sides for surround, for direct surround and for what is exactly at the sides.
  /// Where surround stands in the order as the back does, as in 6.1, it is there, as in Core Audio's bitmap.
  static func mask(of positions: [UInt8]) -> UInt32? {
    if let mask = exactMask(of: positions) { return mask }
    let aside = positions.map { [11: 4, 13: 4, 12: 5, 14: 5][$0] ?? $0 }
    return exactMask(of: aside) ?? exactMask(of: aside.map { [4: 8, 5: 9][$0] ?? $0 })
  }

  private static func exactMask(of positions: [UInt8]) -> UInt32? {
    let bits = positions.compactMap { inMaskOrder.firstIndex(of: $0) }
    guard bits.count == positions.count, zip(bits, bits.dropFirst()).allSatisfy({ $0 < $1 }) else {
      return nil
    }
    return bits.reduce(0) { $0 | 1 << UInt32($1) }
  }

  /// Returns the positions of a ChannelConfiguration of ISO/IEC 23091-3, in the order of its
  /// channels; nil for those of more than eight channels, and for unknown ones.
  static func ofDefinedLayout(_ number: UInt8) -> [UInt8]? {
    switch number {
    case 1: [2]
    case 2: [0, 1]
    case 3: [2, 0, 1]
    case 4: [2, 0, 1, 10]
    case 5: [2, 0, 1, 4, 5]
    case 6: [2, 0, 1, 4, 5, 3]
    case 7: [2, 6, 7, 0, 1, 4, 5, 3]
    case 9: [0, 1, 10]
    case 10: [0, 1, 4, 5]
    case 11: [2, 0, 1, 4, 5, 10, 3]
    case 12: [2, 0, 1, 4, 5, 8, 9, 3]
    case 14: [2, 0, 1, 4, 5, 3, 17, 18]
    default: nil
    }
  }
}
