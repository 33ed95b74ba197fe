import MovKit

/// The files that a movie's tracks have their media in, and whether they are there.
struct PageRelink {
  struct Reference {
    let trackID: UInt32
    let path: String
    let type: FourCC
    let target: String?
    let isSelfContained: Bool
    /// nil if it cannot be known.
    let isFound: Bool?
  }

  private(set) var references: [Reference] = []
  private(set) var leftOut = 0

  init(_ movie: Movie, in file: FilePath) {
    let folder = file.isStandardStream ? nil : file.parent
    for track in movie.tracks {
      guard let dref = track.atom.descendant("mdia", "minf", "dinf", "dref") else { continue }
      for (child, name) in zip(dref.children, dref.children.pathComponents()) {
        guard references.count < PageLimits.references else {
          leftOut += 1
          continue
        }
        guard let reference = child.dataReference else { continue }
        references.append(
          Reference(
            trackID: track.id, path: "\(track.path)/mdia/minf/dinf/dref/\(name)",
            type: child.type, target: reference.target,
            isSelfContained: reference.isSelfContained,
            isFound: reference.isSelfContained
              ? true : folder.flatMap { Self.isThere(reference, $0) }))
      }
    }
  }

  /// Whether the file of a reference exists, where it says or beside the movie; nil if that cannot be
  /// known.
  private static func isThere(_ reference: any DataReference, _ folder: FilePath) -> Bool? {
    guard let alias = reference as? AliasDataReference else {
      return reference.target.flatMap { isThere($0, folder) }
    }
    guard alias.hasRecord, alias.target != nil else { return nil }
    return alias.record.candidates.contains { candidate in
      let name = Array(candidate.utf8)
      guard !name.isEmpty, !name.contains(0) else { return false }
      let path = folder.appending(name)
      return !path.endsInSlash && (try? FoundFile(path)) != nil
    }
  }

  /// Whether the file that a URL means exists, where it says or beside the movie; nil if the URL is not
  /// that of a file.
  private static func isThere(_ url: String, _ folder: FilePath) -> Bool? {
    var rest = url[...]
    if rest.hasPrefix("file://") {
      rest = rest.dropFirst("file://".count)
      rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? ""
    } else if let colon = rest.firstIndex(of: ":"), !rest[..<colon].contains("/") {
      return nil
    }
    guard let name = rest.percentDecoded, !name.isEmpty, !name.contains(0) else { return nil }
    let path = folder.appending(name)
    let beside = folder.appending(path.lastComponent)
    return !path.endsInSlash && ((try? FoundFile(path)) ?? (try? FoundFile(beside))) != nil
  }
}

extension JSONWriter {
  mutating func member(_ name: String, relink: PageRelink?) throws(Failure) {
    try key(name)
    try beginArray()
    for reference in relink?.references ?? [] {
      try beginObject(inline: true)
      try member("trackID", reference.trackID)
      try member("path", reference.path)
      try member("type", reference.type.description)
      try member("target", reference.target)
      try member("selfContained", reference.isSelfContained)
      try member("found", flag: reference.isFound)
      try endObject()
    }
    try endArray()
  }
}
