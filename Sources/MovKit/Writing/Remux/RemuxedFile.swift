/// The atoms of the top level of a movie that is written in another layout.
struct RemuxedFile {
  private let movie: Movie
  private let isFragmented: Bool

  init(_ movie: Movie, isFragmented: Bool) {
    self.movie = movie
    self.isFragmented = isFragmented
  }

  /// Media, and what says where it is. They are written again.
  static let media: Set<FourCC> = [
    "mdat", "moov", "!mov", "moof", "!mof", "mfra", "sidx", "ssix", "!six", "!ssx", "styp",
  ]
  /// Atoms that belong to the fragment after them.
  static let ofFragments: Set<FourCC> = ["emsg", "prft"]

  private static func isKept(_ atom: Atom) -> Bool {
    !media.contains(atom.type) && !atom.type.isFreeSpace && !ofFragments.contains(atom.type)
      && atom.claimedSize == nil
  }

  private var firstMedia: Int {
    movie.file.atoms.firstIndex { ["mdat", "moof", "!mof", "moov", "!mov"].contains($0.type) }
      ?? movie.file.atoms.endIndex
  }

  /// Returns the atoms that come before all media and before the `moov`.
  func head() throws(FormatError) -> [Atom] {
    var atoms = movie.file.atoms[..<firstMedia].filter(Self.isKept)
    for index in atoms.indices where atoms[index].type == "ftyp" {
      try atoms[index].update(FileType.self) { type throws(FormatError) in
        try type.adapt(isFragmented: isFragmented)
      }
    }
    return atoms
  }

  /// The atoms that come after the first media or the `moov`.
  var tail: [Atom] { movie.file.atoms[firstMedia...].filter(Self.isKept) }
}

extension FileType {
  /// The brands of files and segments whose samples are in fragments (ISO/IEC 23009-1, ISO/IEC
  /// 23000-19).
  private static let ofFragments: Set<FourCC> = [
    "dash", "dsms", "msdh", "msix", "sims", "risx", "lmsg", "cmfc", "cmf2", "cmff", "cmfl", "cmfs",
    "piff",
  ]
  /// The brands that include offsets relative to the `moof`, and signed composition offsets.
  private static let newEnough: Set<FourCC> = ["iso5", "iso6", "iso7", "iso8", "iso9"]

  /// Changes the brands to the specifications that the file still follows after its samples have
  /// been moved into fragments, or out of them.
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
