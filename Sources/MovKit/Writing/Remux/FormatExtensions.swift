extension Movie {
  /// The children of `moov` that are written again, and those that do not exist in other kinds of
  /// files.
  private static let written = Set(["mvhd", "trak", "mvex"] + FourCC.freeSpace)
  private static let own: Set<FourCC> = ["iods", "cmov", "rmra", "ctab", "clip"]

  /// The number of types of atoms that are named as lost. Movies have far fewer.
  fileprivate static let mostLosses = 64

  /// Returns the children of `moov` that have the same meaning in a file of another kind, such as
  /// metadata and user data.
  /// - Parameter type: The kind of file that they are written into.
  public func extensions(for type: MovieWriter.Options.FileType) -> [Atom] {
    atom.children.compactMap { child in
      Self.written.contains(child.type) || Self.own.contains(child.type)
        ? nil : child.adapted(to: type)
    }
  }

  /// Returns what is lost when a movie is made of these tracks in a file of another kind: one
  /// diagnostic for each type of atom, or one for all types after the first 64 in a place, and one for bytes that are
  /// no atom.
  /// - Parameters:
  ///   - tracks: The tracks that are written.
  ///   - type: The kind of file that they are written into.
  public func losses(
    of tracks: [Track], for type: MovieWriter.Options.FileType
  ) -> [Diagnostic] {
    let name = type == .mp4 ? "MP4" : "QuickTime"
    var lost = DiagnosticList(mostOfARule: Self.mostLosses)
    func add(_ atoms: [Atom], in path: String, _ isLost: (Atom) -> Bool) {
      atoms.forEachFirstOfItsType(where: isLost) { atom in
        lost.add(
          "atom-left-out", .warning, "left out of the conversion to \(name)",
          path: "\(path)\(atom.type)", at: atom.offset)
      }
    }
    let file = RemuxedFile.media.union(FourCC.freeSpace).union(["ftyp", "pdin"])
    add(self.file.atoms, in: "") { !file.contains($0.type) }
    add(atom.children, in: "moov/") {
      Self.own.contains($0.type)
        || !Self.written.contains($0.type) && $0.adapted(to: type) == nil
    }
    for holder in atom.holdersOfMeta {
      add(holder.children, in: "moov/\(holder.type)/", \.isMetaOfFile)
    }
    return [self.file.findingOfLeading, self.file.findingOfTrailing].compactMap(\.self) + lost.all
      + tracks.flatMap { $0.losses(for: type) } + lossesInFragments(of: tracks)
  }

  /// Returns what fragments say of the samples of tracks, besides places, sizes and times, that is lost when these
  /// are written into another file: one diagnostic for each track and type of atom.
  /// - Parameter tracks: The tracks that are written.
  package func lossesInFragments(of tracks: [Track]) -> [Diagnostic] {
    guard tracks.contains(where: \.hasFragments), let fragments = try? FragmentContainers(self)
    else {
      return []
    }
    return tracks.flatMap { track in
      var lost = DiagnosticList(mostOfARule: Self.mostLosses)
      let containers = (try? fragments.containers(of: track.id)) ?? []
      containers.flatMap(\.atom.children).forEachFirstOfItsType(where: \.isLostTable) { atom in
        lost.add(
          "atom-left-out", .warning,
          "not copied into the other movie; track \(track.id) has it in fragments",
          path: "moof/traf/\(atom.type)", at: atom.offset)
      }
      return lost.all
    }
  }
}

extension [Atom] {
  /// Calls `body` with the first atom of each type that fulfils `condition`.
  fileprivate func forEachFirstOfItsType(where condition: (Atom) -> Bool, _ body: (Atom) -> Void) {
    var known = FourCCTable()
    var count = 0
    for atom in self where condition(atom) {
      guard known.insert(atom.type) == count else { continue }
      count += 1
      body(atom)
    }
  }
}

extension Track {
  fileprivate static let written = Set(["tkhd", "edts", "tref", "mdia"] + FourCC.freeSpace)
  fileprivate static let own: Set<FourCC> = ["clip", "matt", "load", "imap"]

  /// Returns the children of `trak` that have the same meaning in another file, of the same kind or
  /// another. The name of an MP4 track, which its handler has, is in `udta` too for a QuickTime file.
  /// - Parameter type: The kind of file that they are written into.
  /// - Throws: `FormatError` if the samples are encrypted, because what is needed to decrypt them
  ///   is not copied.
  public func extensions(
    for type: MovieWriter.Options.FileType
  ) throws(FormatError) -> [Atom] {
    try checkIsDecryptedAlone()
    var trak = Atom(
      "trak",
      children: atom.children.compactMap { child in
        Self.written.contains(child.type) || Self.own.contains(child.type)
          ? nil : child.adapted(to: type)
      })
    if let name = nameToAdd(for: type), trak.first("udta")?.isDivided != false {
      try trak.setUserDataName(name)
    }
    return trak.children
  }

