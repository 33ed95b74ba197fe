extension AtomFile {
  /// A diagnostic that the file has no movie, and what it has instead; nil if it has a movie, or
  /// items such as the pictures of HEIF, or is one picture (`mini`).
  public var missingMovie: Diagnostic? {
    guard storedMovie == nil, !hasItems, first("mini") == nil else { return nil }
    let message = whyNoMovie(missing: "neither a movie (moov) nor items (meta with iloc)")
    return isSegment
      ? Diagnostic("no-movie", .note, message) : Diagnostic("no-movie", .error, message)
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

  private var isSegment: Bool { atoms.contains { $0.type.isFragment || $0.type == "sidx" } }

  private func whyNoMovie(missing: String) -> String {
    var types: [String] = []
    for atom in atoms where !types.contains("\(atom.type)") {
      types.append("\(atom.type)")
      if types.count == 12 { break }
    }
    let list = types.isEmpty ? "" : ", only \(types.joined(separator: ", "))"
    if isSegment {
      return
        "the file is a segment of a fragmented movie without its header (moov)\(list); put the "
        + "initialization segment before it"
    }
    // A recorder writes the movie header last, but the header of segments is in another file.
    let isUnfinished =
      types.contains("mdat") && !types.contains("styp") && first("meta") == nil
    return "the file has \(missing)\(list)"
      + (isUnfinished ? "; the recording was never finished, or the file has been cut short" : "")
  }
}
