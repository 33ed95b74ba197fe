/// Edits, kept as their numbers: what these count is the same in nearly all. There can be a million.
struct PackedMappings: Sendable {
  private struct Row: Sendable {
    var sourceStart: Int64
    var sourceDuration: Int64
    var targetStart: Int64
    var targetDuration: Int64
    /// The number of its kind.
    var kind: Int
  }

  /// What the numbers of an edit count.
  private struct Kind: Hashable {
    var sourceStart: MediaTime.Unit
    var sourceDuration: MediaTime.Unit
    var targetStart: MediaTime.Unit
    var targetDuration: MediaTime.Unit
  }

  private var rows = PiecedList<Row>()
  private var kinds = NumberedKinds<Kind>()

  init() {}

  init(_ mappings: some Sequence<MediaTimeMapping>) {
    for mapping in mappings { append(mapping) }
  }

  mutating func append(_ mapping: MediaTimeMapping) { rows.append(row(mapping)) }

  mutating func removeLast() { rows.removeLast() }

  private mutating func row(_ mapping: MediaTimeMapping) -> Row {
    let (source, target) = (mapping.source, mapping.target)
    let kind = Kind(
      sourceStart: source.start.unit, sourceDuration: source.duration.unit,
      targetStart: target.start.unit, targetDuration: target.duration.unit)
    return Row(
      sourceStart: source.start.value, sourceDuration: source.duration.value,
      targetStart: target.start.value, targetDuration: target.duration.value,
      kind: kinds.number(of: kind))
  }
}

extension PackedMappings: RandomAccessCollection, MutableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { rows.count }

  subscript(index: Int) -> MediaTimeMapping {
    get {
      let row = rows[index]
      let kind = kinds[row.kind]
      return MediaTimeMapping(
        source: MediaTimeRange(
          start: MediaTime(row.sourceStart, kind.sourceStart),
          duration: MediaTime(row.sourceDuration, kind.sourceDuration)),
        target: MediaTimeRange(
          start: MediaTime(row.targetStart, kind.targetStart),
          duration: MediaTime(row.targetDuration, kind.targetDuration)))
    }
    set { rows[index] = row(newValue) }
  }
}
