extension MovieEditor {
  /// What to change of a track. What is nil stays.
  public struct TrackChange: Equatable, Sendable {
    /// The name of the track. It is written as `name` in its `udta`, and in files other than
    /// QuickTime's also as the name of the handler (ISO/IEC 14496-12, 8.4.3).
    public var name: String?
    /// The language of the media: three letters of ISO 639-2/T, which `mdhd` gets, or a tag such as
    /// `de-CH` (BCP 47), which `elng` gets; `mdhd` then gets the code of its language.
    public var language: String?
    /// Whether the track is enabled (`tkhd`).
    public var isEnabled: Bool?

    /// A change of nothing.
    public init() {}
  }

  /// Changes the name, the language or the state of a track.
  /// - Throws: `FormatError` if the track is not one of the movie, if the language is none, or if the
  ///   movie cannot be changed.
  public mutating func change(
    _ track: Track, to change: TrackChange
  ) throws(FormatError) {
    try checkIsEditable()
    let isQuickTime = movie.isQuickTime
    try changeMovie { moov throws(FormatError) in
      let place = try moov.place(of: track)
      var trak = moov.children[place]
      do throws(FormatError) {
        if let isEnabled = change.isEnabled { try trak.setEnabled(isEnabled) }
        if let name = change.name { try trak.setName(name, besideHandler: isQuickTime) }
        if let language = change.language { try trak.setLanguage(language) }
      } catch { throw error.inside(track.path) }
      moov.children[place] = trak
    }
  }

  /// Removes a track, the references of other tracks to it, and what fragments say about it. Its
  /// samples go too if nothing else is in their `mdat`. What other atoms say of it goes as well: Canon's
  /// pointers, Sony's profiles and groups of tracks. If such an atom is beside the movie header, the change
  /// cannot be made in place.
  /// - Returns: The IDs of the tracks whose references to it were removed, with the types of those.
  /// - Throws: `FormatError` if the track is not one of the movie or its only one, or if the movie
  ///   cannot be changed.
  @discardableResult
  public mutating func remove(_ track: Track) throws(FormatError) -> [(id: UInt32, type: FourCC)] {
    try remove(track, besideHeader: true).references
  }

  /// Removes a track, and returns also what else named it.
  /// - Parameter besideHeader: Whether atoms beside the movie header that name it are changed, which a change
  ///   in place cannot.
  package mutating func remove(
    _ track: Track, besideHeader: Bool
  ) throws(FormatError) -> (references: [(id: UInt32, type: FourCC)], mentions: [TrackMention]) {
    try checkIsEditable()
    guard movie.atom.all("trak").count > 1 else {
      throw FormatError(
        .notEditable("it is the only track, and a movie needs at least one"), path: track.path,
        at: track.atom.offset)
    }
    let references = movie.references(to: track)
    return try together { editor throws(FormatError) in
      guard try editor.takeOut(track) else { return ([], []) }
      return (references, try editor.removeMentions(of: [track.id], besideHeader: besideHeader))
    }
  }

  /// Returns whether no other track has the ID of the removed one.
  private mutating func takeOut(_ track: Track) throws(FormatError) -> Bool {
    var isLast = true
    try changeMovie { moov throws(FormatError) in
      moov.children.remove(at: try moov.place(of: track))
      isLast = !moov.all("trak").contains { $0.trackID == track.id }
    }
    if let place = track.atom.place { noteRemoved(trackAt: place, id: isLast ? track.id : nil) }
    if isLast {
      try change("trak") { trak throws(FormatError) in
        try trak.removeReferences(to: [track.id])
      }
      try removeFragmentDefaults(of: [track.id])
    }
    try shortenMovie(from: [track])
    try shortenFragments()
    return isLast
  }

  /// Makes the duration of a fragmented movie that of the longest track that stays, if it was right.
  private mutating func shortenFragments() throws(FormatError) {
    let staying = movie.tracks.filter { $0.atom.place.map { !removedTracks.contains($0) } ?? true }
    guard movie.isFragmented, movie.unreadableTracks.isEmpty, movie.durationOfFragments == nil,
      let longest = movie.durationOfFragments(of: staying)
    else { return }
    _ = try shortenFragments(to: longest)
  }

  /// Makes the duration of the movie that of its longest track, if that was one of the removed ones.
  mutating func shortenMovie(from removed: [Track]) throws(FormatError) {
    guard let gone = removed.compactMap(\.atom.statedDuration).max() else { return }
    let places = Set(removed.compactMap(\.atom.place))
    var longest: UInt64?
    for atom in movie.atom.children where atom.type == "trak" {
      if let place = atom.place, places.contains(place) { continue }
      guard let duration = atom.statedDuration else { return }
      longest = max(longest ?? duration, duration)
    }
    guard let longest, longest < gone else { return }
    try change("mvhd") { mvhd throws(FormatError) in
      try mvhd.update(MovieHeader.self) { header throws(FormatError) in
        if header.duration == gone { header.duration = longest }
      }
    }
  }
}

