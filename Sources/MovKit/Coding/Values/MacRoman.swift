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
