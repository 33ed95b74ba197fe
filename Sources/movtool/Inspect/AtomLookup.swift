import MovKit

extension AtomFile {
  /// Returns the selected atom.
  /// - Throws: `Failure.problem` that lists what there is instead if no atom or several atoms
  ///   match.
  func require(_ selector: AtomSelector, in file: FilePath) throws(Failure) -> AtomNode {
    let parent: AtomNode?
    switch find(selector.path) {
    case .atom(let node): return node
    case .onlyAsFarAs(let node): parent = node
    }
    let places = Places(AtomWalk(self).lazy.filter(selector.isEnd))
    if let only = places.only { return only }
    guard places.count == 0 else {
      throw .problem(
        "\(places.count) atoms match \(selector); give the path of one: \(places.listed)",
        file: file)
    }
    let walk = parent.map { $0.children } ?? AtomWalk(self, levels: 1)
    let place = parent.map(\.path) ?? "the file"
    let names = Self.listed(walk.map(\.name))
    // A type that was padded to four characters has trailing spaces.
    let wanted = selector.description.split(separator: " ").joined(separator: " ")
    let missing = "there is no \(wanted): \(place) contains "
    let type = selector.path.steps.last?.type
    let others = Places(
      AtomWalk(self).lazy.filter { node in
        // Atoms in the same place are already listed.
        node.atom.type == type
          && String(node.path.dropLast(node.name.count + 1)) != parent?.path ?? ""
      })
    throw .problem(
      missing + (names.isEmpty ? "no atoms" : names)
        + (others.count == 0 ? "" : "; there is \(others.listed)"), file: file)
  }

  /// The number of some atoms, and the first few of them.
  private struct Places {
    private(set) var count = 0
    private var first: [AtomNode] = []

    init(_ nodes: some Sequence<AtomNode>) {
      for node in nodes {
        count += 1
        if first.count < 8 { first.append(node) }
      }
    }

    var only: AtomNode? { count == 1 ? first[0] : nil }

    var listed: String {
      first.map(\.path).joined(separator: ", ")
        + (count > first.count ? " and \(count - first.count) more" : "")
    }
  }

  /// Returns the names without repetitions, in their order. Numbered names become a range:
  /// `mvhd, trak[0] to trak[3]`.
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
