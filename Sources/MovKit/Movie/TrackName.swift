extension Track {
  /// The name that somebody gave the track in its handler (`hdlr`), where files other than QuickTime's have
  /// it (ISO/IEC 14496-12, 8.4.3); nil if it says only what kind of media the track has.
  var handlerName: String? {
    let handler = try? atom.descendant("mdia", "hdlr")?.decode(HandlerReference.self)
    return handler?.givenName
  }

  /// The name of the track in its user data, where QuickTime has it; nil if there is none.
  var userDataName: String? {
    for name in atom.first("udta")?.all("name") ?? [] {
      guard let whole = try? name.decode(PlainText.self).text.string else { continue }
      // UTF-16 can go on after a zero, which ends the text in all other forms.
      let text = String(whole.unicodeScalars.prefix { $0.value != 0 })
      if !text.trimmedASCII.isEmpty { return text }
    }
    return nil
  }
}

extension HandlerReference {
  /// The name, if it says more than what kind of media the handler is for. Most programs give all tracks of a
  /// kind one name: `VideoHandler`, `Core Media Audio`, `Apple Sound Media Handler`, `soun`.
  var givenName: String? {
    let name = componentName.string
    var rest = name.trimmedASCII.lowercased()
    guard rest != componentSubtype.description, !rest.hasPrefix("core media ") else { return nil }
    let handler = Self.wordsForHandler.first { rest.hasSuffix($0) }
    if let handler { rest = String(rest.dropLast(handler.count)).trimmedASCII }
    if rest.isEmpty || Self.kindsOfMedia.contains(rest) { return nil }
    // The program that made the file comes first: `GPAC ISO Video Handler`, `MediabunnySoundHandler`.
    if handler != nil, Self.kindsOfMedia.contains(where: { rest.hasSuffix($0) }) { return nil }
    return name
  }

  /// Some writers end the name of a handler a byte too early.
  private static let wordsForHandler = ["handler", "handle"]

  private static let kindsOfMedia = [
    "video", "sound", "audio", "text", "subtitle", "caption", "time code", "timecode", "metadata",
    "hint", "picture", "media",
  ]
}
