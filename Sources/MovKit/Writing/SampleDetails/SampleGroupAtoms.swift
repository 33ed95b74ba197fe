extension SampleGroupDescriptions {
  /// Returns groups of type `roll`, one for each distance (ISO/IEC 14496-12, 10.1).
  static func rolls(_ distances: [Int16]) throws(FormatError) -> SampleGroupDescriptions {
    try groups("roll", ofSize: 2, distances) { $0.rollDistance = $1 }
  }

  /// Returns the group of type `rap ` for open groups of pictures, without the number of leading
  /// samples (ISO/IEC 14496-12, 10.4).
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

/// The distances of the groups of type `roll`, numbered from 1 in the order in which they first
/// occur.
struct RollGroups {
  private(set) var distances: [Int16] = []
  private var numbers: [Int16: UInt32] = [:]

  /// Returns the number of the group of a distance; 0 if it is nil. There are at most 65536
  /// distances.
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
