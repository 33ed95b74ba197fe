/// A file assembled from parts of another file and from new bytes. The positions of the parts
/// determine the values of all file offsets in them.
///
/// Parts may be reordered, changed and left out. The plan fails if an offset points at bytes that
/// are left out. This also applies inside changed atoms: an atom in them that is the same as before
/// is still the same data at another place.
struct FileAssembly {
  enum Part {
    /// An atom of the top level. The `place` of atoms in it that the old file has is their old
    /// position.
    case atom(Atom)
    /// Bytes of the old file that are not an atom.
    case bytes(Range<UInt64>)
    /// New bytes. Offsets in atoms that the old file does not have are relative to the first of
    /// them, so there may be only one such part.
    case newMedia([WritePlan.Step])
  }

  let old: AtomFile
  var parts: [Part] = []
  /// How far fragments of the old file reach, as far as that is known.
  var reaches = FragmentReaches.unknown

  init(of old: AtomFile) { self.old = old }

  /// Adds an atom of the old file that is the same in the new one. Unless it can have offsets, it
  /// need not be known: there can be an atom in every eight bytes.
  mutating func append(unchanged atom: Atom) {
    guard let offset = atom.offset, !old.mayHaveOffsets(atom) else {
      return parts.append(.atom(atom))
    }
    let range = offset..<offset + atom.size
    if case .bytes(let before)? = parts.last, before.upperBound == offset {
      parts[parts.count - 1] = .bytes(before.lowerBound..<range.upperBound)
    } else {
      parts.append(.bytes(range))
    }
  }

  /// Returns the plan of the file. The parts are changed in place, and gone afterwards: an atom can have
  /// a million others in it.
  ///
  /// Throws if an offset points at bytes that are left out, cannot hold its new value, or cannot be
  /// read.
  mutating func plan() throws(FormatError) -> WritePlan {
    let originals = AtomPlaces(old.atoms)
    let homes = FragmentHomes(of: old)
    var oldEnds = parts.lazy.compactMap { part in
      if case .atom(let atom) = part { atom } else { nil }
    }.formerEnds { originals.atom(at: $0)?.size }
    // Offsets depend on the sizes of atoms, and these on the number of bits of the offsets. That
    // number never decreases, so the loop ends.
    while true {
      try updateStatedSizes(originals)
      let layout = try Layout(parts, of: old, originals)
      if layout.movesAtoms { try old.checkOffsetsAreRead() }
      let relocation = Relocation(
        map: layout.map, starts: layout.starts, ends: layout.ends, fileSize: old.size,
        newMedia: layout.newMedia, oldEnds: oldEnds, schema: old.schema, homes: homes)
      var changes: [(index: Int, replacements: [OffsetWalk.Replacement])] = []
      var fragments: [(index: Int, atom: Atom)] = []
      var fits = true
      for index in parts.indices {
        guard case .atom(let part) = parts[index] else { continue }
        if let reached = reaches.range(of: part), originals.atom(at: part.place) == part,
          layout.map.destination(of: reached) == layout.positions[index]
        {
          continue
        }
        var atom = try old.fragment(part)
        let (replacements, tooNarrow) = try relocation.changes(
          in: atom, at: layout.positions[index],
          original: originals.atom(at: atom.place).map { (try? old.whole($0)) ?? $0 })
        guard tooNarrow.isEmpty else {
          fits = false
          if let offset = atom.place, oldEnds[offset] == nil {
            oldEnds[offset] = offset + atom.size
          }
          try atom.widenOffsets(at: tooNarrow, schema: relocation.schema)
          parts[index] = .atom(atom)
          continue
        }
        guard !replacements.isEmpty else { continue }
        if atom.type == "moof" {
          // Its tree, which is made again when it is needed, is not kept.
          atom.replace(by: replacements)
          fragments.append((index, try atom.packed()))
        } else {
          changes.append((index, replacements))
        }
      }
      guard fits else { continue }
      for (index, atom) in fragments { parts[index] = .atom(atom) }
      for (index, replacements) in changes {
        guard case .atom(var atom) = parts[index] else { continue }
        parts[index] = .bytes(0..<0)
        atom.replace(by: replacements)
        parts[index] = .atom(atom)
      }
      return try steps(parts, originals)
    }
  }

  /// Corrects what changed atoms say of their own size.
  private mutating func updateStatedSizes(_ originals: AtomPlaces) throws(FormatError) {
    for index in parts.indices {
      guard case .atom(let part) = parts[index], part.type == "mfra",
        let original = originals.atom(at: part.place)
      else { continue }
      var atom = part
      try atom.updateStatedSize(from: original.size)
      parts[index] = .atom(atom)
    }
  }

