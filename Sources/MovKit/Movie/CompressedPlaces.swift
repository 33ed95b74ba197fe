/// Where bytes are that the offsets of a file with a compressed atom mean. Such offsets count as if
/// the atom were not compressed, so those of what follows it are greater than the places of the
/// bytes, by as many bytes as compression saved (ISO/IEC 14496-12, 8.19, as GPAC reads and writes it).
///
/// If an offset would lie inside the decompressed atom, where no media is, the offsets are those of
/// the file as it is.
struct CompressedPlaces {
  /// The bytes that the atom would take up if it were not compressed.
  let decompressed: Range<UInt64>
  /// The place after the atom as it is.
  private let end: UInt64
  private(set) var areAsInFile = false

  /// nil for an atom of the top level that is not one of those in compressed form (`!mov`, `!mof`).
  init?(_ stored: Atom) {
    guard let start = stored.offset, stored.type != "moov", stored.type != "moof",
      let inner = stored.compressedAtoms.first
    else { return nil }
    end = start.addingClamping(stored.size)
    decompressed = start..<start.addingClamping(inner.size)
  }

  /// Takes the place that an offset says, before any is converted.
  mutating func note(_ place: UInt64) {
    if decompressed.contains(place), place != decompressed.lowerBound { areAsInFile = true }
  }

  /// How many bytes compression saved, modulo 2^64.
  var saved: UInt64 { decompressed.upperBound &- end }

  /// Returns the place in the file of the bytes that an offset means.
  func inFile(_ place: UInt64) -> UInt64 {
    guard !areAsInFile, place >= decompressed.upperBound else { return place }
    return end.addingClamping(place - decompressed.upperBound)
  }
}

extension AtomFile {
  /// The movie of an atom of the top level, with offsets that are places in the file; nil if it holds
  /// none.
  ///
  /// - Throws: `FormatError` if a table of offsets cannot be written again.
  func movieWithPlaces(_ stored: Atom) throws(FormatError) -> Atom? {
    guard let moov = stored.movie, var places = CompressedPlaces(stored) else {
      return stored.movie
    }
    _ = try moov.convertingOffsets(schema, AtomContext()) { place in
      places.note(place)
      return place
    }
    guard !places.areAsInFile else { return moov }
    return try moov.convertingOffsets(schema, AtomContext()) { places.inFile($0) } ?? moov
  }
}

extension Atom {
  /// Returns the atom with each offset from the start of the file replaced by what `convert` returns
  /// for it; nil if that changes nothing. Offsets of media in other files stay.
  fileprivate func convertingOffsets(
    _ schema: Schema, _ context: AtomContext, _ convert: (UInt64) -> UInt64
  ) throws(FormatError) -> Atom? {
    if schema.typesWithOffsets.contains(type),
      let record = schema.rule(for: self, in: context)?.record.holdingFileOffsets
    {
      return try convertingOffsets(of: record, convert)
    }
    guard case .children(let level) = content, !refersToOtherFiles else { return nil }
    let inner = context.entering(type, firstByte: level.preamble.first, level.atoms)
    var changed: [Atom]?
    for (index, child) in level.atoms.enumerated() {
      guard let new = try child.convertingOffsets(schema, inner, convert) else { continue }
      if changed == nil { changed = level.atoms }
      changed?[index] = new
    }
    guard let changed else { return nil }
    var result = self
    result.children = changed
    return result
  }

  /// For a `minf`: whether some of its media is in other files.
  private var refersToOtherFiles: Bool {
    guard type == "minf", let dref = descendant("dinf", "dref") else { return false }
    return !dref.children.allSatisfy { $0.dataReference?.isSelfContained ?? true }
  }

  private func convertingOffsets<R: HoldsFileOffsets>(
    of _: R.Type, _ convert: (UInt64) -> UInt64
  ) throws(FormatError) -> Atom? {
    guard let old = try? decode(R.self) else { return nil }
    var new = old
    try withoutActuallyEscaping(convert) { convert throws(FormatError) in
      var relocator = Relocator(Converting(convert: convert))
      try new.fields(&relocator)
      guard !relocator.isTooNarrow else {
        throw FormatError(.unsupported("an offset in compressed form needs more bits"))
      }
    }
    guard new != old else { return nil }
    var result = self
    try result.update(R.self) { $0 = new }
    return result
  }
}

private struct Converting: OffsetMover {
  let convert: (UInt64) -> UInt64

  func moved(_ target: OffsetTarget) -> UInt64 { convert(target.place) }
}
