import MovKit

/// The name of a movie, by which a proxy and its original belong together: `A001_Proxy.mp4` is a
/// proxy of `A001.mov`.
struct ClipName {
  /// The name in lower case.
  let whole: [UInt8]
  /// The same without the extension.
  let stem: [UInt8]
  /// The same without what programs add to the name of a proxy.
  let original: [UInt8]

  private static let proxyMarks = ["_proxy", ".proxy", "-proxy", " proxy"].map { Array($0.utf8) }

  init(of path: FilePath) {
    whole = path.lastComponent.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    let stem = Array(whole.prefix(path.stem.count))
    let mark = Self.proxyMarks.first {
      stem.count > $0.count && stem.suffix($0.count).elementsEqual($0)
    }
    self.stem = stem
    original = Array(stem.dropLast(mark?.count ?? 0))
  }
}
