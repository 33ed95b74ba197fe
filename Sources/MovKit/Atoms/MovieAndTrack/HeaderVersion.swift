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