  /// Throws if the samples are encrypted: what decrypts them is not with the samples, and is not copied with them.
  func checkIsDecryptedAlone() throws(FormatError) {
    guard protectionScheme != nil else { return }
    throw FormatError(
      .unsupported(
        "its samples are encrypted, and what decrypts them (senc, saiz, saio, pssh) cannot be "
          + "copied into another movie"),
      path: path, at: atom.offset)
  }

  /// The name that a file of `type` has in the track's user data, if it is not there yet.
  private func nameToAdd(for type: MovieWriter.Options.FileType) -> String? {
    guard type == .quickTime, userDataName == nil, let name = handlerName else { return nil }
    // The handler of a QuickTime track does not hold a longer one.
    return !isQuickTime || name.utf8.count > PascalOrCString.longestCounted ? name : nil
  }

  /// Returns what the track loses when it is written into another file, of the same kind or
  /// another: one diagnostic for each type of atom, or one for all types after the first 64.
  /// - Parameters:
  ///   - type: The kind of file that it is written into.
  ///   - keepsReferences: Whether the tracks that it refers to are written too.
  public func losses(
    for type: MovieWriter.Options.FileType, keepsReferences: Bool = true
  ) -> [Diagnostic] {
    var lost = DiagnosticList(mostOfARule: Movie.mostLosses)
    func add(_ atoms: [Atom], in path: String, _ isLost: (Atom) -> Bool) {
      atoms.forEachFirstOfItsType(where: isLost) { atom in
        lost.add(
          "atom-left-out", .warning, "not copied into the other movie",
          path: "\(path)/\(atom.type)", at: atom.offset)
      }
    }
    add(atom.children, in: path) {
      Self.own.contains($0.type) || !keepsReferences && $0.type == "tref"
        || !Self.written.contains($0.type) && $0.adapted(to: type) == nil
    }
    for holder in atom.holdersOfMeta {
      add(holder.children, in: "\(path)/\(holder.type)", \.isMetaOfFile)
    }
    let stbl = atom.descendant("mdia", "minf", "stbl")
    add(stbl?.children ?? [], in: "\(path)/mdia/minf/stbl") { $0.isLostTable }
    if let loss = lossOfGraphicsMode(for: type) { lost.append(loss) }
    if type == .mp4 { lost.append(contentsOf: lossesOfLook) }
    return lost.all.sorted { ($0.offset ?? .max) < ($1.offset ?? .max) }
  }

  /// That a QuickTime video is drawn in a way for which MP4 has no value (ISO/IEC 14496-12, 12.1.2), such as
  /// with transparent parts; nil if it is only copied.
  private func lossOfGraphicsMode(for type: MovieWriter.Options.FileType) -> Diagnostic? {
    guard type == .mp4, isQuickTime, let atom = mediaInformationHeader,
      let mode = try? atom.decode(VideoMediaHeader.self).graphicsMode,
      !VideoMediaHeader.modesOfCopying.contains(mode)
    else { return nil }
    return Diagnostic(
      "atom-left-out", .warning,
      "its graphics mode \(mode) is left out, because video in MP4 can only be copied",
      path: "\(path)/mdia/minf/\(atom.type)", at: atom.offset)
  }

  /// What a `gmhd` says of how timecode or text is drawn, for which MP4 has no place; none if it says only what
  /// programs write for every track.
  private var lossesOfLook: [Diagnostic] {
    guard let header = mediaInformationHeader, header.type == "gmhd" else { return [] }
    func loss(_ what: String, _ types: FourCC...) -> Diagnostic {
      let place = atom.place(at: path, ["mdia", "minf", "gmhd"] + types)
      return Diagnostic(
        "atom-left-out", .warning, "\(what) is left out, because MP4 has no place for it",
        path: place.path, at: place.offset)
    }
    var losses: [Diagnostic] = []
    if let base = try? header.first("gmin")?.decode(BaseMediaInformation.self),
      !VideoMediaHeader.modesOfCopying.contains(base.graphicsMode)
    {
      losses.append(loss("its graphics mode \(base.graphicsMode)", "gmin"))
    }
    if let text = try? header.first("text")?.decode(TextMediaInformation.self),
      text.matrix != Matrix()
    {
      losses.append(loss("the place where its text is drawn", "text"))
    }
    if let look = try? header.descendant("tmcd", "tcmi")?.decode(TimecodeMediaInformation.self),
      !look.isUsual
    {
      losses.append(loss("how its labels are drawn (font, size and colours)", "tmcd", "tcmi"))
    }
    return losses
  }

