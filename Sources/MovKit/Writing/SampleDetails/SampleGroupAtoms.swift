extension SampleGroupDescriptions {
  /// Groups `roll`, one for each distance (ISO/IEC 14496-12, 10.1).
  static func rolls(_ distances: [Int16]) throws(FormatError) -> SampleGroupDescriptions {
    try groups("roll", ofSize: 2, distances) { $0.rollDistance = $1 }
  }

  /// The group `rap ` of open groups of pictures, which does not tell how many samples lead
  /// (ISO/IEC 14496-12, 10.4).
  static func openRandomAccess() throws(FormatError) -> SampleGroupDescriptions {
    try groups("rap ", ofSize: 1, [0]) { $0.description = RawBytes(bytes: [$1]) }
  }

  private static func groups<Value>(
    _ type: FourCC, ofSize size: Int, _ values: [Value], _ put: (inout Row, Value) -> Void
  ) throws(FormatError) -> SampleGroupDescriptions {
    var groups = SampleGroupDescriptions()
    groups.groupingType = type
    groups.defaultLength = UInt32(size)
    let rows = values.map { value in
      var row = Row()
      put(&row, value)
      return row
    }
    groups.entries = try Table(rows, layout: RowLayout(groupingType: type, length: size))
    return groups
  }
}

/// Distances of groups `roll`, numbered from 1 in the order in which they come up.
struct RollGroups {
  private(set) var distances: [Int16] = []
  private var numbers: [Int16: UInt32] = [:]

  /// The number of the group of a distance; 0 for none. 65536 distances are all there are.
  mutating func group(of distance: Int16?) -> UInt32 {
    guard let distance else { return 0 }
    if let known = numbers[distance] { return known }
    distances.append(distance)
    numbers[distance] = UInt32(distances.count)
    return UInt32(distances.count)
  }
}

extension SampleToGroup.Row {
  init(sampleCount: UInt32, group: UInt32) {
    self.sampleCount = sampleCount
    groupDescriptionIndex = group
  }
}
