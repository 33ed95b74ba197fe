extension Movie {
  /// What of `moov` has the same meaning in a file of another kind, such as metadata and user data.
  public func extensions(for type: MovieWriter.Options.FileType) -> [Atom] {
    atom.children.compactMap { child in
      let own: Set<FourCC> = [
        "mvhd", "trak", "mvex", "iods", "cmov", "rmra", "ctab", "clip", "free", "skip", "wide",
      ]
      return own.contains(child.type) ? nil : child.adapted(to: type)
    }
  }
}

extension Track {
  /// What of `trak` has the same meaning in a file of another kind.
  ///
  /// Throws where the samples are encrypted: what they need to be decrypted is not written anew.
  public func extensions(
    for type: MovieWriter.Options.FileType
  ) throws(FormatError) -> [Atom] {
    guard protectionScheme == nil else {
      throw FormatError(
        .invalid("its encrypted samples cannot be copied between QuickTime and MP4"),
        path: path, at: atom.offset)
    }
    let own: Set<FourCC> = [
      "tkhd", "edts", "tref", "mdia", "clip", "matt", "load", "imap", "free", "skip", "wide",
    ]
    return atom.children.compactMap { own.contains($0.type) ? nil : $0.adapted(to: type) }
  }
}

extension Atom {
  /// `meta` begins with a version in MP4 (ISO/IEC 14496-12, 8.11.1), and without one in QuickTime.
  /// Nil where its items stand in the old file.
  fileprivate func adapted(to fileType: MovieWriter.Options.FileType) -> Atom? {
    guard type == "meta", case .children(var children) = content else { return self }
    guard !pointsIntoFile else { return nil }
    let version: Bytes = fileType == .mp4 ? [0, 0, 0, 0] : []
    if children.preamble.allSatisfy({ $0 == 0 }) { children.preamble = version }
    var adapted = self
    adapted.claimedSize = nil
    adapted.content = .children(children)
    return adapted
  }
}
