import MovKit

/// The name of a movie, by which a proxy and its original belong together: `A001_Proxy.mp4` is a
/// proxy of `A001.mov`.
struct ClipName {
  /// A name, or a part of it, as it is compared.
  ///
  /// The same name can have other bytes: macOS stores an umlaut as a letter and a mark, most others as one
  /// character. Texts of both forms are equal.
  struct Key: Hashable {
    /// Nil if the name is not UTF-8.
    let text: String?
    /// The bytes of a name that is not UTF-8.
    private let bytes: [UInt8]

    fileprivate init(_ bytes: some Collection<UInt8>) {
      text = String(validating: bytes, as: UTF8.self)
      self.bytes = text == nil ? Array(bytes) : []
    }
  }

  /// The name in lower case.
  let whole: Key
  /// The same without the extension.
  let stem: Key
  /// The same without what programs add to the name of a proxy.
  let original: Key
  /// The same without what a camera adds to that of the proxy that it records; nil if the name does not end so.
  let ofCamera: Key?

  private static let proxyMarks = ["proxy", "prx"].flatMap { word in
    ["_", ".", "-", " "].map { Array(($0 + word).utf8) }
  }

  init(of path: FilePath) {
    let name = path.lastComponent.map(\.lowercasedASCII)
    let stem = Array(name.prefix(path.stem.count))
    let mark = Self.proxyMarks.first {
      stem.count > $0.count && stem.suffix($0.count).elementsEqual($0)
    }
    whole = Key(name)
    self.stem = Key(stem)
    original = Key(stem.dropLast(mark?.count ?? 0))
    ofCamera = Self.hasSonyMark(stem) ? Key(stem.dropLast(3)) : nil
  }

  /// Sony's cameras record `C0001S03.MP4` beside `C0001.MP4`.
  private static func hasSonyMark(_ stem: [UInt8]) -> Bool {
    stem.count > 3 && stem[stem.count - 3] == UInt8(ascii: "s")
      && stem.suffix(2).allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The names that the original of a proxy can have, the likeliest first.
  var originals: [Key] { [stem, original] + [ofCamera].compactMap(\.self) }
}
