/// Stretches of a file that a movie points at: samples, what belongs to them, and items.
struct MediaRanges {
  /// Whether something may be pointed at that could not be read: then all of the file is.
  var isUnknown = false
  /// In order, and apart from each other, once `sort` was called.
  private var ranges: [Range<UInt64>] = []
  /// How many stretches are gathered before they are put together: tracks that alternate in the file
  /// fill each other's gaps.
  private var mostApart = 1 << 16

  func overlaps(_ range: Range<UInt64>) -> Bool {
    guard !isUnknown else { return true }
    // The first stretch that ends behind the start of `range`.
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound > range.lowerBound { high = middle } else { low = middle + 1 }
    }
    return low < ranges.count && ranges[low].lowerBound < range.upperBound
  }

  mutating func insert(_ offset: UInt64, _ size: UInt64) {
    guard size > 0 else { return }
    let (end, overflow) = offset.addingReportingOverflow(size)
    let range = offset..<(overflow ? .max : end)
    // Chunks mostly follow each other.
    if let last = ranges.last, last.upperBound == range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
    } else if !range.isEmpty {
      ranges.append(range)
      guard ranges.count >= mostApart else { return }
      sort()
      mostApart = max(mostApart, 2 * ranges.count)
    }
  }

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

  /// The samples of a track that stand in the movie's own file, and their auxiliary information, of
  /// which only the beginning is known.
  mutating func insert(_ track: Track) {
    guard let stbl = track.atom.descendant("mdia", "minf", "stbl") else { return }
    guard let table = try? track.sampleTable() else {
      isUnknown = true
      return
    }
    let isInside = track.holdsMedia
    for chunk in table.sampleChunks
    where chunk.descriptionIndex >= isInside.count || isInside[chunk.descriptionIndex] {
      insert(chunk.offset, chunk.size)
    }
    for saio in stbl.all("saio") {
      guard let record = try? saio.decode(SampleAuxOffsets.self) else {
        isUnknown = true
        return
      }
      for row in record.entries { insert(row.offset, 1) }
    }
  }

  /// The extents of items that stand in this file (ISO/IEC 14496-12, 8.11.3).
  mutating func insert(items meta: Atom) {
    for iloc in meta.all("iloc") {
      guard let record = try? iloc.decode(ItemLocations.self) else {
        isUnknown = true
        return
      }
      for item in record.items where item.constructionMethod == 0 && item.dataReferenceIndex == 0 {
        for extent in item.extents {
          let (start, overflow) = item.baseOffset.addingReportingOverflow(extent.extentOffset)
          // A length of 0 stands for all that follows.
          let length = extent.extentLength == 0 ? .max : extent.extentLength
          if !overflow { insert(start, length) }
        }
      }
    }
  }
}

extension Track {
  /// For each sample description, whether its media stands in the movie's own file.
  fileprivate var holdsMedia: [Bool] {
    let minf = atom.descendant("mdia", "minf")
    return sampleDescriptions.map { minf?.holdsMedia(of: $0) ?? true }
  }

  /// Whether all of the media stands in the movie's own file.
  var isInMovieFile: Bool { !holdsMedia.contains(false) }
}
