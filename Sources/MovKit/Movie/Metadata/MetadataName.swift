/// What metadata means, whatever its key is: each form of metadata has a key of its own for a title.
public enum MetadataName: String, CaseIterable, Sendable {
  /// The name of the movie or song.
  case title
  /// Who made it, or performs in it.
  case artist
  /// The album that a song is on.
  case album
  /// Who wrote it.
  case author
  /// A remark.
  case comment
  /// What it is about.
  case description
  /// Who has the rights.
  case copyright
  /// The kind of movie or music.
  case genre
  /// Words by which it is found.
  case keywords
  /// Who wrote the music.
  case composer
  /// Who performs.
  case performer
  /// Who directed it.
  case director
  /// Who produced it.
  case producer
  /// Who published it.
  case publisher
  /// A group of songs that it belongs to.
  case grouping
  /// The words of a song.
  case lyrics
  /// The program that wrote the file.
  case software
  /// The maker of the camera.
  case make
  /// The model of the camera.
  case model
  /// The lens of the camera.
  case lens
  /// The reel or card of the recording.
  case reel
  /// The artist of the whole album.
  case albumArtist = "album-artist"
  /// Where the movie was recorded (ISO 6709).
  case location
  /// When the movie was recorded or published (ISO 8601, or a year).
  case date
  /// The number of the movie or song among others.
  case track
  /// The number of the disk among others.
  case disk
  /// A packet of XMP.
  case xmp

  /// Whether values of the name are texts, and not the numbers of a track or disk.
  var isText: Bool { self != .track && self != .disk }

  /// The keys of a name in each form, the usual one first. A new item gets that one.
  struct Keys: Sendable {
    /// Keys in `keys` (QuickTime File Format, "Metadata"; AVFoundation).
    var quickTime: [String] = []
    /// Types of texts in `udta` (QuickTime File Format, "User Data Text Strings and Language Codes").
    var userData: [String] = []
    /// Types of atoms in `udta` with nothing but text, of Apple. They are read and changed, and no new item gets one.
    var plainUserData: [String] = []
    /// Types of items in `ilst` without `keys` (iTunes).
    var iTunes: [String] = []
    /// Types of atoms in `udta` (3GPP TS 26.244, clause 8).
    var asset: [String] = []
    /// Further keys in `keys`, of cameras and other programs.
    var others: [String] = []
  }

