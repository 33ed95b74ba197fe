/// Rewrites the offsets from the start of the file that atoms hold, when stretches of the file move:
/// chunk offsets, auxiliary information, items, fragments' bases and their indexes.
struct OffsetShift {
  private struct Piece {
    var from: UInt64
    var by: Int64
  }

  /// In the order of the file; each holds up to the next, and ahead of the first nothing moves.
  private var pieces: [Piece] = []

  /// From byte `from` of the old file on, everything moves by `by`: negative towards the start.
  /// What was said of bytes behind it before is forgotten.
  mutating func move(from: UInt64, by: Int64) {
    pieces.removeAll { $0.from >= from }
    if by != pieces.last?.by ?? 0 { pieces.append(Piece(from: from, by: by)) }
  }

  private func moved(_ offset: UInt64) throws(FormatError) -> UInt64 {
    let by = pieces.last { $0.from <= offset }?.by ?? 0
    let (sum, overflow) =
      by < 0
      ? offset.subtractingReportingOverflow(by.magnitude)
      : offset.addingReportingOverflow(by.magnitude)
    guard !overflow else {
      throw FormatError(.invalid("the offset \(offset) cannot be moved by \(by)"))
    }
    return sum
  }

  /// All offsets in a `moov`.
  func apply(to moov: inout Atom) throws(FormatError) {
    guard !pieces.isEmpty else { return }
    try updateEach("trak", in: &moov) { trak throws(FormatError) in
      try update(["mdia", "minf"], in: &trak) { minf throws(FormatError) in
        try shiftSampleTable(of: &minf)
      }
      try shiftItems(in: &trak)
    }
    try shiftItems(in: &moov)
  }

  /// All offsets in another atom of the top level.
  func apply(toTopLevel atom: inout Atom) throws(FormatError) {
    guard !pieces.isEmpty else { return }
    do throws(FormatError) {
      switch atom.type {
      case "moov": try apply(to: &atom)
      case "moof":
        try updateEach("traf", in: &atom) { traf throws(FormatError) in
          try updateEach("tfhd", in: &traf, shiftBase)
        }
      case "mfra": try shiftRandomAccess(in: &atom)
      case "meta": try updateEach("iloc", in: &atom, shiftLocations)
      case "sidx": try shiftSegments(of: &atom)
      default: break
      }
    } catch { throw error.inside("\(atom.type)") }
  }

  // MARK: Sample tables

  private func shiftSampleTable(of minf: inout Atom) throws(FormatError) {
    guard let stbl = minf.first("stbl") else { return }
    let descriptions = stbl.first("stsd")?.children ?? []
    let isInside = descriptions.map { minf.holdsMedia(of: $0) }
    if isInside.isEmpty || isInside.contains(true) {
      // Chunks of another file stay where they are.
      let chunkIsInside: [Bool]? =
        isInside.contains(false)
        ? try chunkDescriptions(of: stbl).map { $0 < isInside.count ? isInside[$0] : true } : nil
      try updateEach("stbl", in: &minf) { stbl throws(FormatError) in
        try shiftChunks(of: &stbl, where: chunkIsInside)
        try updateEach("saio", in: &stbl, shiftAuxiliaries)
      }
    }
  }

  private func shiftChunks(of stbl: inout Atom, where isInside: [Bool]?) throws(FormatError) {
    func move(_ offset: UInt64, _ index: Int) throws(FormatError) -> UInt64 {
      guard isInside.map({ index >= $0.count || $0[index] }) ?? true else { return offset }
      return try moved(offset)
    }
    try updateEach("co64", in: &stbl) { atom throws(FormatError) in
      try atom.update(ChunkOffsets64.self) { record throws(FormatError) in
        var offsets: [UInt64] = []
        offsets.reserveCapacity(record.offsets.count)
        for (index, offset) in record.offsets.enumerated() {
          offsets.append(try move(offset, index))
        }
        record.offsets = try Table(offsets)
      }
    }
    try updateEach("stco", in: &stbl) { atom throws(FormatError) in
      let record = try atom.decode(ChunkOffsets.self)
      var offsets: [UInt64] = []
      offsets.reserveCapacity(record.offsets.count)
      for (index, offset) in record.offsets.enumerated() {
        offsets.append(try move(UInt64(offset), index))
      }
      if offsets.allSatisfy({ $0 <= UInt64(UInt32.max) }) {
        try atom.update(ChunkOffsets.self) { record throws(FormatError) in
          record.offsets = try Table(offsets.map { UInt32(truncatingIfNeeded: $0) })
        }
      } else {
        var wide = ChunkOffsets64()
        wide.offsets = try Table(offsets)
        var replacement = try Atom("co64", wide)
        replacement.offset = atom.offset
        atom = replacement
      }
    }
  }

