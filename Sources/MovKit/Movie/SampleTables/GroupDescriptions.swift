/// The part of an `sgpd` that says what it means for a sample to be in a group (ISO/IEC 14496-12,
/// 8.9.3).
struct GroupDescriptions: Sendable {
  /// The group, from 1, of samples that no table covers; 0 means none.
  let defaultGroup: UInt32
  /// The descriptions if all have one size.
  private let entries: Table<SampleGroupDescriptions.Row>

  init(_ record: SampleGroupDescriptions) {
    defaultGroup = record.version == 2 ? record.defaultGroupDescriptionIndex : 0
    entries = record.entries
  }

  /// Nil if the atom, a `stbl` or a `traf`, does not describe groups of the type.
  init?(_ type: FourCC, in container: Atom) {
    guard let record = container.groupDescriptions(of: type) else { return nil }
    self.init(record)
  }

  /// Returns the roll distance of a group of type `roll`; nil if it is not described.
  func rollDistance(ofGroup number: UInt32) -> Int16? {
    number > 0 && Int(number) <= entries.count ? entries[Int(number) - 1].rollDistance : nil
  }
}

extension Atom {
  /// Returns the first descriptions of groups of a type in a `stbl` or a `traf`; nil if there are none
  /// that can be read.
  func groupDescriptions(of type: FourCC) -> SampleGroupDescriptions? {
    all("sgpd").lazy.compactMap { try? $0.decode(SampleGroupDescriptions.self) }
      .first { $0.groupingType == type }
  }
}