  private func steps(
    _ parts: [Part], _ originals: AtomPlaces
  ) throws(FormatError) -> WritePlan {
    var plan = WritePlan()
    var copied: Range<UInt64>?
    func flush(_ label: String) {
      if let range = copied { plan.steps.append(.copy(range, label: label)) }
      copied = nil
    }
    func copy(_ range: Range<UInt64>) {
      guard !range.isEmpty else { return }
      if let before = copied, before.upperBound == range.lowerBound {
        copied = before.lowerBound..<range.upperBound
      } else {
        flush("unchanged")
        copied = range
      }
    }
    var hasNew = false
    var hasMovie = false
    for part in parts {
      switch part {
      case .bytes(let range): copy(range)
      case .newMedia(let steps):
        flush(hasNew ? "unchanged" : "everything before moov, unchanged")
        hasNew = true
        plan.steps += steps.filter { $0.size > 0 }
      case .atom(let atom):
        if let offset = atom.place, originals.atom(at: offset) == atom {
          copy(offset..<offset + atom.size)
          continue
        }
        let isMovie = atom.type == "moov" && !hasMovie
        flush(isMovie && !hasNew ? "everything before moov, unchanged" : "unchanged")
        if isMovie {
          hasMovie = true
          hasNew = true
        }
        plan.steps.append(
          .bytes(try atom.pieces(), label: isMovie ? "moov" : "\(atom.type), changed"))
      }
    }
    flush("everything after, unchanged")
    return plan
  }
}

/// The positions of the parts of a file, and the positions of what they contain from the old file.
private struct Layout {
  private(set) var positions: [UInt64] = []
  private(set) var newMedia: UInt64 = 0
  /// The starts and ends of changed atoms of the old file: old position to new position.
  private(set) var starts: [UInt64: UInt64] = [:]
  private(set) var ends: [UInt64: UInt64] = [:]
  /// Whether an atom of the top level of the old file gets another place, or has none.
  private(set) var movesAtoms = false
  let map: SourceMap

  init(
    _ parts: [FileAssembly.Part], of old: AtomFile, _ originals: AtomPlaces
  ) throws(FormatError) {
    var position: UInt64 = 0
    var oldEnd: UInt64 = 0
    var kept: UInt64 = 0
    var stretches: [(source: Range<UInt64>, destination: UInt64)] = []
    for part in parts {
      positions.append(position)
      switch part {
      case .bytes(let range):
        stretches.append((range, position))
        kept += range.length
        if range.lowerBound != position { movesAtoms = true }
        position = position.addingClamping(range.length)
        oldEnd = position
      case .newMedia(let steps):
        newMedia = position
        for step in steps { position = position.addingClamping(step.size) }
      case .atom(let atom):
        let size = atom.size
        if let offset = atom.place, let original = originals.atom(at: offset) {
          kept = kept.addingClamping(original.size)
          if offset != position { movesAtoms = true }
          if original == atom {
            stretches.append((offset..<offset + size, position))
          } else {
            starts[offset] = position
            ends[offset + original.size] = position + size
            stretches += try old.fragment(atom).stretches(
              keptOf: old.fragment(original), at: position, schema: old.schema)
          }
        }
        position = position.addingClamping(size)
        oldEnd = position
      }
    }
    if kept != old.size { movesAtoms = true }
    // What should be in the old file after its end moves with the end.
    stretches.append((old.size..<UInt64.max, oldEnd))
    map = SourceMap(stretches)
  }
}

extension [(source: Range<UInt64>, destination: UInt64)] {
  /// Adds a stretch to the last one if it goes on there, as atoms mostly do.
  fileprivate mutating func append(joining source: Range<UInt64>, at destination: UInt64) {
    guard let last, last.source.upperBound == source.lowerBound,
      last.destination + last.source.length == destination
    else { return append((source, destination)) }
    self[count - 1].source = last.source.lowerBound..<source.upperBound
  }
}

extension Atom {
  /// Returns what of an atom of the file is unchanged in this one, which was made from it and is at
  /// `position`: ranges of the file and their new positions. Atoms with file offsets are left out.
  func stretches(
    keptOf original: Atom, at position: UInt64, schema: Schema
  ) -> [(source: Range<UInt64>, destination: UInt64)] {
    var found: [(source: Range<UInt64>, destination: UInt64)] = []
    appendStretches(of: original, keptOf: AtomPlaces([original]), at: position, schema, to: &found)
    return found
  }

  /// `known` is an atom of the file that may be what this one was made from.
  private func appendStretches(
    of known: Atom?, keptOf before: AtomPlaces, at position: UInt64, _ schema: Schema,
    to found: inout [(source: Range<UInt64>, destination: UInt64)]
  ) {
    let oldPlace = self.place
    let same = known.flatMap { $0.place == oldPlace ? $0 : nil }
    let original = (same ?? before.atom(inAnyAt: oldPlace)).flatMap {
      $0.type == type && $0.headerSize == headerSize ? $0 : nil
    }
    let start = original?.place
    func keep(_ source: UInt64, _ count: Int, at place: UInt64) {
      if count > 0 { found.append(joining: source..<source + UInt64(count), at: place) }
    }
    if let original, let start, original.isSame(as: self), !schema.typesWithOffsets.contains(type),
      isKnownToLackOffsets
    {
      found.append(joining: start..<start + size, at: position)
      return
    }
    guard case .children(let children) = content else {
      guard let original, let start,
        original.content == content, original.form == form, original.claimedSize == claimedSize,
        !schema.typesWithOffsets.contains(type)
      else { return }
      found.append(joining: start..<start + size, at: position)
      return
    }
    var place = position
    if let original, let start, original.size == size, original.form == form {
      keep(start, headerSize, at: place)
    }
    place += UInt64(headerSize)
    guard case .children(let old)? = original?.content, let start else {
      place += UInt64(children.preamble.count)
      for child in children.atoms {
        child.appendStretches(of: nil, keptOf: before, at: place, schema, to: &found)
        place += child.size
      }
      return
    }
    if old.preamble == children.preamble {
      keep(start + UInt64(headerSize), children.preamble.count, at: place)
    }
    place += UInt64(children.preamble.count)
    Self.appendStretches(
      of: children.atoms, madeFrom: old.atoms, keptOf: before, at: &place, schema, to: &found)
    if old.tail == children.tail, let size = original?.size {
      keep(start + size - UInt64(old.tail.count), old.tail.count, at: place)
    }
  }

