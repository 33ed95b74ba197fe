/// The characters of MacRoman from 0x80 on.
private let macRomanUpperHalf = Array(
  ("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü"
    + "†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø"
    + "¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ"
    + "‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ").unicodeScalars)

/// Text in MacRoman, the encoding of QuickTime's older strings.
func decodeMacRoman(_ bytes: some Sequence<UInt8>) -> String {
  var text = String.UnicodeScalarView()
  for byte in bytes {
    text.append(byte < 0x80 ? Unicode.Scalar(byte) : macRomanUpperHalf[Int(byte) - 0x80])
  }
  return String(text)
}

/// `text` in MacRoman; nil where a character is not in it.
func encodeMacRoman(_ text: String) -> [UInt8]? {
  var bytes: [UInt8] = []
  for scalar in text.unicodeScalars {
    if scalar.isASCII {
      bytes.append(UInt8(scalar.value))
    } else if let index = macRomanUpperHalf.firstIndex(of: scalar) {
      bytes.append(UInt8(index + 0x80))
    } else {
      return nil
    }
  }
  return bytes
}
