extension Track {
  /// Reports groups of samples in fragments that are not described there, which says nothing of the samples any more
  /// when all groups are in one table.
  ///
  /// Throws if samples are encrypted, and such a group says with which key (ISO/IEC 23001-7, 6): they would have another
  /// key, or none.
  func checkNamedGroups(
    _ containers: [SampleContainer], losses: inout RemuxLosses
  ) throws(FormatError) {
    var shared: DescribedGroups?
    var last: SampleContainer?
    var reported: Set<FourCC> = []
    for container in containers
    where container.atom.type == "traf" && SampleGroupTable.areAny(in: container.atom) {
      if let last, container.isSame(as: last) { continue }
      last = container
      let stbl =
        shared
        ?? DescribedGroups(
          atom.descendant("mdia", "minf", "stbl") ?? Atom("stbl", children: []))
      shared = stbl
      let own = DescribedGroups(container.atom)
      for table in container.atom.children {
        guard let groups = NamedGroups(table),
          let missing = groups.firstMissing(own, shared: stbl), missing.isOwn
        else { continue }
        let what =
          "\(table.type) of \(groups.type) names description \(missing.number) of \(missing.known)"
        if groups.type == "seig", protectionScheme != nil {
          throw FormatError(
            .unsupported("its samples are encrypted, and \(what), which says with which key"),
            path: "moof/traf/\(table.type)", at: table.offset)
        }
        guard reported.insert(groups.type).inserted else { continue }
        losses.add(
          "sample-group-description",
          "\(what) of its fragment; such samples of track \(id) are in no group in the new movie",
          "moof/traf/\(table.type)", table.offset)
      }
    }
  }
}
