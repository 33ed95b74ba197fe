/// The version of an atom whose durations and dates have 32 bits in version 0 and 64 bits in
/// version 1: `mvhd`, `tkhd`, `mdhd`, `mehd` and `elst`.
package enum HeaderVersion {
  /// Returns whether a duration means "not known": all bits of its field are ones
  /// (ISO/IEC 14496-12, 8.2.2.3).
  package static func isUnknown(duration: UInt64, version: UInt8) -> Bool {
    duration == .max || version == 0 && duration == UInt64(UInt32.max)
  }

  /// Returns the lowest version whose fields are wide enough for these durations and dates. A
  /// duration of 2^32 - 1 ticks needs version 1, because 32 bits of ones mean that the duration is
  /// not known.
  package static func lowest(durations: UInt64..., dates: MacDate...) -> UInt8 {
    let fits =
      durations.allSatisfy { $0 < UInt64(UInt32.max) }
      && dates.allSatisfy { $0.rawValue <= UInt64(UInt32.max) }
    return fits ? 0 : 1
  }
}

/// A header with one duration.
package protocol DurationHeader {
  var version: UInt8 { get set }
  /// In ticks, or all ones if it is not known.
  var duration: UInt64 { get set }
}

extension DurationHeader {
  /// Whether the header says that the duration is not known.
  package var isDurationUnknown: Bool {
    HeaderVersion.isUnknown(duration: duration, version: version)
  }

  /// Changes the duration, and the version if its field is too narrow.
  package mutating func setDuration(_ ticks: UInt64) {
    duration = ticks
    version = max(version, HeaderVersion.lowest(durations: ticks))
  }
}

extension MovieHeader: DurationHeader {}
extension TrackHeader: DurationHeader {}
extension MediaHeader: DurationHeader {}
extension MovieExtendsHeader: DurationHeader {
  package var duration: UInt64 {
    get { fragmentDuration }
    set { fragmentDuration = newValue }
  }
}
