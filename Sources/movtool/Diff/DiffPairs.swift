import MovKit

/// Which proxy belongs to which original.
struct DiffPairs {
  /// An original with its proxy, or one of them whose other was not found.
  struct Pair: Sendable {
    var original: FileList.Entry?
    var proxy: FileList.Entry?
    /// Why there is no other; nil if there is.
    var problem: String?
  }

  private(set) var pairs: [Pair] = []

  /// - Parameters:
  ///   - originals: The original, or those of a folder.
  ///   - isFolder: Whether ORIGINAL is a folder. A file is compared with every file that is named as
  ///     a proxy, whatever its name.
  ///   - proxies: The files, and the movies in folders.
  init(_ originals: [FileList.Entry], isFolder: Bool, _ proxies: [FileList.Entry]) {
    if !isFolder, let original = originals.first {
      let name = ClipName(of: original.path)
      let own = proxies.filter {
        let originals = ClipName(of: $0.path).originals
        return $0.path == $0.name || originals.contains(name.stem)
          || originals.contains(name.original)
      }
      pairs = own.map { Pair(original: original, proxy: $0) }
      if own.isEmpty {
        pairs = [Pair(original: original, problem: "no proxy has this name")]
      }
      return
    }
    // Those whose whole name is that of the proxy come first.
    var known = OriginalsByName()
    var marked = OriginalsByName()
    for (index, original) in originals.enumerated() {
      let name = ClipName(of: original.path)
      let folder = Self.folder(of: original.name)
      known.add(index, name.stem, in: folder)
      marked.add(index, name.original, in: folder)
    }
    var found: [Int: [Pair]] = [:]
    var alone: [Pair] = []
    for proxy in proxies {
      let names = ClipName(of: proxy.path).originals
      let folder = Self.folder(of: proxy.name)
      let match = known.match(names, in: folder) ?? marked.match(names, in: folder)
      if case .one(let index) = match {
        found[index, default: []].append(Pair(original: originals[index], proxy: proxy))
      } else {
        alone.append(
          Pair(
            proxy: proxy,
            problem: match == nil
              ? "no original has this name" : "several originals have this name"))
      }
    }
    let shared = known.shared.union(marked.shared)
    for (index, original) in originals.enumerated() {
      let problem =
        shared.contains(index)
        ? "several originals have this name, and nothing says which one the proxy belongs to"
        : "no proxy has this name"
      pairs += found[index] ?? [Pair(original: original, problem: problem)]
    }
    pairs += alone
  }

  private static func folder(of name: FilePath) -> [UInt8] {
    Array(name.bytes.dropLast(name.lastComponent.count))
  }
}

/// The originals that have a name, and those of them in one folder: the clips of many cards have the same names.
private struct OriginalsByName {
  /// The originals that a name can mean.
  enum Match {
    case one(Int)
    case several
  }

  private struct Place: Hashable {
    var name: ClipName.Key
    var folder: [UInt8]
  }

  private var byName: [ClipName.Key: [Int]] = [:]
  private var byPlace: [Place: [Int]] = [:]
  /// The names of which several originals were meant.
  private var sharedNames: Set<ClipName.Key> = []

  mutating func add(_ original: Int, _ name: ClipName.Key, in folder: [UInt8]) {
    byName[name, default: []].append(original)
    byPlace[Place(name: name, folder: folder), default: []].append(original)
  }

  /// Returns what the first of some names means that an original has: of several originals, the only one in the
  /// folder. Returns nil if no original has any of them.
  mutating func match(_ names: [ClipName.Key], in folder: [UInt8]) -> Match? {
    guard let name = names.first(where: { byName[$0] != nil }), let all = byName[name] else {
      return nil
    }
    let near = all.count > 1 ? byPlace[Place(name: name, folder: folder)] ?? [] : all
    if near.count == 1 { return .one(near[0]) }
    sharedNames.insert(name)
    return .several
  }

  /// The originals of the names of which several were meant.
  var shared: Set<Int> {
    sharedNames.reduce(into: []) { $0.formUnion(byName[$1] ?? []) }
  }
}
