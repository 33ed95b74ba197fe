import MovKit

/// The sub-samples of a track's samples: a row for each, with the sample that it is in.
struct PageSubSamples {
  /// The columns, by their names: the flags of the table, the sample, and what the table says.
  private(set) var columns: [(name: String, column: PackedColumn)] = [
    "flags", "sample", "size", "priority", "discardable", "parameters",
  ].map { ($0, PackedColumn()) }
  /// Whether some are left out.
  private(set) var isCut = false

  /// Nil if the track has none.
  init?(of track: Track, _ table: SampleTable, _ finder: SubSampleFinder) {
    var columns = columns
    var isCut = false
    var count = 0
    finder.forEach(of: track, table) { flags, sample, parts in
      for part in parts {
        guard count < PageLimits.subSamples else {
          isCut = true
          return false
        }
        count += 1
        let row = [
          UInt64(flags), UInt64(sample), UInt64(part.subsampleSize), UInt64(part.subsamplePriority),
          UInt64(part.discardable), UInt64(part.codecSpecificParameters),
        ]
        for (index, value) in row.enumerated() { columns[index].column.append(value) }
      }
      return true
    }
    guard count > 0 else { return nil }
    for index in columns.indices { columns[index].column.finish() }
    self.columns = columns
    self.isCut = isCut
  }
}

extension JSONWriter {
  mutating func member(_ name: String, subSamples: PageSubSamples?) throws(Failure) {
    try key(name)
    guard let subSamples else { return try null() }
    try beginObject()
    for (name, column) in subSamples.columns { try member(name, column: column) }
    try endObject()
  }
}
