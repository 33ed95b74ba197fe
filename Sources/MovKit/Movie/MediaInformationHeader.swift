extension Track {
  /// The header of the media information (`vmhd`, `smhd`, `gmhd`, …); nil if there is none that can be read.
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