  /// The keys of this name.
  var keys: Keys {
    let apple = "com.apple.quicktime."
    return switch self {
    case .title:
      Keys(
        quickTime: [apple + "title"], userData: ["©nam", "name"], iTunes: ["©nam"], asset: ["titl"])
    case .artist:
      Keys(
        quickTime: [apple + "artist"], userData: ["©ART"], iTunes: ["©ART"], asset: ["perf"])
    case .albumArtist: Keys(iTunes: ["aART"], others: ["album_artist"])
    case .album:
      Keys(quickTime: [apple + "album"], userData: ["©alb"], iTunes: ["©alb"], asset: ["albm"])
    case .author:
      Keys(quickTime: [apple + "author"], userData: ["©aut"], iTunes: ["©aut"], asset: ["auth"])
    case .comment: Keys(quickTime: [apple + "comment"], userData: ["©cmt"], iTunes: ["©cmt"])
    case .description:
      Keys(
        quickTime: [apple + "description"], userData: ["©des"], iTunes: ["desc", "©des"],
        asset: ["dscp"])
    case .copyright:
      Keys(
        quickTime: [apple + "copyright"], userData: ["©cpy"], iTunes: ["cprt", "©cpy"],
        asset: ["cprt"])
    case .genre:
      Keys(
        quickTime: [apple + "genre"], userData: ["©gen"], iTunes: ["©gen", "gnre"], asset: ["gnre"])
    case .keywords:
      Keys(
        quickTime: [apple + "keywords"], userData: ["©key"], iTunes: ["keyw", "©key"],
        asset: ["kywd"])
    case .composer:
      Keys(quickTime: [apple + "composer"], userData: ["©com", "©wrt"], iTunes: ["©wrt", "©com"])
    case .performer:
      Keys(quickTime: [apple + "performer"], userData: ["©prf"], iTunes: ["©prf"])
    case .director: Keys(quickTime: [apple + "director"], userData: ["©dir"], iTunes: ["©dir"])
    case .producer: Keys(quickTime: [apple + "producer"], userData: ["©prd"], iTunes: ["©prd"])
    case .publisher: Keys(quickTime: [apple + "publisher"], userData: ["©pub"], iTunes: ["©pub"])
    case .grouping: Keys(userData: ["©grp"], iTunes: ["©grp"])
    case .lyrics: Keys(userData: ["©lyr"], iTunes: ["©lyr"])
    case .software:
      Keys(
        quickTime: [apple + "software"], userData: ["©swr", "©enc", "©too"],
        iTunes: ["©too", "©swr", "©enc"], others: ["encoder"])
    case .make:
      Keys(
        quickTime: [apple + "make"], userData: ["©mak"], plainUserData: ["manu"], iTunes: ["©mak"],
        others: ["com.android.manufacturer"])
    case .model:
      Keys(
        quickTime: [apple + "model"], userData: ["©mod"], plainUserData: ["modl"], iTunes: ["©mod"],
        others: ["com.android.model"])
    case .lens: Keys(quickTime: [apple + "camera.lens_model"])
    case .reel:
      Keys(
        quickTime: ["com.apple.proapps.reel"], plainUserData: ["reel"],
        others: ["com.arri.camera.ReelName", "org.smpte.rdd18.camera.reelname"])
    case .location:
      // Players look for it in `udta`, and not in `ilst`.
      Keys(
        quickTime: [apple + "location.ISO6709"], userData: ["©xyz"], iTunes: ["©xyz"],
        asset: ["loci"])
    case .date:
      Keys(
        quickTime: [apple + "creationdate"], userData: ["©day", "date"], iTunes: ["©day"],
        asset: ["yrrc"], others: [apple + "year"])
    case .track: Keys(iTunes: ["trkn"])
    case .disk: Keys(iTunes: ["disk"])
    case .xmp: Keys()
    }
  }

  /// Returns the name of a key of a form; nil if it has none.
  static func of(_ key: String, in form: MetadataItem.Form) -> MetadataName? {
    switch form {
    case .quickTime: byQuickTimeKey[key] ?? withLanguage(key).flatMap { byQuickTimeKey[$0] }
    case .iTunes: byITunesType[key]
    case .userData: byUserDataType[key]
    case .asset: byAssetType[key]
    case .xmp: .xmp
    case .xml, .id3, .windowsMedia, .userMetadata: nil
    }
  }

  private static func index(_ keys: (MetadataName) -> [String]) -> [String: MetadataName] {
    var names: [String: MetadataName] = [:]
    for name in allCases { for key in keys(name) where names[key] == nil { names[key] = name } }
    return names
  }

  /// The name in a key to which ffmpeg has added the language of a text, such as `location-eng`; nil if the key is
  /// not so.
  private static func withLanguage(_ key: String) -> String? {
    let end = key.utf8.suffix(4)
    guard key.utf8.count > 4, end.first == UInt8(ascii: "-"),
      end.dropFirst().allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
    else { return nil }
    return String(key.utf8.dropLast(4))
  }

  // ffmpeg stores the names themselves as keys.
  private static let byQuickTimeKey = index {
    $0.keys.quickTime + $0.keys.others + ($0 == .xmp ? [] : [$0.rawValue])
  }
  private static let byUserDataType = index { $0.keys.userData + $0.keys.plainUserData }
  private static let byITunesType = index(\.keys.iTunes)
  private static let byAssetType = index(\.keys.asset)

  /// All keys, the best first, with the form of each.
  var ranked: [(key: String, form: MetadataItem.Form)] {
    let keys = keys
    return keys.quickTime.map { ($0, .quickTime) }
      + (keys.userData + keys.plainUserData).map { ($0, .userData) }
      + keys.iTunes.map { ($0, .iTunes) } + keys.asset.map { ($0, .asset) }
      + (keys.others + [rawValue]).map { ($0, .quickTime) }
  }
}
