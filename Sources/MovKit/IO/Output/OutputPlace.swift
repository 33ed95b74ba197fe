/// Where an output goes, and what it may replace there.
package struct OutputPlace: Sendable {
  package var path: FilePath
  /// Whether the output may replace an existing file. If it may not, the file system decides when
  /// the output takes its name, so that a file that appeared meanwhile stays.
  package var overwrites: Bool
  /// The files that the output must never replace.
  package var spared: SparedFiles

  package init(_ path: FilePath, overwrites: Bool = true, sparing spared: SparedFiles = .init()) {
    self.path = path
    self.overwrites = overwrites
    self.spared = spared
  }
}

extension OutputPlace {
  /// Throws `IOError` if the output cannot have its name because of what is there: see `replacedFile()`.
  package func checkName() throws(IOError) { _ = try replacedFile() }

  /// Returns the status of the file that the output will replace; nil if there is none.
  /// - Throws: `IOError`: `notARegularFile` if something else is there, `invalidPath` for a name
  ///   that ends in a slash, `sameFile` for a spared file, `exists` for a file that may not be
  ///   replaced, and the system's reason for one that this user may not write to.
  func replacedFile() throws(IOError) -> FileStatus? {
    guard let status = try FileStatus.existing(path, followingLinks: true) else {
      // A name that ends in a slash can only be that of a directory.
      if !path.lastComponent.isEmpty { return nil }
      throw IOError(.create, path, .invalidPath)
    }
    try status.mustBeRegular(for: .write, path)
    try check(status.identity)
    guard overwrites else { throw IOError(.write, path, .exists) }
    try path.mustBeWritable()
    return status
  }

  /// Throws `sameFile` if a file is one of the spared files.
  func check(_ identity: File.Identity) throws(IOError) {
    if spared.contains(identity) { throw IOError(.write, path, .sameFile) }
  }
}
