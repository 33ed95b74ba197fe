extension Atom {
  /// In a `minf`: whether the media data of a sample description stands in this very file
  /// (ISO/IEC 14496-12, 8.7.2). A reference that is missing or damaged is taken for that.
  func holdsMedia(of sampleDescription: Atom) -> Bool {
    // Whatever a description's format, it begins with the same fields.
    guard let index = try? sampleDescription.decode(GenericDescription.self).dataReferenceIndex,
      let references = descendant("dinf", "dref")?.children, index >= 1,
      Int(index) <= references.count
    else { return true }
    return references[Int(index) - 1].dataReference?.isSelfContained ?? true
  }

  /// A child of `dref`.
  private var dataReference: (any DataReference)? {
    switch type {
    case "alis", "rsrc": try? decode(AliasDataReference.self)
    case "urn ": try? decode(URNDataReference.self)
    case "url ": try? decode(URLDataReference.self)
    default: nil
    }
  }
}
