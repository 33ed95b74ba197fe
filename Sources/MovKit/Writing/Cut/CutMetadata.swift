extension Atom {
  /// For a `moov` of which only a part is kept: makes the moments that GoPro's cameras marked (`HMMT`) those of
  /// the part, and leaves out what is outside of it.
  mutating func keepHighlights(in range: MediaTimeRange) throws(FormatError) {
    guard let marks = descendant("udta", "HMMT"), let old = try? marks.decode(HighlightTimes.self)
    else { return }
    var times: [UInt32] = []
    for milliseconds in old.times.prefix(Int(clamping: old.count)) {
      let time = MediaTime(value: Int64(milliseconds), timescale: 1000)
      guard range.contains(time) else { continue }
      let shifted = (time - range.start).converted(to: 1000, rounding: .towardZero)
      if shifted.isNumeric { times.append(UInt32(clamping: shifted.value)) }
    }
    var new = old
    new.count = UInt32(clamping: times.count)
    // Rows that are not used are zero.
    times += Array(repeating: 0, count: max(0, old.times.count - times.count))
    new.times = try Table(times)
    guard new != old else { return }
    try updateFirst("udta") { udta throws(FormatError) in
      try udta.updateFirst("HMMT") { atom throws(FormatError) in
        try atom.update(HighlightTimes.self) { $0 = new }
      }
    }
  }
}

extension RemuxLosses {
  /// Reports the start timecodes of the whole movie in metadata, which a part that begins later gets as they are: a
  /// program that reads them takes the part for the start of the movie.
  mutating func addStarts(of movie: Movie) throws(IOError) {
    var options = TimecodeSources.Options()
    // Only the labels are of interest, as they are written.
    options.frameDuration = MediaTime(value: 1, timescale: 25)
    var finder = TimecodeSourceFinder(movie, options)
    finder.findUserData()
    try finder.findSonyXML()
    try finder.findXMP()
    var found: [(first: TimecodeSource, count: Int)] = []
    for source in finder.found where source.label != nil {
      if let index = found.firstIndex(where: { $0.first.kind == source.kind }) {
        found[index].count += 1
      } else {
        found.append((source, 1))
      }
    }
    for (source, count) in found {
      let others = count > 1 ? ", the first of \(count)" : ""
      add(
        "start-not-changed",
        "the metadata here is copied as it is\(others): it says that the movie begins at "
          + "\(source.label ?? ""), which is where the whole movie begins and not the part",
        source.path, source.offset)
    }
  }
}
