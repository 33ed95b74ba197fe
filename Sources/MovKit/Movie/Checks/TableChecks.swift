/// The number of rows of sample tables that may still be read.
struct TableRows {
  private static let most: UInt64 = 1 << 24
  private var left = Self.most

  /// Whether there is room for the tables of a track. Deducts their rows if there is.
  mutating func take(_ track: Track) -> Bool {
    let bytes = track.atom.descendant("mdia", "minf", "stbl")?.children
      .reduce(into: UInt64(0)) { $0 = $0.addingClamping($1.size) }
    // Except for a few tables that are rare, no table has rows of less than four bytes.
    let rows = (bytes ?? 0) / 4
    guard rows <= left else { return false }
    left -= rows
    return true
  }
}

extension Track {
  /// Checks the sample tables against each other and against the file. `samples` are those that were read
  /// already.
  func checkTables(
    _ rows: inout TableRows, _ found: inout DiagnosticList, read samples: SampleTable?
  ) {
    guard rows.take(self) else {
      found.add(
        "tables-not-checked", .note, "the sample tables are too large to be checked here",
        path: path, at: atom.offset)
      return
    }
    do throws(FormatError) {
      let isElsewhere = mediaElsewhere != nil
      let samples = if let samples { samples } else { try sampleTable() }
      for diagnostic in samples.diagnostics
      // Media in another file cannot be missing in this one.
      where !isElsewhere || !SampleTable.rulesOfPlaces.contains(diagnostic.rule) {
        found.append(diagnostic)
      }
    } catch {
      found.add("track-unreadable", .error, "\(error.reason)", path: error.path, at: error.offset)
    }
    // A timecode track reports this itself.
    if let outside = mediaElsewhere, !isTimecode {
      found.add(
        "media-elsewhere", .warning,
        "the samples are in another file\(targetElsewhere), which is not read",
        path: path, at: outside.offset)
    }
  }

  /// The first sample description whose media is in another file; nil if there is none.
  var mediaElsewhere: Atom? {
    holdsMedia.firstIndex(of: false).map { sampleDescriptions[$0] }
  }

  /// The file that has the media of the first sample description whose media is in another file, for a
  /// message; empty if it is not named.
  var targetElsewhere: String {
    guard let description = mediaElsewhere,
      let target = atom.descendant("mdia", "minf")?.dataReference(of: description)?.target
    else { return "" }
    let most = 200
    return ", '\(target.prefix(most))\(target.count > most ? "…" : "")'"
  }

  /// Reports if the samples are encrypted.
  func checkProtection(_ found: inout DiagnosticList) {
    guard let scheme = protectionScheme else { return }
    found.add(
      "encrypted-samples", .warning,
      "the samples are encrypted (\(scheme)), and cannot be decoded without the keys", path: path,
      at: atom.offset)
  }
}
