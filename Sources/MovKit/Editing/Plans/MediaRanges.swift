/// The ranges of a file that a movie refers to: samples, auxiliary information, and items.
struct MediaRanges {
  /// Whether something could not be read that may refer to any part of the file.
  var isUnknown = false
  /// In order and separate from each other after `sort` was called.
  private var ranges: [Range<UInt64>] = []
  /// The number of ranges that are collected before they are merged: tracks that alternate in the
  /// file fill each other's gaps.
  private var mostApart = 1 << 16

  func overlaps(_ range: Range<UInt64>) -> Bool {
    guard !isUnknown else { return true }
    let index = firstIndex(endingAfter: range.lowerBound)
    return index < ranges.count && ranges[index].lowerBound < range.upperBound
  }

  /// Returns the end of the range that contains `offset`; nil if none does. Call `sort` first.
  func end(from offset: UInt64) -> UInt64? {
    let index = firstIndex(endingAfter: offset)
    return index < ranges.count && ranges[index].contains(offset) ? ranges[index].upperBound : nil
  }

  private func firstIndex(endingAfter offset: UInt64) -> Int {
    ranges.partitioningIndex { $0.upperBound > offset }
  }

  mutating func insert(_ offset: UInt64, _ size: UInt64) {
    guard size > 0 else { return }
    let range = offset..<offset.addingClamping(size)
    // Chunks mostly follow one another.
    if let last = ranges.last, last.upperBound == range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
    } else if !range.isEmpty {
      ranges.append(range)
      guard ranges.count >= mostApart else { return }
      sort()
      mostApart = max(mostApart, 2 * ranges.count)
    }
  }

  /// The number of bytes in them. Call `sort` first.
  var size: UInt64 { ranges.reduce(0) { $0.addingClamping($1.length) } }

  mutating func sort() {
    var apart: [Range<UInt64>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = apart.last, last.upperBound >= range.lowerBound {
        apart[apart.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        apart.append(range)
      }
    }
    ranges = apart
  }

  /// Adds the samples of a track that are in the movie's own file.
  mutating func insert(_ track: Track) {
    guard track.atom.descendant("mdia", "minf", "stbl") != nil else { return }
    guard let table = try? track.sampleTable() else {
      isUnknown = true
      return
    }
    for chunk in track.chunksInMovieFile(table) { insert(chunk.offset, chunk.size) }
  }

  /// Adds what the offsets in an atom of the top level point at, except samples. If the length is
  /// unknown, only the first byte is added, and of atoms nothing.
  mutating func insert(targetsOf root: Atom, _ schema: Schema, _ homes: FragmentHomes) {
    for site in OffsetSites(in: root, schema, homes)
    where !site.isChunkTable && site.atom.type != "trun" && site.atom.place != nil {
      do {
        try site.forEachTarget { target in
          switch target.role {
          case .data: insert(target.place, target.length ?? 1)
          case .start: insert(target.place, target.length ?? 0)
          case .base, .end, .nothing: break
          }
        }
      } catch { isUnknown = true }
    }
  }
}

extension Track {
  /// The chunks of the track's table that are in the movie's own file.
  func chunksInMovieFile(_ table: SampleTable) -> some Sequence<SampleTable.Chunk> {
    let isInside = holdsMedia
    return table.chunks.lazy.filter {
      isInside.holdsMedia(ofDescription: $0.descriptionIndex)
    }
  }
}
