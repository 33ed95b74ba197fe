extension Track {
  /// The header of the media information, of the kinds that have fields (`vmhd`, `smhd`, `hmhd`, `gmhd`); nil if there
  /// is none of these that can be read.
  var mediaInformationHeader: Atom? {
    let information = atom.descendant("mdia", "minf")
    return information?.children.first(where: \.isReadableInformationHeader)
  }
}

extension Atom {
  fileprivate var isReadableInformationHeader: Bool {
    func isReadable<R: Record>(_ record: R.Type) -> Bool {
      claimedSize == nil && (try? decode(record)) != nil
    }
    return switch type {
    case "vmhd": isReadable(VideoMediaHeader.self)
    case "smhd": isReadable(SoundMediaHeader.self)
    case "hmhd": isReadable(HintMediaHeader.self)
    case "gmhd": claimedSize == nil && first("gmin") != nil
    default: false
    }
  }
}
