import MovKit

extension AtomFile {
  /// The atom at a path, or a failure that says how far the path leads and what stands there.
  func require(_ path: AtomPath, in file: FilePath) throws(Failure) -> AtomNode {
    switch find(path) {
    case .atom(let node): return node
    case .onlyAsFarAs(let parent):
      let walk = parent.map { $0.children } ?? AtomWalk(self, levels: 1)
      let place = parent.map(\.path) ?? "the file"
      let missing = "there is no \(path)"
      let names = Self.listed(walk.map(\.name))
      throw .problem(
        names.isEmpty
          ? "\(missing): \(place) contains no atoms" : "\(missing): \(place) contains \(names)",
        file: file)
    }
  }

  /// The names once each, in their order, numbered ones as a range: `mvhd, trak[0] to trak[3]`.
  private static func listed(_ names: [String]) -> String {
    var groups: [(type: Substring, first: String, last: String)] = []
    var places: [Substring: Int] = [:]
    for name in names {
      let type = name.prefix { $0 != "[" }
      if let place = places[type] {
        groups[place].last = name
      } else {
        places[type] = groups.count
        groups.append((type, name, name))
      }
    }
    let shown = groups.prefix(12).map {
      $0.first == $0.last ? $0.first : "\($0.first) to \($0.last)"
    }
    return shown.joined(separator: ", ") + (groups.count > shown.count ? ", …" : "")
  }
}

extension Arguments {
  /// A path of an atom, as inspect shows it; a slash ahead or behind does no harm.
  func atomPath(_ text: String, named name: String) throws(Failure) -> AtomPath {
    var inner = text[...]
    if inner.first == "/" { inner.removeFirst() }
    if inner.last == "/" { inner.removeLast() }
    guard let path = AtomPath(String(inner)) else {
      throw usage("invalid atom path '\(text)' for \(name); example: moov/trak[1]/mdia")
    }
    return path
  }
}
