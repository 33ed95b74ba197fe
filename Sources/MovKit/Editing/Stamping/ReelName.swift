extension TimecodeFormat.SourceName {
  /// The name of a reel: in English, in the Macintosh code, for ASCII, as is common. A name that needs
  /// UTF-8 must have a packed language code (QuickTime File Format, "Language Code Values").
  public init(reel: String) {
    self.init(
      text: reel,
      language: reel.utf8.allSatisfy { $0 < 0x80 } ? LanguageCode(rawValue: 0) : .undetermined)
  }
}
