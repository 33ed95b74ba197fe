extension Movie {
  /// Returns the file that the movie's samples are copied from: the given one, or the one that the movie was opened
  /// from.
  ///
  /// Throws if the movie was read from another file than the given one, or none is given and it was not opened from
  /// a file.
  func fileOfSamples(_ given: File?) throws(FormatError) -> File {
    let own = source as? File
    guard let file = given ?? own else {
      throw FormatError(
        .unsupported("the movie was not opened from a file, which its samples could be copied from")
      )
    }
    guard let own, own.identity != file.identity else { return file }
    throw FormatError(
      .unsupported("the movie was read from \(own.path), and its samples are not in \(file.path)"))
  }
}
