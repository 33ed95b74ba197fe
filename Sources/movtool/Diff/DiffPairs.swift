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
    var known: [ClipName.Key: [Int]] = [:]
    var marked: [ClipName.Key: [Int]] = [:]
    for (index, original) in originals.enumerated() {
      let name = ClipName(of: original.path)
      known[name.stem, default: []].append(index)
      marked[name.original, default: []].append(index)
    }
    var found: [Int: [Pair]] = [:]
    var alone: [Pair] = []
    var shared: Set<Int> = []
    for proxy in proxies {
      let names = ClipName(of: proxy.path).originals
      let same =
        (names.map { known[$0] } + names.map { marked[$0] }).lazy.compactMap(\.self).first ?? []
      let near =
        same.count > 1
        ? same.filter {
          Self.folder(of: originals[$0].name) == Self.folder(of: proxy.name)
        } : same
      if near.count == 1, let index = near.first {
        found[index, default: []].append(Pair(original: originals[index], proxy: proxy))
      } else {
        shared.formUnion(same)
        alone.append(
          Pair(
            proxy: proxy,
            problem: same.isEmpty
              ? "no original has this name" : "several originals have this name"))
      }
    }
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
