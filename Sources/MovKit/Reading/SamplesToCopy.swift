extension Track {
  /// How many times as large as the file the samples of its tracks may be together. Samples may share bytes,
  /// as copies of a still picture do, and a table of a few bytes can declare any number that share all of
  /// them.
  private static let mostCopies: UInt64 = 64

  /// Returns the samples, to read the bytes of each.
  ///
  /// - Throws: `FormatError` as `sampleTable` does; of kind `limit` if the samples share so many bytes
  ///   that a copy of all, and of those of the tracks that were asked for before, would be more than 64
  ///   times as large as the file.
  func samplesToCopy() throws(FormatError) -> SampleTable {
    let samples = try sampleTable()
    let most = bytesCopied
    let size = fileSize
    try copies.add(samples.bytesInFile, of: atom.place) { (all) throws(FormatError) in
      let isWithin =
        most.map { all <= $0 || all <= size } ?? (all / Self.mostCopies <= size)
      guard !isWithin else { return }
      let limit =
        most.map { MovKit.counted($0, "byte") } ?? "\(Self.mostCopies) times the size of the file"
      let whose =
        all == samples.bytesInFile
        ? "the samples take" : "with those of the tracks before, the samples take"
      throw FormatError(
        .outputLimit(
          "\(whose) \(MovKit.counted(all, "byte")), more than \(limit), because they share them"),
        path: path, at: self.atom.offset)
    }
    return samples
  }
}
