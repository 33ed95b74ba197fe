extension MediaTime {
  /// What the number of a time counts: everything of the time but `value`. Many times that belong
  /// together have the same.
  struct Unit: Hashable, Sendable {
    fileprivate let timescale: Int32
    fileprivate let flags: Flags
    fileprivate let epoch: Int64
  }

  var unit: Unit { Unit(timescale: timescale, flags: flags, epoch: epoch) }

  init(_ value: Int64, _ unit: Unit) {
    self.init(value: value, timescale: unit.timescale, flags: unit.flags, epoch: unit.epoch)
  }
}
