/// What is kept of the samples of an input. It is one value, so that a sample is noted in one access to the input.
struct InputLog {
  var combinations = GroupCombinations()
  var tables = TrackTables()
  var count: UInt64 = 0
  var times = InputTimes()

  /// Notes the next samples, and gives them the number of their combination of groups.
  /// - Parameters:
  ///   - size: The size of each in the tables.
  ///   - keepsTables: Whether the samples are described by tables, and not in fragments.
  mutating func append(
    _ samples: inout InputSamples, groups: [UInt32], size: UInt32, keepsTables: Bool, track: UInt32
  ) throws(WritingError) {
    if !groups.isEmpty {
      try atoms { () throws(FormatError) in
        samples.groups = try combinations.number(of: groups[...])
      }
    }
    let gap = try times.append(
      from: samples.decode, to: samples.endTicks, lasting: samples.duration,
      offset: samples.compositionOffset, track: track)
    if keepsTables {
      if let gap { tables.appendDuration(gap) }
      tables.appendDuration(samples.duration, count: UInt64(samples.count - 1))
      try atoms { () throws(FormatError) in
        if let extras = samples.extras { try tables.append(extras) }
      }
      tables.append(
        count: UInt64(samples.count), size: size, compositionOffset: samples.compositionOffset,
        samples.attachments, groups: samples.groups)
    }
    count += UInt64(samples.count)
  }

  /// Notes the next samples, which tables describe.
  mutating func append(
    _ rows: GatheredSamples.Rows, _ groups: GatheredSamples.Groups, track: UInt32
  ) throws(WritingError) {
    var groups = groups
    let hasGroups = !groups.isEmpty
    for row in rows {
      var number = 0
      if hasGroups {
        try atoms { () throws(FormatError) in
          number = try combinations.number(of: groups.takeFirst())
        }
      }
      let gap = try times.append(
        from: row.decode, to: row.end, lasting: row.duration, offset: row.compositionOffset,
        track: track)
      if let gap { tables.appendDuration(gap) }
      tables.append(
        count: 1, size: row.size, compositionOffset: row.compositionOffset, row.attachments,
        groups: number)
    }
    count += UInt64(rows.count)
  }
}
