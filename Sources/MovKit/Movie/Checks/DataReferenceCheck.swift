extension Track {
  /// For each sample description, whether its media data is in the movie's own file.
  var holdsMedia: [Bool] {
    atom.descendant("mdia", "minf")?.holdsMedia(of: sampleDescriptions)
      ?? sampleDescriptions.map { _ in true }
  }

  /// Whether all of the media is in the movie's own file.
  var isInMovieFile: Bool { !holdsMedia.contains(false) }
}

extension [Bool] {
  /// In what `holdsMedia` returns: whether the media of a description, numbered from 0, is in this file. So
  /// is that of one that does not exist.
  func holdsMedia(ofDescription index: Int) -> Bool { index >= count || self[index] }
}

extension Atom {
  /// In a `minf`: for each of some sample descriptions, whether its media data is in this file
  /// (ISO/IEC 14496-12, 8.7.2). A reference that is missing or damaged counts as a reference to this file.
  func holdsMedia(of sampleDescriptions: [Atom]) -> [Bool] {
    let references = dataReferences
    return sampleDescriptions.map { $0.dataReference(among: references)?.isSelfContained ?? true }
  }

  /// In a `minf`: the data reference that a sample description names; nil if it is missing or damaged.
  func dataReference(of sampleDescription: Atom) -> (any DataReference)? {
    sampleDescription.dataReference(among: dataReferences)
  }

  /// In a `minf`: what sample descriptions number, from 1.
  private var dataReferences: [Atom] { descendant("dinf", "dref")?.entries ?? [] }

  private func dataReference(among references: [Atom]) -> (any DataReference)? {
    // A description begins with the same fields whatever its format.
    guard let index = try? decode(GenericDescription.self).dataReferenceIndex, index >= 1,
      Int(index) <= references.count
    else { return nil }
    return references[Int(index) - 1].dataReference
  }

  /// In a `dref`, a child that is a data reference.
  package var dataReference: (any DataReference)? {
    switch type {
    case "alis", "rsrc": try? decode(AliasDataReference.self)
    case "urn ": try? decode(URNDataReference.self)
    case "url ": try? decode(URLDataReference.self)
    default: nil
    }
  }
}
