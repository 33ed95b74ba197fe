/// The characters of MacRoman from 0x80 up.
private let macRomanUpperHalf = Array(
  ("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü"
    + "†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø"
    + "¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ"
    + "‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ").unicodeScalars)

/// Decodes MacRoman, the encoding of older strings in QuickTime files.
func decodeMacRoman(_ bytes: some Sequence<UInt8>) -> String {
  var text = String.UnicodeScalarView()
  for byte in bytes {
    text.append(byte < 0x80 ? Unicode.Scalar(byte) : macRomanUpperHalf[Int(byte) - 0x80])
  }
  return String(text)
}

/// Returns `text` in MacRoman; nil if MacRoman does not have one of its characters.
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