  /// Adds what is unchanged of the children of an atom, which mostly are those that it had, in the same order.
  private static func appendStretches(
    of atoms: [Atom], madeFrom old: [Atom], keptOf before: AtomPlaces, at place: inout UInt64,
    _ schema: Schema, to found: inout [(source: Range<UInt64>, destination: UInt64)]
  ) {
    var (index, next) = (0, 0)
    while index < atoms.count {
      let passed = appendSame(
        atoms[index...], as: old[next...], at: &place, schema, to: &found)
      (index, next) = (index + passed, next + passed)
      guard index < atoms.count else { break }
      let child = atoms[index]
      let childPlace = child.place ?? 0
      while next < old.count, old[next].place ?? 0 < childPlace { next += 1 }
      let known = next < old.count ? old[next] : nil
      child.appendStretches(of: known, keptOf: before, at: place, schema, to: &found)
      place += child.size
      index += 1
      // What follows both may be the same again.
      if let known, known.place == childPlace { next += 1 }
    }
  }

  /// Adds the atoms that begin both lists and lack offsets, and returns how many there are. There can be one
  /// in every eight bytes.
  private static func appendSame(
    _ atoms: ArraySlice<Atom>, as olds: ArraySlice<Atom>, at position: inout UInt64,
    _ schema: Schema, to found: inout [(source: Range<UInt64>, destination: UInt64)]
  ) -> Int {
    let (news, olds) = (atoms.span, olds.span)
    // Atoms of one type mostly follow one another.
    var lacking: FourCC?
    for index in 0..<min(news.count, olds.count) {
      let type = news[index].type
      guard let start = news[index].place, news[index].isSame(as: olds[index]),
        type == lacking || !schema.typesWithOffsets.contains(type),
        news[index].isKnownToLackOffsets
      else { return index }
      lacking = type
      let size = news[index].size
      found.append(joining: start..<start + size, at: position)
      position += size
    }
    return min(news.count, olds.count)
  }

  /// Gives more bits to the offsets of the records that the indices lead to.
  ///
  /// Throws if a record cannot have more.
  mutating func widenOffsets(at places: [[Int]], schema: Schema) throws(FormatError) {
    let before = size
    for steps in places {
      let path = path(steps)
      try change(at: steps[...]) { atom throws(FormatError) in
        guard let wide = try atom.widened(schema) else {
          throw FormatError(
            .notEditable("an offset in it cannot hold its new value"), path: path, at: atom.offset)
        }
        atom = wide
      }
    }
    try updateStatedSize(from: before)
  }

  /// Makes the size of an `mfra` in its last atom, `mfro`, the size that it has now. If it was another than
  /// `old`, the size that the `mfra` had, it was wrong and stays (ISO/IEC 14496-12, 8.8.11).
  mutating func updateStatedSize(from old: UInt64) throws(FormatError) {
    guard type == "mfra", size != old, let last = children.last, last.type == "mfro",
      let known = try? last.decode(MovieFragmentRandomAccessOffset.self),
      UInt64(known.parentSize) == old
    else { return }
    guard let exact = UInt32(exactly: size) else {
      throw FormatError(.doesNotFit(bits: 32), path: "mfra/mfro/parent_size", at: offset)
    }
    try children[children.count - 1].update(MovieFragmentRandomAccessOffset.self) {
      $0.parentSize = exact
    }
  }

  private func widened(_ schema: Schema) throws(FormatError) -> Atom? {
    // A type with offsets has the same record in every place except `iloc`, whose record depends on
    // its place.
    let record = schema.rules(for: type).compactMap { $0.record.holdingFileOffsets }
    guard let record = record.first else { return nil }
    return try widened(as: record)
  }

  private func widened<R: HoldsFileOffsets>(as _: R.Type) throws(FormatError) -> Atom? {
    let decoded = try decoded(R.self)
    guard let (wide, newType) = try decoded.record.widened() else { return nil }
    var result = self
    result.type = newType ?? type
    result.content = .bytes(try wide.serialized()[...] + decoded.trailing)
    return result
  }
}
