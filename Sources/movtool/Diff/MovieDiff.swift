import MovKit

/// Prints in what two files differ: their atoms, the bytes of their items, the samples of timecode, and those of other
/// tracks if that is asked for.
struct MovieDiff {
  private let output = Output.standard()
  private var json: JSONWriter
  private var fields: AtomJSON
  private let isJSON: Bool
  private let comparesMedia: Bool
  private let messages: Messages
  private var isSame = true

  /// How much of a value is shown.
  private static let options = InspectOptions(rows: .atMost(4), bytes: .atMost(32))

  init(asJSON: Bool, comparesMedia: Bool, _ messages: Messages) {
    isJSON = asJSON
    json = JSONWriter(to: output, layout: .pretty)
    fields = AtomJSON(to: output, layout: .pretty, options: Self.options)
    self.comparesMedia = comparesMedia
    self.messages = messages
  }

  /// Compares two files. Returns whether they are the same.
  mutating func run(_ first: FilePath, _ second: FilePath) throws(Failure) -> Bool {
    let (_, a) = try InspectedFile.open(first)
    let (_, b) = try InspectedFile.open(second)
    if isJSON { try json.begin(first, second) }
    var comparison = AtomComparison(a.file, b.file)
    while let difference = try comparison.following(first, second) {
      isSame = false
      if isJSON {
        try json.write(difference, &fields)
      } else {
        try output.write(DifferenceText(Self.options).lines(difference))
      }
    }
    if isJSON {
      try json.endArray()
      try json.key("media")
    }
    var items = ItemDiff(a.file, b.file)
    // Pictures have items and no movie.
    let hasOnlyItems =
      !items.isEmpty && a.file.storedMovie == nil && b.file.storedMovie == nil
    try compareMedia(of: (a, first), and: (b, second), needsMovie: !hasOnlyItems)
    if isJSON { try json.key("items") }
    try compare(&items, of: first)
    if isJSON {
      try json.member("isSame", isSame)
      try json.endObject()
      try json.endDocument()
    }
    try output.finish()
    return isSame
  }

  /// Writes the document about the atoms of two open files and the items that differ, with at most some differences.
  /// Returns how many there are.
  static func write(
    _ first: InspectedFile, _ second: InspectedFile, atMost most: Int, to json: inout JSONWriter
  ) throws(Failure) -> Int {
    var fields = AtomJSON(to: .memory(), layout: .compact, options: options)
    try json.begin(first.path, second.path)
    var comparison = AtomComparison(first.atoms, second.atoms)
    var count = 0
    while let difference = try comparison.following(first.path, second.path) {
      if count < most { try json.write(difference, &fields) }
      count += 1
    }
    try json.endArray()
    try json.member("media", nil as String?)
    try json.key("items")
    try json.beginArray()
    var items = ItemDiff(first.atoms, second.atoms)
    while let line = try items.following(first.path) {
      guard !line.result.isSame else { continue }
      if count < most { try json.write(line) }
      count += 1
    }
    try json.endArray()
    try json.member("isSame", count == 0)
    try json.endObject()
    return count
  }

  // MARK: Items

  /// Compares the bytes of items, which are most of what a picture is. Of those that are the same, text says nothing
  /// unless media is asked for.
  private mutating func compare(_ items: inout ItemDiff, of first: FilePath) throws(Failure) {
    guard !items.isEmpty else { return isJSON ? try json.null() : () }
    if isJSON { try json.beginArray() }
    var failed: [UInt32] = []
    var problem: FormatError?
    while let line = try items.following(first) {
      if let reason = line.result.problem {
        failed.append(line.result.item.id)
        problem = problem ?? reason
        continue
      }
      if !line.result.isSame { isSame = false }
      if isJSON {
        try json.write(line)
      } else if comparesMedia || !line.result.isSame {
        try output.write(line.text)
      }
    }
    if isJSON { try json.endArray() }
    guard let problem else { return }
    let text = "the bytes of items \(failed.listed) cannot be compared: \(problem)"
    guard comparesMedia else {
      return messages.warning(text, rule: "items-not-compared", file: first)
    }
    isSame = false
    messages.error(text, file: first)
  }

  // MARK: Media

