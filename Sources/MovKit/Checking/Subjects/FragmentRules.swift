/// Rules about fragments in any file.
struct FragmentRules {
  /// The rules for a file that has fragments, of whose header something may be found at once; nil for a file
  /// that has none.
  init?(_ file: AtomFile, _ found: inout CheckFindings) {
    guard file.atoms.contains(where: { $0.type == "moof" }) else { return nil }
    if let moov = file.storedMovie?.movie, moov.first("mvex") == nil {
      found.report(
        "fragment-announcement", "the file has fragments, and moov has no mvex",
        at: CheckPlace(path: "moov", offset: moov.offset))
    }
  }

  /// Checks a `traf` of a fragment.
  func check(_ traf: AtomNode, _ found: inout CheckFindings) {
    guard traf.context.parent == "moof" else { return }
    if traf.atom.first("tfdt") == nil {
      found.report("fragment-decode-time", "traf has no tfdt", at: traf.place)
    }
    AuxiliaryRules(traf: traf.atom)?.run(traf.atom.children, in: traf.path, &found)
  }
}