extension Atom {
  /// For a `trak`: the duration that its header states, in ticks of the movie; nil if that is not known.
  var statedDuration: UInt64? {
    guard let header = trackHeader else { return nil }
    return header.isDurationUnknown ? nil : header.duration
  }

  /// For a `moov`: returns the place of a track among its children.
  func place(of track: Track) throws(FormatError) -> Int {
    guard let wanted = track.atom.place,
      let place = children.firstIndex(where: { $0.type == "trak" && $0.place == wanted })
    else { throw FormatError(.missing("the track is not one of the movie"), path: track.path) }
    return place
  }

  fileprivate mutating func setEnabled(_ isEnabled: Bool) throws(FormatError) {
    try change(["tkhd"]) { tkhd throws(FormatError) in
      try tkhd.update(TrackHeader.self) { header throws(FormatError) in
        header.flags = header.flags & ~TrackHeader.enabled | (isEnabled ? TrackHeader.enabled : 0)
      }
    }
  }

  fileprivate mutating func setName(
    _ name: String, besideHandler isQuickTime: Bool
  ) throws(FormatError) {
    try setUserDataName(name)
    guard !isQuickTime else { return }
    try change(["mdia", "hdlr"]) { hdlr throws(FormatError) in
      try hdlr.update(HandlerReference.self) { record throws(FormatError) in
        record.componentName =
          record.componentName.taking(.text(name), count: nil) ?? PascalOrCString(c: name)
      }
    }
  }

  /// For a `trak`: gives it a name in its `udta`.
  mutating func setUserDataName(_ name: String) throws(FormatError) {
    guard !name.utf8.contains(0) else {
      throw FormatError(.invalidValue("a name has no zero in it"), path: "udta/name")
    }
    var text = PlainText()
    text.text = AssetString(bytes: Array(name.utf8)[...])
    let atom = try Atom("name", text)
    if let udta = children.firstIndex(where: { $0.type == "udta" }) {
      let index = children[udta].children.firstIndex { $0.type == "name" }
      if let index {
        children[udta].children[index] = atom
      } else {
        // Before a terminator, which is in the tail.
        children[udta].appendChild(atom)
      }
    } else {
      appendChild(Atom("udta", children: [atom]))
    }
  }

  fileprivate mutating func setLanguage(_ language: String) throws(FormatError) {
    // Codes are written in lower case, and people write them in either.
    let code = LanguageCode(language.lowercased())
    guard LanguageCode.isLanguage(language) else {
      throw FormatError(
        .invalidValue(
          "'\(language)' is neither three letters of ISO 639-2 nor a tag such as de-CH"),
        path: "mdia/mdhd/language")
    }
    let wanted = (code ?? LanguageCode(ofTag: language) ?? .undetermined).terminological
    try change(["mdia", "mdhd"]) { mdhd throws(FormatError) in
      try mdhd.update(MediaHeader.self) { $0.language = wanted }
    }
    try change(["mdia"]) { mdia throws(FormatError) in
      let place = mdia.children.firstIndex { $0.type == "elng" }
      guard code == nil else {
        // It would take precedence.
        if let place { mdia.children.remove(at: place) }
        return
      }
      var tag = ExtendedLanguage()
      tag.extendedLanguage = CString(language)
      let atom = try Atom("elng", tag)
      if let place {
        mdia.children[place] = atom
      } else {
        let header = mdia.children.firstIndex { $0.type == "mdhd" }.map { $0 + 1 } ?? 0
        mdia.insertChild(atom, at: header)
      }
    }
  }

  /// Changes the first child of a type, and so on. Atoms that had no size of their own get one, as others may come
  /// after them.
  mutating func change(
    _ path: [FourCC], _ body: (inout Atom) throws(FormatError) -> Void
  ) throws(FormatError) {
    if form == .toEnd { form = .compact }
    guard let type = path.first else { return try body(&self) }
    guard let index = indexOfFirst(type) else {
      throw FormatError(.missing("the track has no \(type)"), path: "\(type)")
    }
    do { try children[index].change(Array(path.dropFirst()), body) } catch {
      throw error.path.hasPrefix("\(type)") ? error : error.inside("\(type)")
    }
  }
}

extension Movie {
  /// Returns the other tracks that refer to a track, and by which types.
  package func references(to track: Track) -> [(id: UInt32, type: FourCC)] {
    var references: [(id: UInt32, type: FourCC)] = []
    for other in tracks where other.atom.place != track.atom.place {
      var last: FourCC?
      other.forEachReference { type, id in
        guard id == track.id, type != last else { return }
        last = type
        references.append((other.id, type))
      }
    }
    return references
  }
}