  private func shiftAuxiliaries(_ atom: inout Atom) throws(FormatError) {
    try atom.update(SampleAuxOffsets.self) { record throws(FormatError) in
      var rows = Array(record.entries)
      for index in rows.indices { rows[index].offset = try moved(rows[index].offset) }
      if rows.contains(where: { $0.offset > UInt64(UInt32.max) }) { record.version = 1 }
      record.entries = try Table(rows, layout: record.version)
    }
  }

  // MARK: Items

  private func shiftItems(in atom: inout Atom) throws(FormatError) {
    try updateEach("meta", in: &atom) { meta throws(FormatError) in
      try updateEach("iloc", in: &meta, shiftLocations)
    }
  }

  private func shiftLocations(_ atom: inout Atom) throws(FormatError) {
    try atom.update(ItemLocations.self) { record throws(FormatError) in
      for index in record.items.indices {
        let item = record.items[index]
        guard item.constructionMethod == 0, item.dataReferenceIndex == 0 else { continue }
        // Extents count from the base; a base of 0 is none.
        let base = item.baseOffset > 0 ? try moved(item.baseOffset) : 0
        record.items[index].baseOffset = base
        guard record.offsetSize > 0 else { continue }
        var extents = Array(item.extents)
        for extent in extents.indices {
          let (place, overflow) =
            item.baseOffset.addingReportingOverflow(extents[extent].extentOffset)
          guard !overflow else { continue }
          extents[extent].extentOffset = try Self.distance(from: base, to: try moved(place))
        }
        record.items[index].extents = try Table(extents, layout: record.itemLayout)
      }
    }
  }

  // MARK: Fragments

  private func shiftBase(_ atom: inout Atom) throws(FormatError) {
    try atom.update(TrackFragmentHeader.self) { record throws(FormatError) in
      guard record.flags & TrackFragmentHeader.hasBaseDataOffset != 0 else { return }
      record.baseDataOffset = try moved(record.baseDataOffset)
    }
  }

  private func shiftRandomAccess(in mfra: inout Atom) throws(FormatError) {
    let before = mfra.size
    try updateEach("tfra", in: &mfra) { atom throws(FormatError) in
      try atom.update(TrackFragmentRandomAccess.self) { record throws(FormatError) in
        var rows = Array(record.entries)
        for index in rows.indices { rows[index].moofOffset = try moved(rows[index].moofOffset) }
        if rows.contains(where: { $0.moofOffset > UInt64(UInt32.max) }) { record.version = 1 }
        record.entries = try Table(rows, layout: record.rowLayout)
      }
    }
    let size = mfra.size
    guard size != before else { return }
    try updateEach("mfro", in: &mfra) { atom throws(FormatError) in
      try atom.update(MovieFragmentRandomAccessOffset.self) { record throws(FormatError) in
        guard let exact = UInt32(exactly: size) else { throw FormatError(.doesNotFit(bits: 32)) }
        record.parentSize = exact
      }
    }
  }

  /// An index counts from its own end, so that it changes where its media moves otherwise than it.
  private func shiftSegments(of sidx: inout Atom) throws(FormatError) {
    guard let offset = sidx.offset, pieces.contains(where: { $0.from > offset }) else { return }
    let (end, isBeyond) = offset.addingReportingOverflow(sidx.size)
    let (movedEnd, isMovedBeyond) = try moved(offset).addingReportingOverflow(sidx.size)
    guard !isBeyond, !isMovedBeyond else { return }
    try sidx.update(SegmentIndex.self) { record throws(FormatError) in
      let (media, overflow) = end.addingReportingOverflow(record.firstOffset)
      guard !overflow else { return }
      record.firstOffset = try Self.distance(from: movedEnd, to: try moved(media))
    }
  }

  private static func distance(from start: UInt64, to end: UInt64) throws(FormatError) -> UInt64 {
    guard start <= end else {
      throw FormatError(.invalid("an offset relative to \(start) cannot point at \(end)"))
    }
    return end - start
  }
}

/// Which sample description each chunk of a `stbl` has, from 0.
private func chunkDescriptions(of stbl: Atom) throws(FormatError) -> [Int] {
  try SampleTable(stbl, fileSize: .max).sampleChunks.map(\.descriptionIndex)
}

/// Changes every child of a type.
private func updateEach(
  _ type: FourCC, in atom: inout Atom, _ change: (inout Atom) throws(FormatError) -> Void
) throws(FormatError) {
  var children = atom.children
  guard children.contains(where: { $0.type == type }) else { return }
  for index in children.indices where children[index].type == type {
    do { try change(&children[index]) } catch { throw error.inside("\(type)") }
  }
  atom.children = children
}

/// Changes every atom at the end of a path of types.
private func update(
  _ path: ArraySlice<FourCC>, in atom: inout Atom,
  _ change: (inout Atom) throws(FormatError) -> Void
) throws(FormatError) {
  guard let first = path.first else { return try change(&atom) }
  try updateEach(first, in: &atom) { child throws(FormatError) in
    try update(path.dropFirst(), in: &child, change)
  }
}