  private mutating func compareMedia(
    of first: (outline: MovieOutline, path: FilePath),
    and second: (outline: MovieOutline, path: FilePath), needsMovie: Bool
  ) throws(Failure) {
    let movies: (Movie, Movie)
    do throws(Failure) { movies = (try Self.movie(first), try Self.movie(second)) } catch {
      if comparesMedia, needsMovie { throw error }
      if isJSON { try json.null() }
      return
    }
    let (a, b) = movies
    guard comparesMedia else { return try compareTimecode(of: (a, first.path), and: b) }
    if isJSON { try json.beginArray() }
    for (track, other) in Self.pairs(a.tracks, b.tracks) {
      let media: MediaComparison
      do throws(ReadingError) {
        media = try MediaComparison(track, of: a, other, of: b)
      } catch {
        isSame = false
        messages.error("track \(track.id) cannot be compared: \(error.advised())", file: first.path)
        continue
      }
      if !media.isSame { isSame = false }
      if isJSON {
        try json.write(media, of: track, other)
      } else {
        try output.write(DifferenceText.line(media, of: track, other))
      }
    }
    if isJSON { try json.endArray() }
  }

  /// Compares the samples of timecode tracks, which are few bytes. Of those that are the same, text says nothing.
  private mutating func compareTimecode(
    of first: (movie: Movie, path: FilePath), and second: Movie
  ) throws(Failure) {
    var compared: [(media: MediaComparison, track: Track, other: Track)] = []
    for (track, other) in Self.pairs(first.movie.tracks, second.tracks)
    where track.mediaType == .timecode {
      do throws(ReadingError) {
        let media = try MediaComparison(track, of: first.movie, other, of: second)
        compared.append((media, track, other))
      } catch {
        messages.warning(
          "the samples of timecode track \(track.id) cannot be compared: \(error.advised())",
          rule: "samples-not-compared", file: first.path)
      }
    }
    if compared.contains(where: { !$0.media.isSame }) { isSame = false }
    guard !isJSON else {
      guard !compared.isEmpty else { return try json.null() }
      try json.beginArray()
      for (media, track, other) in compared { try json.write(media, of: track, other) }
      return try json.endArray()
    }
    for (media, track, other) in compared where !media.isSame {
      try output.write(
        DifferenceText.line(
          media, of: track, other, "; --timecode compares the timecode that they show"))
    }
  }

  /// Returns the tracks that are compared: those of one ID and kind, and of the others those of one
  /// kind, in their order.
  private static func pairs(_ first: [Track], _ second: [Track]) -> [(Track, Track)] {
    var byID: [UInt32: Int] = [:]
    for (place, track) in second.enumerated() where byID[track.id] == nil {
      byID[track.id] = place
    }
    var others = first.map { track -> Int? in
      guard let place = byID[track.id], second[place].mediaType == track.mediaType else {
        return nil
      }
      byID[track.id] = nil
      return place
    }
    let taken = Set(others.compactMap { $0 })
    // The first of a kind is at the end, from where it is taken.
    var left: [MediaType?: [Int]] = [:]
    for place in second.indices.reversed() where !taken.contains(place) {
      left[second[place].mediaType, default: []].append(place)
    }
    for index in others.indices where others[index] == nil {
      others[index] = left[first[index].mediaType]?.popLast()
    }
    return zip(first, others).compactMap { track, place in place.map { (track, second[$0]) } }
  }

  private static func movie(
    _ file: (outline: MovieOutline, path: FilePath)
  ) throws(Failure) -> Movie {
    do throws(ReadingError) { return try file.outline.movie() } catch {
      throw .problem(error.advised(), file: file.path)
    }
  }
}

extension AtomComparison {
  /// Returns the next difference.
  fileprivate mutating func following(
    _ first: FilePath, _ second: FilePath
  ) throws(Failure) -> AtomDifference? {
    do throws(ReadingError) { return try next() } catch {
      if case .io(let reason) = error { throw Failure(reason, about: first) }
      throw .problem(error.advised(), file: first)
    }
  }
}

extension ItemDiff {
  /// Compares the next item.
  fileprivate mutating func following(_ file: FilePath) throws(Failure) -> Line? {
    do throws(IOError) { return try next() } catch { throw Failure(error, about: file) }
  }
}

extension JSONWriter {
  /// Begins the document about two files, up to their differences.
  fileprivate mutating func begin(_ first: FilePath, _ second: FilePath) throws(Failure) {
    try beginObject()
    try member(schema: .diff)
    try member("first", first.description)
    try member("second", second.description)
    try key("differences")
    try beginArray()
  }
}
