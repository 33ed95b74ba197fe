import MovKit

/// How much a name in a list is like that of a movie's file. Proxies have other folders and extensions, and
/// clips of several cards the same names.
struct NameLikeness: Comparable {
  enum Kind: Int, Comparable {
    /// The name without extension is that of the movie without what a camera adds to that of the proxy that it
    /// records.
    case camera
    /// The name without extension is that of the movie without what programs add to the name of a proxy.
    case original
    /// The names without extensions are the same, in either case.
    case stem
    /// The names differ only in case.
    case ignoringCase
    /// The names differ only in how Unicode composes their characters.
    case equivalent
    case exact

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  let kind: Kind
  /// The number of folders above both files, from the innermost on, that have the same names.
  let folders: Int

  static func < (a: Self, b: Self) -> Bool {
    (a.kind, a.folders) < (b.kind, b.folders)
  }
}

/// The name in a list that is most like that of the movie.
struct ListedName {
  private let own: [String]
  /// The movie's name, as names of proxies and their originals are compared.
  private let clip: ClipName
  private let context: SegmentList.Context
  private var likeness: NameLikeness?
  /// The name; nil if none so far is like that of the movie.
  private(set) var name: String?
  /// The parts of the name by which it differs from others that are as much like that of the movie.
  private var parts: [String] = []
  /// Another name that is as much like it, of another file.
  private var rival: String?
  /// That the reel has decided, for a warning; nil if it did not have to.
  private(set) var note: String?

  init(_ context: SegmentList.Context) {
    self.context = context
    own = Self.parts(of: context.movieName)
    clip = ClipName(of: FilePath(own.last ?? ""))
  }

  enum Answer {
    /// The name is not that of the movie, or another is more like it.
    case other
    /// It is the one that is most like it.
    case same
    /// It is more like it than all before it.
    case better
  }

  /// Takes a name of the list, and says whether what has that name is about the movie, as far as is known.
  mutating func offer(_ other: String) -> Answer {
    if let name, other.hasSameBytes(as: name) { return .same }
    let parts = Self.parts(of: other)
    guard let found = likeness(to: parts) else { return .other }
    if let likeness, found <= likeness {
      // Where the reel has decided, those that it has decided against are no rivals.
      if found == likeness, distinct(parts, found) != self.parts, rival == nil, note == nil {
        rival = other
      }
      return .other
    }
    (likeness, name, rival) = (found, other, nil)
    self.parts = distinct(parts, found)
    return .better
  }

  /// Takes the names of one row: that which is most like the movie's, and of two that are as much like it the one
  /// with more folders. A log can have the name of a file with and without its folder.
  mutating func offer(anyOf names: [String]) -> Answer {
    if names.count == 1 { return offer(names[0]) }
    var best: (name: String, likeness: NameLikeness, length: Int)?
    for name in names {
      let parts = Self.parts(of: name)
      guard let found = likeness(to: parts) else { continue }
      if let best, (best.likeness, best.length) >= (found, parts.count) { continue }
      best = (name, found, parts.count)
    }
    return best.map { offer($0.name) } ?? .other
  }

  /// Whether another file has a name that is as much like that of the movie.
  var hasRival: Bool { rival != nil }

  /// Takes, of the files whose names are as much like that of the movie, the one that has its reel: proxies are not
  /// always in folders that are called like those of their originals.
  /// - Parameter rows: The names and the reel of each row.
  mutating func decide(amongRows rows: [(names: [String], reel: String?)]) {
    guard let rival, let name else { return }
    for reel in context.reels {
      var own = ListedName(context)
      for row in rows where row.reel?.lowercased() == reel.lowercased() {
        _ = own.offer(anyOf: row.names)
      }
      guard let found = own.name, own.likeness == likeness else { continue }
      guard own.rival == nil else { return }
      let other = found.hasSameBytes(as: name) ? rival : name
      own.note =
        "'\(found)' is of reel '\(reel)', as '\(context.movieName)' is, and '\(other)' is not"
      self = own
      return
    }
  }

  /// Throws if the movie can be one of several in the list.
  func check() throws(SegmentListError) {
    guard let name, let rival else { return }
    throw SegmentListError(
      "'\(context.movieName)' can be '\(name)' or '\(rival)' of the list; name it with its folder, as the "
        + "list does")
  }

  private func likeness(to parts: [String]) -> NameLikeness? {
    guard let last = parts.last, let ownLast = own.last else { return nil }
    let kind: NameLikeness.Kind
    if last.hasSameBytes(as: ownLast) {
      kind = .exact
    } else if last == ownLast {
      kind = .equivalent
    } else if last.lowercased() == ownLast.lowercased() {
      kind = .ignoringCase
    } else if Self.stem(of: last) == Self.stem(of: ownLast) {
      kind = .stem
    } else {
      let stem = ClipName(of: FilePath(last)).stem
      guard stem == clip.original || stem == clip.ofCamera else { return nil }
      kind = stem == clip.original ? .original : .camera
    }
    let folders = zip(parts.dropLast().reversed(), own.dropLast().reversed()).prefix { $0 == $1 }
    return NameLikeness(kind: kind, folders: folders.count)
  }

  /// Returns the parts of a name by which it differs from others. Audio and video of one clip have the same
  /// name without extension; of these, the first counts.
  private func distinct(_ parts: [String], _ likeness: NameLikeness) -> [String] {
    guard likeness.kind <= .stem, let last = parts.last else { return parts }
    return parts.dropLast() + [Self.stem(of: last)]
  }

  static func parts(of path: String) -> [String] {
    path.split { $0 == "/" || $0 == "\\" }.filter { $0 != "." }.map(String.init)
  }

  /// The last part of a name without its extension, in lower case. Names that are alike in any way have this of the
  /// movie's, or that of its original.
  static func stem(of name: String) -> String { FilePath(name).baseName.lowercased() }

  /// What `stem(of:)` is of each name that can be like that of the movie.
  var stems: [String] {
    guard let last = own.last else { return [] }
    return [Self.stem(of: last)] + [clip.original, clip.ofCamera].compactMap { $0?.text }
  }
}
