/// The places where a track of a fragmented movie can be entered, in order. Only the difference
/// from one to the next is stored, so that each takes a few bytes.
struct AccessPoints {
  typealias Row = TrackFragmentRandomAccess.Row

  private var times = RunLog()
  private var offsets = RunLog()
  private var parts = RunLog()
  private var samples = RunLog()
  private var last = Row()

  var count: UInt64 { times.count }

  mutating func append(_ row: Row) {
    times.append(Int64(bitPattern: row.time &- last.time))
    offsets.append(Int64(bitPattern: row.moofOffset &- last.moofOffset))
    parts.append(Int64(row.trafNumber))
    samples.append(Int64(row.sampleNumber))
    last = row
  }

  /// Returns the rows as the index has them. `shift` is added to their file offsets.
  func rows(shift: UInt64) -> some Sequence<Row> {
    var times = times.values.makeIterator()
    var offsets = offsets.values.makeIterator()
    var parts = parts.values.makeIterator()
    var samples = samples.values.makeIterator()
    var row = Row()
    row.moofOffset = shift
    return AnyIterator {
      guard let time = times.next(), let offset = offsets.next(), let part = parts.next(),
        let sample = samples.next()
      else { return nil }
      row.time &+= UInt64(bitPattern: time)
      row.moofOffset &+= UInt64(bitPattern: offset)
      row.trafNumber = UInt32(clamping: part)
      row.sampleNumber = UInt32(clamping: sample)
      return row
    }
  }
}
