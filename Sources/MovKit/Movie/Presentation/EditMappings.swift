/// What each edit of a track shows, in order: a stretch of the media on a stretch of the movie's
/// timeline (ISO/IEC 14496-12, 8.6.6; QuickTime File Format, "Edit List Atoms").
///
/// A media time of -1 is an empty edit; a rate of 0 holds one frame. If the last edit has a length
/// of 0, it shows the media up to its end, as in fragmented movies. Any other edit with a length of
/// 0 shows nothing.
///
/// There can be a million of them, so they are made when they are asked for.
public struct EditMappings: Sendable {
  private enum Content: Sendable {
    case mappings(PackedMappings)
    case list(Entries)
    case one(Boxed<MediaTimeMapping>)
    case ended(Boxed<Ended>)
  }

  /// Edits of which the last is another one.
  private struct Ended {
    let edits: EditMappings
    let last: MediaTimeMapping
  }

  private let content: Content

  /// These edits.
  public init(_ mappings: some Sequence<MediaTimeMapping>) {
    content = .mappings(PackedMappings(mappings))
  }

  init(one mapping: MediaTimeMapping) { content = .one(Boxed(mapping)) }

  init(_ mappings: PackedMappings) { content = .mappings(mappings) }

  /// These edits, of which there is at least one, with another last one.
  init(_ edits: EditMappings, endingWith last: MediaTimeMapping) {
    content = edits.count == 1 ? .one(Boxed(last)) : .ended(Boxed(Ended(edits: edits, last: last)))
  }

  /// The edits of a list. The media ends at `mediaEnd`.
  init(_ list: EditList, movieTimescale: UInt32, mediaTimescale: UInt32, mediaEnd: MediaTime) {
    content = .list(
      Entries(
        list, movieTimescale: movieTimescale, mediaTimescale: mediaTimescale, mediaEnd: mediaEnd))
  }
}

extension EditMappings: RandomAccessCollection {
  public var startIndex: Int { 0 }

  public var endIndex: Int {
    switch content {
    case .mappings(let mappings): mappings.count
    case .list(let list): list.rows.count
    case .one: 1
    case .ended(let ended): ended.value.edits.count
    }
  }

  public subscript(index: Int) -> MediaTimeMapping {
    switch content {
    case .mappings(let mappings): mappings[index]
    case .list(let list): list[index]
    case .one(let mapping): mapping.value
    case .ended(let ended):
      index == ended.value.edits.count - 1 ? ended.value.last : ended.value.edits[index]
    }
  }
}

extension EditMappings {
  /// The only edit that shows something; nil if there are none or several.
  var onlyShown: MediaTimeMapping? {
    guard let first = firstIndex(where: { !$0.isEmpty }) else { return nil }
    let edit = self[first]
    for index in (first + 1)..<endIndex where !self[index].isEmpty { return nil }
    return edit
  }
}

extension EditMappings: Hashable, ExpressibleByArrayLiteral {
  public init(arrayLiteral mappings: MediaTimeMapping...) { self.init(mappings) }

  /// Whether both have the same edits.
  public static func == (a: Self, b: Self) -> Bool { a.elementsEqual(b) }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for edit in self { hasher.combine(edit) }
  }
}

extension EditMappings: CustomStringConvertible {
  /// The edits as a list, such as `[nothing at [0/1, 1/1), [0/1, 2/1) at [1/1, 3/1)]`.
  public var description: String {
    "[\(map(\.description).joined(separator: ", "))]"
  }
}

/// The entries of an edit list, with the time at which each begins.
private final class Entries: Sendable {
  let rows: Table<EditList.Row>
  private let movieTimescale: UInt32
  private let mediaTimescale: UInt32
  /// How long the last edit lasts, if it has no length of its own and ends with the media.
  private let lastLength: MediaTime?
  /// When the first edits begin, in ticks of the movie.
  private let plainStarts: [Int64]
  /// When the others begin, of which the ticks do not fit in 64 bits or are not known.
  private let otherStarts: [MediaTime]

  init(_ list: EditList, movieTimescale: UInt32, mediaTimescale: UInt32, mediaEnd: MediaTime) {
    rows = list.entries
    self.movieTimescale = movieTimescale
    self.mediaTimescale = mediaTimescale
    lastLength =
      list.goesOnToEnd
      ? rows.last.map { max(.zero, mediaEnd - Self.time($0.mediaTime, mediaTimescale)) } : nil
    var start = Self.time(0, movieTimescale)
    var plain: [Int64] = []
    var others: [MediaTime] = []
    // Growing by doubling would take twice the memory.
    plain.reserveCapacity(rows.count)
    rows.forEachRow { row in
      let isPlain = start.flags == .valid && UInt32(start.timescale.magnitude) == movieTimescale
      if others.isEmpty, isPlain { plain.append(start.value) } else { others.append(start) }
      start = start + Self.time(row.segmentDuration, movieTimescale)
      return true
    }
    plainStarts = plain
    otherStarts = others
  }

  private static func time(_ ticks: some BinaryInteger, _ timescale: UInt32) -> MediaTime {
    MediaTime(ticks: ticks, per: timescale) ?? .invalid
  }

  private func start(of index: Int) -> MediaTime {
    index < plainStarts.count
      ? Self.time(plainStarts[index], movieTimescale) : otherStarts[index - plainStarts.count]
  }

  subscript(index: Int) -> MediaTimeMapping {
    let row = rows[index]
    var length = Self.time(row.segmentDuration, movieTimescale)
    if index == rows.count - 1, let lastLength { length = lastLength }
    let target = MediaTimeRange(start: start(of: index), duration: length)
    if row.isEmpty { return MediaTimeMapping(emptyOver: target) }
    return MediaTimeMapping(
      source: MediaTimeRange(
        start: Self.time(row.mediaTime, mediaTimescale),
        duration: length.multiplied(by: Int64(row.mediaRate.rawValue), over: 1 << 16)),
      target: target)
  }
}

extension EditList {
  /// Whether the last edit has no length of its own and ends with the media.
  var goesOnToEnd: Bool {
    entries.last.map { $0.segmentDuration == 0 && !$0.isEmpty && $0.mediaRate == .one } ?? false
  }

  /// How many edits show something: those that are not empty, last, and play at no negative rate.
  var shownCount: Int {
    let lasting = entries.count {
      !$0.isEmpty && $0.mediaRate.rawValue >= 0 && $0.segmentDuration > 0
    }
    return goesOnToEnd ? lasting + 1 : lasting
  }
}
