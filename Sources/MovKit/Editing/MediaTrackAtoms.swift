/// Builds the `trak` of a new track whose media is in the movie's own file. QuickTime files get the
/// parts that AVFoundation writes, ISO files those of ISO/IEC 14496-12.
struct MediaTrackAtoms {
  var isQuickTime: Bool
  /// The version is chosen by `track()`.
  var header = TrackHeader()
  /// The version is chosen by `track()`.
  var mediaHeader = MediaHeader()
  var mediaType: FourCC
  /// Empty to show all media from the start of the movie.
  var edits: [EditList.Row] = []
  /// The `tref`; nil if there is none.
  var references: Atom?
  /// A language tag such as `de-CH`; nil if the language in the media header is sufficient.
  var extendedLanguage: String?
  /// The name of the handler; nil for one that says only what kind of media it is for.
  var name: String?
  /// The header of the media information of the track that this one is a copy of. It is not used if a track
  /// of this kind has another one.
  var oldInformationHeader: Atom?
  /// The children of `stbl`.
  var sampleTable: [Atom]

  func track() throws(FormatError) -> Atom {
    var header = header
    header.version = HeaderVersion.lowest(
      durations: header.duration, dates: header.creationTime, header.modificationTime)
    var children = [try Atom("tkhd", header)]
    if !edits.isEmpty {
      children.append(Atom("edts", children: [try Atom("elst", EditList(edits))]))
    }
    if let references { children.append(references) }
    children.append(try media())
    return Atom("trak", children: children)
  }

  private func media() throws(FormatError) -> Atom {
    var header = mediaHeader
    header.version = HeaderVersion.lowest(
      durations: header.duration, dates: header.creationTime, header.modificationTime)
    var children = [
      try Atom("mdhd", header),
      try Atom(
        "hdlr",
        handler(type: "mhlr", subtype: mediaType, name: name ?? "Core Media \(mediaName)")),
    ]
    if let extendedLanguage {
      var tag = ExtendedLanguage()
      tag.extendedLanguage = CString(extendedLanguage)
      children.insert(try Atom("elng", tag), at: 1)
    }
    var information = [try mediaInformationHeader()]
    if isQuickTime {
      let handler = handler(type: "dhlr", subtype: "alis", name: "Core Media Data Handler")
      information.append(try Atom("hdlr", handler))
    }
    information += [
      Atom("dinf", children: [try dataReferences()]), Atom("stbl", children: sampleTable),
    ]
    return Atom("mdia", children: children + [Atom("minf", children: information)])
  }

  private var mediaName: String {
    switch mediaType {
    case "vide": "Video"
    case "soun": "Audio"
    case "tmcd": "Time Code"
    case "text": "Text"
    case "sbtl", "subt": "Subtitle"
    case "clcp": "Closed Caption"
    case "meta": "Metadata"
    default: "Media"
    }
  }

  private func handler(type: FourCC, subtype: FourCC, name: String) -> HandlerReference {
    var handler = HandlerReference()
    handler.componentSubtype = subtype
    if isQuickTime {
      handler.componentType = type
      handler.componentManufacturer = "appl"
      // The same values as AVFoundation writes: 1 for the media, 0 for the data.
      handler.componentFlags = type == "mhlr" ? 1 : 0
      handler.componentName = PascalOrCString(pascal: name)
    } else {
      handler.componentName = PascalOrCString(c: name)
    }
    return handler
  }

  private func mediaInformationHeader() throws(FormatError) -> Atom {
    let new = try newMediaInformationHeader()
    guard let old = oldInformationHeader,
      old.type == new.type || old.type == "hmhd" && mediaType == "hint" && !isQuickTime
    else { return new }
    return old
  }

  private func newMediaInformationHeader() throws(FormatError) -> Atom {
    switch mediaType {
    case "vide":
      var header = VideoMediaHeader()
      if isQuickTime {
        // Dither copy (0x40), and the gray that goes with it.
        header.graphicsMode = 0x40
        header.opcolor = RGBColor(red: 0x8000, green: 0x8000, blue: 0x8000)
      }
      return try Atom("vmhd", header)
    case "soun": return try Atom("smhd", SoundMediaHeader())
    case "subt" where !isQuickTime: return try Atom("sthd", NullMediaHeader())
    default:
      guard isQuickTime else { return try Atom("nmhd", NullMediaHeader()) }
      return Atom("gmhd", children: try baseMediaHeader())
    }
  }

  private func baseMediaHeader() throws(FormatError) -> [Atom] {
    let base = try Atom("gmin", BaseMediaInformation())
    switch mediaType {
    case "tmcd":
      var look = TimecodeMediaInformation()
      look.textFont = 22
      look.textSize = 12
      look.fontName = PascalString("Courier")
      return [base, Atom("tmcd", children: [try Atom("tcmi", look)])]
    case "text", "sbtl": return [base, try Atom("text", TextMediaInformation())]
    default: return [base]
    }
  }

  private func dataReferences() throws(FormatError) -> Atom {
    let reference =
      isQuickTime
      ? try Atom("alis", AliasDataReference()) : try Atom("url ", URLDataReference())
    return try Atom("dref", DataReferences(), children: [reference])
  }
}
