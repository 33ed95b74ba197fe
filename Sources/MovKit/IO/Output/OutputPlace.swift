/// Where an output is to stand, and what it may replace there.
package struct OutputPlace: Sendable {
  package var path: FilePath
  /// Whether the output may replace a file that stands there already. Where it may not, the file
  /// system decides when the output takes its name, so that a file that appeared meanwhile stays.
  package var overwrites: Bool
  /// What the output replaces in no case.
  package var spared: SparedFiles

  package init(_ path: FilePath, overwrites: Bool = true, sparing spared: SparedFiles = .init()) {
    self.path = path
    self.overwrites = overwrites
    self.spared = spared
  }
}

extension OutputPlace {
  /// The file that the output will replace; nil where there is none.
  /// - Throws: `IOError`: `notARegularFile` where something else is there, `invalidPath` for a name
  ///   that ends in a slash, `sameFile` for a file that is spared, `exists` for one that may not be
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

  /// Throws where a file may not be replaced whatever the user wants.
  func check(_ identity: File.Identity) throws(IOError) {
    if spared.contains(identity) { throw IOError(.write, path, .sameFile) }
  }
}
