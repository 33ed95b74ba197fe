extension Track {
  /// What kind of media it has, also without a handler: what its first sample description is registered for or, if
  /// it is for none, what the header of the media information is of. Nil if none of them says so.
  var mediaTypeWithoutHandler: MediaType? {
    if let mediaType { return mediaType }
    let header = mediaTypeOfHeader?.rawValue
    // A few formats are registered for several kinds: the header says which.
    let registered = sampleDescriptions.first.flatMap {
      RegisteredNames.sampleEntry($0.type, handler: header)?.kind
    }
    return (registered ?? header).map { MediaType(rawValue: $0) }
  }

  private var mediaTypeOfHeader: MediaType? {
    for child in atom.descendant("mdia", "minf")?.children ?? [] {
      switch child.type {
      case "vmhd": return .video
      case "smhd": return .audio
      case "hmhd": return .hint
      case "sthd": return .isoSubtitle
      case "gmhd" where child.first("tmcd") != nil: return .timecode
      case "gmhd" where child.first("text") != nil: return .text
      default: continue
      }
    }
    return nil
  }
}
