extension Atom {
  /// In a `moov`: whether it is of a movie that only stands for others, which needs no header and no tracks (QuickTime
  /// File Format, "Reference Movies").
  package var isReferenceMovie: Bool { first("mvhd") == nil && first("rmra") != nil }

  /// In a `moov`: the movies that QuickTime chooses from and plays instead of this one, in words; nil if there are
  /// none.
  var moviesInstead: String? {
    guard let rmra = first("rmra") else { return nil }
    let all = rmra.children.filter { $0.type == "rmda" }.map { alternative in
      (try? alternative.first("rdrf")?.decode(ReferenceMovie.self))?.target
    }
    let names = all.compactMap(\.self).map { "'\($0.prefix(200))\($0.count > 200 ? "…" : "")'" }
    let others = all.count - min(names.count, Self.mostNamed)
    let rest = others > 0 ? [counted(others, names.isEmpty ? "movie" : "other movie")] : []
    let list = (names.prefix(Self.mostNamed) + rest).listed("or")
    return list.isEmpty ? nil : list
  }

  private static let mostNamed = 3
}

extension ReferenceMovie {
  /// The movie, as the reference names it: a URL or a path; nil if it names none.
  var target: String? {
    switch referenceType {
    case "url ": url.string.isEmpty ? nil : url.string
    case "alis": AliasRecord.explaining(data.bytes)?.target
    default: nil
    }
  }
}

extension Diagnostic {
  /// A diagnostic that other movies are played instead of one.
  /// - Parameters:
  ///   - moov: The movie, which has references to others.
  ///   - hasTracks: Whether there is something to play where they are not found or not understood.
  static func moviesInstead(_ moov: Atom, orOwnTracks hasTracks: Bool) -> Diagnostic {
    let movies = moov.moviesInstead ?? "another movie"
    return Diagnostic(
      "media-elsewhere", .warning,
      hasTracks
        ? "QuickTime plays \(movies) instead, if it finds it; other programs play the tracks of this file"
        : "the movie has no media; it stands for \(movies), which is not read",
      path: "moov/rmra", at: moov.first("rmra")?.offset)
  }
}
