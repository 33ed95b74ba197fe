extension Atom {
  /// For an atom of the top level: whether what it says of places in the file may be compressed.
  var holdsCompressedAtoms: Bool {
    type.isMovie && first("mvhd") == nil && (type != "moov" || first("cmov") != nil)
  }

  /// For an atom of the top level: the `moov` that it is or has in compressed form; nil if neither.
  package var movie: Atom? {
    switch type {
    case "moov":
      guard first("mvhd") == nil, let cmov = first("cmov") else { return self }
      for child in cmov.children {
        if let moov = child.compressedAtoms.first(where: { $0.type == "moov" }) { return moov }
      }
      return self
    case "!mov": return compressedAtoms.first { $0.type == "moov" }
    default: return nil
    }
  }

  /// For an atom of the top level: the `moof` that it is or has in compressed form; nil if neither.
  package var fragment: Atom? {
    switch type {
    case "moof": self
    case "!mof": compressedAtoms.first { $0.type == "moof" }
    default: nil
    }
  }
}

extension AtomFile {
  /// The first atom of the top level that is a `moov`, or is for one in compressed form; nil if there
  /// is none.
  package var storedMovie: Atom? { atoms.first { $0.type.isMovie } }
}

extension FourCC {
  /// Whether an atom of this type at the top level is a `moov`, or one in compressed form.
  var isMovie: Bool { self == "moov" || self == "!mov" }

  /// Whether an atom of this type at the top level is a `moof`, or one in compressed form.
  package var isFragment: Bool { self == "moof" || self == "!mof" }
}
