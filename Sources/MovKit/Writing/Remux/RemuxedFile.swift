/// The atoms of the top level of a movie that is written in another layout.
struct RemuxedFile {
  private let movie: Movie
  private let isFragmented: Bool
  private let isCopy: Bool

  init(_ movie: Movie, isFragmented: Bool, isCopy: Bool) {
    self.movie = movie
    self.isFragmented = isFragmented
    self.isCopy = isCopy
  }

  /// Media, and what says where it is: written anew.
  static let media: Set<FourCC> = ["mdat", "moov", "moof", "mfra", "sidx", "ssix", "styp"]
  /// Nothing is in them.
  static let space: Set<FourCC> = ["free", "skip", "wide"]
  /// They belong to the fragment that they stand ahead of.
  static let ofFragments: Set<FourCC> = ["emsg", "prft"]

  private static func isKept(_ atom: Atom) -> Bool {
    !media.contains(atom.type) && !space.contains(atom.type) && !ofFragments.contains(atom.type)
      && atom.claimedSize == nil
  }

  private var firstMedia: Int {
    movie.file.atoms.firstIndex { ["mdat", "moof", "moov"].contains($0.type) }
      ?? movie.file.atoms.endIndex
  }

  /// What stands ahead of all media and of the header.
  func head() throws(FormatError) -> [Atom] {
    var atoms = movie.file.atoms[..<firstMedia].filter(Self.isKept)
    for index in atoms.indices where atoms[index].type == "ftyp" {
      try atoms[index].update(FileType.self) { type throws(FormatError) in
        try type.adapt(isFragmented: isFragmented)
      }
    }
    return atoms
  }

  /// What stands behind.
  var tail: [Atom] { movie.file.atoms[firstMedia...].filter(Self.isKept) }
}

extension FileType {
  /// Brands of files and segments whose samples are in fragments (ISO/IEC 23009-1, ISO/IEC
  /// 23000-19).
  private static let ofFragments: Set<FourCC> = [
    "dash", "dsms", "msdh", "msix", "sims", "risx", "lmsg", "cmfc", "cmf2", "cmff", "cmfl", "cmfs",
    "piff",
  ]
  /// Those that know data that counts from its `moof` and signed offsets.
  private static let newEnough: Set<FourCC> = ["iso5", "iso6", "iso7", "iso8", "iso9"]

  /// Names the specifications that a file still follows when its samples are in fragments, or are no
  /// more.
  mutating func adapt(isFragmented: Bool) throws(FormatError) {
    var brands = Array(compatibleBrands)
    if isFragmented {
      guard !has("qt  "), !brands.contains(where: Self.newEnough.contains),
        !Self.newEnough.contains(majorBrand)
      else { return }
      brands.append("iso6")
    } else {
      guard
        brands.contains(where: Self.ofFragments.contains)
          || Self.ofFragments.contains(majorBrand)
      else { return }
      brands.removeAll { Self.ofFragments.contains($0) }
      if Self.ofFragments.contains(majorBrand) {
        majorBrand = "iso6"
        minorVersion = 0
        if !brands.contains("iso6") { brands.insert("iso6", at: 0) }
      }
    }
    compatibleBrands = try Table(brands)
  }
}
