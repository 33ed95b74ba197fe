import MovKit

/// The name of a movie, by which a proxy and its original belong together: `A001_Proxy.mp4` is a
/// proxy of `A001.mov`.
struct ClipName {
  /// A name, or a part of it, as it is compared: in either case.
  ///
  /// The same name can have other bytes: macOS stores an umlaut as a letter and a mark, most others as one
  /// character. Texts of both forms are equal, capital letters too, because all of the text is made lower case, and
  /// not only the letters that ASCII has.
  struct Key: Hashable {
    /// Nil if the name is not UTF-8.
    let text: String?
    /// The bytes of a name that is not UTF-8.
    private let bytes: [UInt8]

    fileprivate init(_ bytes: some Collection<UInt8>) {
      text = String(validating: bytes, as: UTF8.self)?.lowercased()
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
    let isOfSony = Self.hasSonyMark(path.lastComponent.prefix(stem.count))
    let mark = Self.proxyMarks.first {
      stem.count > $0.count && stem.suffix($0.count).elementsEqual($0)
    }
    whole = Key(name)
    self.stem = Key(stem)
    original = Key(stem.dropLast(mark?.count ?? 0))
    ofCamera = isOfSony ? Key(stem.dropLast(3)) : nil
  }

  /// Sony's cameras record `C0001S03.MP4` beside `C0001.MP4`. Other names end so by chance, as `interviews02.mov` does.
  private static func hasSonyMark(_ stem: some Collection<UInt8>) -> Bool {
    let end = Array(stem.suffix(8))
    func areDigits(_ places: Range<Int>) -> Bool {
      end[places].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    return end.count == 8
      && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(end[0].lowercasedASCII)
      && areDigits(1..<5) && end[5] == UInt8(ascii: "S") && areDigits(6..<8)
  }

  /// The names that several of some files have, as the clips of several cards do.
  static func shared(by paths: some Sequence<FilePath>) -> Set<Key> {
    var (known, shared): (Set<Key>, Set<Key>) = ([], [])
    for path in paths {
      let name = ClipName(of: path).whole
      if !known.insert(name).inserted { shared.insert(name) }
    }
    return shared
  }

  /// The names that the original of a proxy can have, the likeliest first.
  var originals: [Key] { [stem, original] + [ofCamera].compactMap(\.self) }
}
