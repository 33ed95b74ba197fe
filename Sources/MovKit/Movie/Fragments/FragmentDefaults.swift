/// The defaults for samples of a track fragment that have no values of their own: those of `trex`,
/// and those that `tfhd` has instead (ISO/IEC 14496-12, 8.8.3 and 8.8.7).
struct FragmentDefaults: Equatable, Sendable {
  /// The number of the sample description, from 1.
  var description: UInt32 = 1
  var duration: UInt32 = 0
  var size: UInt32 = 0
  var flags = SampleFlags(rawValue: 0)

  init() {}

  init(_ record: TrackExtends) {
    description = record.defaultSampleDescriptionIndex
    duration = record.defaultSampleDuration
    size = record.defaultSampleSize
    flags = record.defaultSampleFlags
  }

  /// Returns those of the tracks of a `moov`, by track ID. Of several `trex` of one track, the first counts.
  static func byTrack(in moov: Atom) -> [UInt32: FragmentDefaults] {
    guard let mvex = moov.first("mvex") else { return [:] }
    var defaults: [UInt32: FragmentDefaults] = [:]
    // Dictionaries that grow by themselves would take up to three times as much.
    defaults.reserveCapacity(mvex.count(of: ["trex"]))
    for trex in mvex.all("trex") {
      guard let record = try? trex.decode(TrackExtends.self), defaults[record.trackID] == nil
      else { continue }
      defaults[record.trackID] = FragmentDefaults(record)
    }
    return defaults
  }

  /// Returns the defaults with those that a track fragment header replaces.
  func replaced(by head: TrackFragmentHeader) -> FragmentDefaults {
    var defaults = self
    if head.flags & TrackFragmentHeader.hasSampleDescriptionIndex != 0 {
      defaults.description = head.sampleDescriptionIndex
    }
    if head.flags & TrackFragmentHeader.hasDefaultSampleDuration != 0 {
      defaults.duration = head.defaultSampleDuration
    }
    if head.flags & TrackFragmentHeader.hasDefaultSampleSize != 0 {
      defaults.size = head.defaultSampleSize
    }
    if head.flags & TrackFragmentHeader.hasDefaultSampleFlags != 0 {
      defaults.flags = head.defaultSampleFlags
    }
    return defaults
  }
}
