extension Atom {
  /// In a `minf`: whether the media data of a sample description is in this file (ISO/IEC 14496-12,
  /// 8.7.2). A reference that is missing or damaged counts as a reference to this file.
  func holdsMedia(of sampleDescription: Atom) -> Bool {
    dataReference(of: sampleDescription)?.isSelfContained ?? true
  }

  /// In a `minf`: the data reference that a sample description names; nil if it is missing or damaged.
  func dataReference(of sampleDescription: Atom) -> (any DataReference)? {
    // A description begins with the same fields whatever its format.
    guard let index = try? sampleDescription.decode(GenericDescription.self).dataReferenceIndex,
      let references = descendant("dinf", "dref")?.children, index >= 1,
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
