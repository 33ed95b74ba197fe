extension AtomFile {
  /// That the file has no movie, and what it has instead; nil where it has a movie, or items such
  /// as the pictures of HEIF.
  public var missingMovie: Diagnostic? {
    guard first("moov") == nil, first("meta")?.first("iloc") == nil else { return nil }
    var types: [String] = []
    for atom in atoms where !types.contains("\(atom.type)") {
      types.append("\(atom.type)")
      if types.count == 12 { break }
    }
    let list = "it has " + (types.isEmpty ? "nothing" : types.joined(separator: ", "))
    if atoms.contains(where: { $0.type == "moof" || $0.type == "sidx" }) {
      return Diagnostic(
        "no-movie", .note,
        "a segment of a fragmented movie without its header (moov): \(list); put the "
          + "initialization segment before it")
    }
    // A recorder writes the header last, but that of segments is in another file.
    let isUnfinished =
      types.contains("mdat") && !types.contains("styp") && first("meta") == nil
    return Diagnostic(
      "no-movie", .error,
      "neither a movie (moov) nor items (meta with iloc): \(list)"
        + (isUnfinished ? "; a recording without moov was not finished, or is cut short" : ""))
  }
}
