extension AtomFile {
  /// Checks the places in the file that the indexes of fragments, `sidx` and `mfra`, state. Times
  /// are not compared: that would cost reading all fragments, which `MovieCheck` does, and reading a
  /// part of the movie where it is needed.
  func checkIndexes(_ found: inout DiagnosticList) {
    guard unread.isEmpty, atoms.contains(where: { $0.type.isFragment && $0.offset != nil }) else {
      return
    }
    var moofs: Set<UInt64>?
    var places: Set<UInt64>?
    var before: Atom?
    for (atom, name) in zip(atoms, atoms.pathComponents()) {
      defer { before = atom }
      switch atom.type {
      case "ssix" where before?.type == "sidx":
        if let before { check(ssix: atom, named: "\(name)", after: before, &found) }
      case "sidx":
        let starts = places ?? Set(atoms.lazy.compactMap(\.offset))
        places = starts
        check(sidx: atom, named: "\(name)", among: starts, &found)
      case "mfra":
        let starts =
          moofs ?? Set(atoms.lazy.filter { $0.type.isFragment }.compactMap(\.offset))
        moofs = starts
        check(mfra: atom, named: "\(name)", among: starts, &found)
      default: break
      }
    }
  }

  private func check(
    sidx: Atom, named name: String, among starts: Set<UInt64>, _ found: inout DiagnosticList
  ) {
    guard let offset = sidx.offset, let record = try? sidx.decode(SegmentIndex.self),
      !record.references.isEmpty
    else { return }
    guard var place = offset.adding(sidx.size)?.adding(record.firstOffset) else {
      found.add(
        "fragment-index", .warning, "first_offset goes beyond the file", path: name, at: offset)
      return
    }
    for (index, row) in record.references.enumerated() {
      guard starts.contains(place) else {
        found.add(
          "fragment-index", .warning,
          "reference \(index) points to byte \(place), where no atom begins", path: name, at: offset
        )
        return
      }
      let (end, overflow) = place.addingReportingOverflow(UInt64(row.referencedSize))
      guard !overflow, end <= size else {
        found.add(
          "fragment-index", .warning, "reference \(index) goes beyond the file", path: name,
          at: offset)
        return
      }
      place = end
    }
    // The last part ends where another atom begins, or all atoms end.
    guard place < endOfAtoms, !starts.contains(place) else { return }
    found.add(
      "fragment-index", .warning,
      "the last reference ends at byte \(place), where no atom begins or ends", path: name,
      at: offset)
  }

  /// The place after the last atom, in bytes.
  private var endOfAtoms: UInt64 {
    atoms.last.map { ($0.offset ?? size).addingClamping($0.size) } ?? size
  }

  /// The levels of a part cover all of its bytes (ISO/IEC 14496-12, 8.16.4).
  private func check(
    ssix: Atom, named name: String, after sidx: Atom, _ found: inout DiagnosticList
  ) {
    guard let levels = try? ssix.decode(SubsegmentIndex.self),
      let index = try? sidx.decode(SegmentIndex.self)
    else { return }
    for (number, (part, row)) in zip(levels.subsegments, index.references).enumerated()
    where row.referenceType == 0 {
      let size = part.ranges.reduce(UInt64(0)) { $0 + UInt64($1.rangeSize) }
      guard size != UInt64(row.referencedSize) else { continue }
      found.add(
        "fragment-index", .warning,
        "the ranges of part \(number) have \(counted(size, "byte")), and sidx gives it \(row.referencedSize)",
        path: name, at: ssix.offset)
    }
  }

  private func check(
    mfra: Atom, named name: String, among moofs: Set<UInt64>, _ found: inout DiagnosticList
  ) {
    if let last = mfra.children.last, last.type == "mfro",
      let stated = try? last.decode(MovieFragmentRandomAccessOffset.self).parentSize,
      UInt64(stated) != mfra.size
    {
      found.add(
        "fragment-index", .warning,
        "parent_size is \(stated), but mfra has \(mfra.size) bytes, so readers do not find it",
        path: "\(name)/mfro", at: last.offset)
    }
    for (tfra, inner) in zip(mfra.children, mfra.children.pathComponents())
    where tfra.type == "tfra" {
      guard let record = try? tfra.decode(TrackFragmentRandomAccess.self) else { continue }
      for (index, row) in record.entries.enumerated() where !moofs.contains(row.moofOffset) {
        found.add(
          "fragment-index", .warning,
          "entry \(index) of track \(record.trackID) points to byte \(row.moofOffset), where no fragment "
            + "begins", path: "\(name)/\(inner)", at: tfra.offset)
      }
    }
  }
}
