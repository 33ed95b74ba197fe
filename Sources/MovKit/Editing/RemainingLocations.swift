extension MovieEditor {
  /// What may still say where the movie was recorded after metadata about it was removed: timed metadata,
  /// whose samples are media, and what is not changed of documents, Exif and cameras' own metadata.
  ///
  /// - Parameter edits: What was removed.
  public func remainingLocations(after edits: some Sequence<MetadataEdit>) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    for track in movie.tracks where track.mayHoldLocations {
      let type = track.sampleDescriptions.first.map { " (\($0.type))" } ?? ""
      findings.append(
        Diagnostic(
          "location-remains", .warning,
          "the samples of track \(track.id)\(type) may hold locations; they are not changed",
          path: track.path, at: track.atom.offset))
    }
    findings += movie.positionsOfCanon
    for (meta, path) in [
      (movie.file.first("meta"), "meta"), (movie.atom.first("meta"), "moov/meta"),
    ] {
      guard
        let entry = meta?.first("iinf")?.all("infe").lazy.compactMap(FileItems.entry).first(where: {
          $0.itemType == "Exif"
        })
      else { continue }
      findings.append(
        Diagnostic(
          "location-remains", .warning,
          "item \(entry.itemID) (Exif) may hold a location; it is not changed", path: path,
          at: meta?.offset))
    }
    var texts: [(path: String, form: MetadataItem.Form)] = []
    movie.forEachMetadataItem { item in
      guard item.form == .xmp || item.form == .xml, case .text(let text) = item.value,
        text.range(ofASCII: "atitude") != nil
      else { return }
      texts.append((item.path, item.form))
    }
    // There can be an edit for every eight bytes, and few movies have such texts.
    guard !texts.isEmpty else { return findings }
    let gone = Set(edits.lazy.filter { $0.kind == .removed }.map(\.path))
    for (path, form) in texts where !gone.contains(path) {
      findings.append(
        Diagnostic(
          "location-remains", .warning,
          "the \(form == .xmp ? "XMP" : "XML") speaks of a latitude; its text is not changed",
          path: path))
    }
    return findings
  }
}

extension Movie {
  /// The atoms in which Canon's cameras say a latitude (`CMT4`).
  fileprivate var positionsOfCanon: [Diagnostic] {
    var found: [Diagnostic] = []
    for (uuid, component) in zip(atom.children, atom.children.pathComponents()) {
      guard uuid.type == "uuid", let position = uuid.first("CMT4"),
        let record = try? position.decode(CanonDirectory<PositionTags>.self),
        record.tiff.hasEntry(PositionTags.latitude)
      else { continue }
      found.append(
        Diagnostic(
          "location-remains", .warning, "Canon's metadata says a latitude; it is not changed",
          path: "moov/\(component)/CMT4", at: position.offset))
    }
    return found
  }
}

extension Track {
  /// Whether the samples may hold locations: telemetry of GoPro, Google, DJI and Sony, and timed metadata
  /// with such a key (`mebx`).
  fileprivate var mayHoldLocations: Bool {
    sampleDescriptions.contains { description in
      switch description.type {
      case "gpmd", "camm", "djmd", "rtmd": return true
      case "mebx":
        guard let bytes = try? description.serialized() else { return false }
        return String(decoding: bytes, as: UTF8.self).range(ofASCII: ".location.") != nil
      default: return false
      }
    }
  }
}
