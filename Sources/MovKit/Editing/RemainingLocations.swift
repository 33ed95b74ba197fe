extension MovieEditor {
  /// What may still say where the movie was recorded after metadata about it was removed: timed metadata,
  /// whose samples are media, and documents that are not changed.
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
