extension Track {
  /// How long a sample most often lasts, in ticks of the media, and whether all last so long but
  /// for the last one: what `SampleTable.commonestDuration` tells, without the other tables. Of a
  /// table with more than 65536 runs only so many are asked. nil where there is no sample.
  public var commonestSampleDuration: (ticks: UInt64, isConstant: Bool)? {
    if hasFragments { return (try? sampleTable())?.commonestDuration }
    guard let stts = atom.descendant("mdia", "minf", "stbl", "stts"),
      let runs = try? stts.decode(TimeToSample.self).entries
    else { return nil }
    var counts: [UInt32: UInt64] = [:]
    for run in runs.prefix(65_536) where run.sampleCount > 0 {
      counts[run.sampleDelta, default: 0] += UInt64(run.sampleCount)
    }
    if runs.count <= 65_536, counts.count > 1,
      let last = runs.last(where: { $0.sampleCount > 0 })?.sampleDelta, counts[last] == 1
    {
      counts[last] = nil
    }
    guard let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
    return (UInt64(best.key), counts.count == 1)
  }
}
