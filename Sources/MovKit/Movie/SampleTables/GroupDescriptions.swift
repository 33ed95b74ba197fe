/// The part of an `sgpd` that says what it means for a sample to be in a group (ISO/IEC 14496-12,
/// 8.9.3).
///
/// A class, because very many fragments can share those of their track.
final class GroupDescriptions: Sendable {
  /// The group, from 1, of samples that no table covers; 0 means none.
  let defaultGroup: UInt32
  /// The distances of groups of type `roll`. They are asked for with each sample, so they are numbers, and
  /// not a table.
  private let distances: [Int16]

  init(_ record: SampleGroupDescriptions) {
    defaultGroup = record.version == 2 ? record.defaultGroupDescriptionIndex : 0
    var distances: [Int16] = []
    if record.groupingType == "roll" {
      distances.reserveCapacity(record.entries.count)
      record.entries.forEachRow { row in
        distances.append(row.rollDistance)
        return true
      }
    }
    self.distances = distances
  }

  /// Nil if the atom, a `stbl` or a `traf`, does not describe groups of the type.
  convenience init?(_ type: FourCC, in container: Atom) {
    guard let record = container.groupDescriptions(of: type) else { return nil }
    self.init(record)
  }

  /// Returns the roll distance of a group of type `roll`; nil if it is not described.
  func rollDistance(ofGroup number: UInt32) -> Int16? {
    number > 0 && Int(number) <= distances.count ? distances[Int(number) - 1] : nil
  }
}

extension Atom {
  /// In an `sbgp`, `csgp` or `sgpd`: the type of its groups; nil if it cannot be read.
  var groupingType: FourCC? { (try? decode(SampleGroupHead.self))?.groupingType }

  /// Returns the first descriptions of groups of a type in a `stbl` or a `traf`; nil if there are none
  /// that can be read.
  func groupDescriptions(of type: FourCC) -> SampleGroupDescriptions? {
    all("sgpd").lazy.filter { $0.groupingType == type }
      .compactMap { try? $0.decode(SampleGroupDescriptions.self) }.first
  }

  /// In an `sgpd`: the group, from 1, of samples that no table covers, and its type; nil if there is none.
  var defaultGroup: (type: FourCC, index: UInt32)? {
    // Only version 2 has one. The descriptions need not be read to know that of the others.
    guard let head = try? decode(SampleGroupHead.self), head.version == 2,
      let record = try? decode(SampleGroupDescriptions.self),
      record.defaultGroupDescriptionIndex > 0
    else { return nil }
    return (record.groupingType, record.defaultGroupDescriptionIndex)
  }
}
