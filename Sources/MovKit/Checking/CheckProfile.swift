/// What a file is checked for besides what holds for every file.
public enum CheckProfile: String, CaseIterable, Sendable {
  /// The QuickTime File Format.
  case quicktime
  /// MP4 and other files of ISO/IEC 14496-12 that are no QuickTime files.
  case mp4
  /// CMAF: the header or the segments of one track (ISO/IEC 23000-19).
  case cmaf
  /// What editing programs look at when they link a file to another one of the same timecode.
  case relink
  /// What broadcasters ask of programmes that are delivered to them.
  case broadcast
  /// HEIF and AVIF: pictures (ISO/IEC 23008-12).
  case heif

  /// The profiles that a file's own brands ask for: `quicktime` or `mp4` of a movie, and `heif` of a
  /// file with items.
  public static func ofBrands(in file: AtomFile) -> Set<CheckProfile> {
    var profiles: Set<CheckProfile> = []
    if file.storedMovie != nil || file.atoms.contains(where: { $0.type.isFragment }) {
      profiles.insert(Movie.isQuickTime(file.first("ftyp")) ? .quicktime : .mp4)
    }
    if file.first("meta")?.first("iloc") != nil, file.first("meta")?.first("pitm") != nil {
      profiles.insert(.heif)
    }
    return profiles
  }
}
