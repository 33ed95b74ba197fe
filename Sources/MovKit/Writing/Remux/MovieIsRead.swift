extension Movie {
  /// Throws if the movie was read from another file than the one that its samples are to be copied from.
  func checkIsRead(from file: File) throws(FormatError) {
    guard let own = source as? File, own.identity != file.identity else { return }
    throw FormatError(
      .unsupported("the movie was read from \(own.path), and its samples are not in \(file.path)"))
  }
}
