extension Track {
  /// How many times as large as the file the samples of a track may be. Samples may share bytes, as
  /// copies of a still picture do, and a table of a few bytes can declare any number that share all of
  /// them.
  private static let mostCopies: UInt64 = 64

  /// Returns the samples, to read the bytes of each.
  ///
  /// - Throws: `FormatError` as `sampleTable` does; of kind `limit` if the samples share so many bytes
  ///   that a copy of all would be more than 64 times as large as the file.
  func samplesToCopy() throws(FormatError) -> SampleTable {
    let samples = try sampleTable()
    let most = Limits.standard.bytesCopied
    let isWithin =
      most.map { samples.bytesInFile <= $0 || samples.bytesInFile <= fileSize }
      ?? (samples.bytesInFile / Self.mostCopies <= fileSize)
    guard isWithin else {
      let limit = most.map { "\($0) bytes" } ?? "\(Self.mostCopies) times the size of the file"
      throw FormatError(
        .outputLimit(
          "the samples take \(samples.bytesInFile) bytes, more than \(limit), because they share them"
        ),
        path: path, at: atom.offset)
    }
    return samples
  }
}