  /// The formats in common use that only QuickTime defines (QuickTime File Format, "Video Sample
  /// Description Extensions" and "Sound Sample Descriptions").
  static let quickTimeFormats: Set<FourCC> = [
    "agsm", "ima4", "MAC3", "MAC6", "QDM2", "QDMC", "Qclp", "2vuy", "8BPS", "cvid", "flic", "gif ",
    "mjpa", "mjpb", "PNTG", "png ", "raw ", "rle ", "rpza", "smc ", "SVQ1", "SVQ3", "tga ", "v210",
    "v216", "v308", "v408", "v410", "WRLE", "yuv2", "yuvs", "text",
  ]

  /// Returns a diagnostic if a kind of file does not define the format of this track's samples; nil
  /// if it does.
  /// - Parameter type: The kind of file.
  public func finding(for type: MovieWriter.Options.FileType) -> Diagnostic? {
    guard type == .mp4,
      let format = sampleDescriptions.lazy.map(\.type).first(where: Self.quickTimeFormats.contains),
      mediaType != .audio
        || LinearPCMFormat(description: sampleDescriptions[0], timescale: timescale) == nil
    else { return nil }
    return Diagnostic(
      "quicktime-only", .warning,
      "track \(id) is '\(format)', which MP4 does not define; most players will not read it there",
      path: path, at: atom.offset)
  }
}

extension Atom {
  /// Returns the atom as a file of another kind has it: `meta` begins with a version in MP4
  /// (ISO/IEC 14496-12, 8.11.1), and without one in QuickTime. Nil if it is a `meta` whose items
  /// are stored elsewhere in the old file.
  fileprivate func adapted(to fileType: MovieWriter.Options.FileType) -> Atom? {
    if Self.typesOfHolders.contains(type), children.contains(where: \.isMetaOfFile) {
      var adapted = self
      adapted.claimedSize = nil
      adapted.removeChildren { atom, _ in atom.isMetaOfFile }
      return adapted
    }
    guard type == "meta", case .children(var children) = content else { return self }
    guard !pointsIntoFile else { return nil }
    let version: Bytes = fileType == .mp4 ? [0, 0, 0, 0] : []
    if children.preamble.allSatisfy({ $0 == 0 }) { children.preamble = version }
    var adapted = self
    adapted.claimedSize = nil
    adapted.content = .children(children)
    return adapted
  }

  /// Whether it is a `meta` whose items are stored elsewhere in the file.
  fileprivate var isMetaOfFile: Bool { type == "meta" && pointsIntoFile }

  /// What has `meta` besides the file, a movie or a track: user data, and the container of further ones.
  static let typesOfHolders: Set<FourCC> = ["udta", "meco"]

  /// For a `moov` or `trak`: the children that can have `meta`.
  fileprivate var holdersOfMeta: [Atom] {
    children.filter { Self.typesOfHolders.contains($0.type) }
  }
}

extension Atom {
  /// For a child of `stbl` or `traf`: whether the table is lost, because it cannot be made again from what is
  /// known of the samples.
  fileprivate var isLostTable: Bool {
    let groups: Set<FourCC> = ["roll", "rap ", "sync"]
    switch type {
    case "sgpd":
      return (try? decode(SampleGroupDescriptions.self)).map { !groups.contains($0.groupingType) }
        ?? true
    case "sbgp", "csgp": return SampleGroupTable(self).map { !groups.contains($0.type) } ?? true
    case "stsd", "cslg", "tfhd", "tfdt", "trun": return false
    case "subs": return true
    default:
      return !KeptTrack.isMadeFromSamples(type) && !type.isFreeSpace
    }
  }
}

extension TimecodeMediaInformation {
  /// The fonts that AVFoundation, QuickTime and ffmpeg name.
  private static let usualFonts: Set<String> = ["", "Chicago", "Courier", "Lucida Grande"]

  /// Whether labels are drawn as those programs have it: plain, in 12 points, in black or white on the other or on
  /// black.
  fileprivate var isUsual: Bool {
    let (black, white) = (RGBColor(), RGBColor(red: 0xFFFF, green: 0xFFFF, blue: 0xFFFF))
    return textFace == 0 && textSize == 12 && [black, white].contains(textColor)
      && [black, white].contains(backgroundColor) && Self.usualFonts.contains(fontName.string)
  }
}
