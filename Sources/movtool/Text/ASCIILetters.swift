extension UInt8 {
  /// The small letter of a capital letter of ASCII; any other byte is itself.
  var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
