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
    findings += movie.positionsOfCanon + movie.positionsOfDashcam + movie.trailerOfCamera
    findings += movie.itemsWithLocations
    var texts: [(path: String, reason: String)] = []
    movie.forEachMetadataItem { item in
      if let reason = item.mayHoldLocation { texts.append((item.path, reason)) }
    }
    // There can be an edit for every eight bytes, and few movies have such texts.
    guard !texts.isEmpty else { return findings }
    let gone = Set(edits.lazy.filter { $0.kind == .removed }.map(\.path))
    for (path, reason) in texts where !gone.contains(path) {
      findings.append(Diagnostic("location-remains", .warning, reason, path: path))
    }
    return findings
  }
}

extension MetadataItem {
  /// Why the item may say where the movie was recorded; nil if nothing suggests that. A key that is not known can
  /// have a point as its text.
  fileprivate var mayHoldLocation: String? {
    guard case .text(let text) = value else { return nil }
    switch form {
    case .xmp, .xml:
      guard text.contains(ascii: "atitude") else { return nil }
      return "the \(form == .xmp ? "XMP" : "XML") speaks of a latitude; its text is not changed"
    case .quickTime, .userData, .iTunes, .asset, .id3, .windowsMedia, .userMetadata:
      // Most texts are no location, and what is known of a key takes longer to find.
      guard GeographicLocation(iso6709: text.trimmedASCII) != nil, !isAboutLocation else {
        return nil
      }
      return "'\(key)' says a point as a location does; it is not changed"
    }
  }
}

extension Movie {
  /// The items of `meta` that may say a location: Exif and XMP.
  fileprivate var itemsWithLocations: [Diagnostic] {
    var found: [Diagnostic] = []
    for (meta, path) in [(file.first("meta"), "meta"), (atom.first("meta"), "moov/meta")] {
      let entries = meta?.first("iinf")?.all("infe").lazy.compactMap(FileItems.entry)
      for kind in [ItemInformationEntry.LocationKind.exif, .xmp] {
        guard let entry = entries?.first(where: { $0.locationKind == kind }) else { continue }
        found.append(
          Diagnostic(
            "location-remains", .warning,
            "item \(entry.itemID) (\(kind.rawValue)) may hold a location; it is not changed",
            path: path, at: meta?.offset))
      }
    }
    return found
  }

  /// What Insta360's cameras write after the last atom.
  fileprivate var trailerOfCamera: [Diagnostic] {
    guard let trailer = file.cameraTrailer else { return [] }
    return [
      Diagnostic(
        "location-remains", .warning,
        "\(counted(trailer.length, "byte", "after the last atom is", "after the last atom are")) the trailer of an Insta360 camera, which may hold "
          + "locations; they are not changed", path: "",
        at: max(trailer.lowerBound, file.trailing.lowerBound))
    ]
  }

  /// The atom that says where a dashcam's positions are in the media (`gps `).
  fileprivate var positionsOfDashcam: [Diagnostic] {
    guard let positions = atom.first("gps ") else { return [] }
    return [
      Diagnostic(
        "location-remains", .warning,
        "the media has a dashcam's positions, at places that this names; they are not changed",
        path: "moov/gps ", at: positions.offset)
    ]
  }
}

extension ItemInformationEntry {
  fileprivate enum LocationKind: String {
    case exif = "Exif"
    case xmp = "XMP"
  }

  /// The kind of metadata in the item in which a location can be; nil for other items.
  fileprivate var locationKind: LocationKind? {
    switch itemType {
    case "Exif": .exif
    case "mime" where contentType.string == "application/rdf+xml": .xmp
    default: nil
    }
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
        return String(decoding: bytes, as: UTF8.self).contains(ascii: ".location.")
      default: return false
      }
    }
  }
}
