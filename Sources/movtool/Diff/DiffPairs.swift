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
      let key = ClipName(of: original.path).original
      let own = proxies.filter { $0.path == $0.name || ClipName(of: $0.path).original == key }
      pairs = own.map { Pair(original: original, proxy: $0) }
      if own.isEmpty {
        pairs = [Pair(original: original, problem: "no proxy has this name")]
      }
      return
    }
    var known: [[UInt8]: [Int]] = [:]
    for (index, original) in originals.enumerated() {
      known[ClipName(of: original.path).original, default: []].append(index)
    }
    var found: [Int: [Pair]] = [:]
    var alone: [Pair] = []
    var named: Set<[UInt8]> = []
    for proxy in proxies {
      let name = ClipName(of: proxy.path).original
      let same = known[name] ?? []
      let near =
        same.count > 1
        ? same.filter {
          Self.folder(of: originals[$0].name) == Self.folder(of: proxy.name)
        } : same
      if near.count == 1, let index = near.first {
        found[index, default: []].append(Pair(original: originals[index], proxy: proxy))
      } else {
        named.insert(name)
        alone.append(
          Pair(
            proxy: proxy,
            problem: same.isEmpty
              ? "no original has this name" : "several originals have this name"))
      }
    }
    for (index, original) in originals.enumerated() {
      let isShared = named.contains(ClipName(of: original.path).original)
      let problem =
        isShared
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
