extension Atom {
  /// In a `minf`: whether the media data of a sample description stands in this very file
  /// (ISO/IEC 14496-12, 8.7.2). A missing or wrong reference is taken for that.
  func holdsMedia(of sampleDescription: Atom) -> Bool {
    guard let index = try? sampleDescription.decode(AnySampleDescription.self).dataReferenceIndex,
      let references = descendant("dinf", "dref")?.children, index >= 1,
      Int(index) <= references.count
    else { return true }
    let reference = references[Int(index) - 1]
    guard let flags = try? reference.decode(FullAtomHead.self).flags else { return true }
    return flags & DataReferences.selfContained != 0
  }
}
