extension AtomFile {
  /// A diagnostic that the file has no movie, and what it has instead: `segment-without-header` of a
  /// segment, else `no-movie`. Nil if it has a movie, or items such as the pictures of HEIF, or is one
  /// picture (`mini`).
  public var missingMovie: Diagnostic? {
    guard storedMovie == nil, !hasItems, first("mini") == nil else { return nil }
    guard !isSegment else {
      return Diagnostic("segment-without-header", .note, segment)
    }
    return Diagnostic(
      "no-movie", .error, whyNoMovie(missing: "neither a movie (moov) nor items (meta with iloc)"))
  }

  /// The error for an operation on the movie of a file that has none.
  var noMovie: FormatError {
    FormatError(
      .missing(
        hasItems
          ? "the file holds items, such as pictures (meta with iloc), and no movie (moov)"
          : whyNoMovie(missing: "no movie (moov)")))
  }

  private var hasItems: Bool { first("meta")?.first("iloc") != nil }

  var isSegment: Bool { atoms.contains { $0.type.isFragment || $0.type == "sidx" } }

  /// What a segment is.
  private var segment: String {
    "the file is a segment of a fragmented movie: it has no header (moov)\(onlyTypes)"
  }

  /// The types of the first atoms, as the end of a clause.
  private var onlyTypes: String {
    var types: [String] = []
    for atom in atoms where !types.contains("\(atom.type)") {
      types.append("\(atom.type)")
      if types.count == 12 { break }
    }
    return types.isEmpty ? "" : ", only \(types.joined(separator: ", "))"
  }

  private func whyNoMovie(missing: String) -> String {
    if isSegment { return "\(segment); put the initialization segment before it" }
    let list = onlyTypes
    // A recorder writes the movie header last, but the header of segments is in another file.
    let isUnfinished =
      first("mdat") != nil && first("styp") == nil && first("meta") == nil
    return "the file has \(missing)\(list)"
      + (isUnfinished ? "; the recording was never finished, or the file has been cut short" : "")
  }
}
