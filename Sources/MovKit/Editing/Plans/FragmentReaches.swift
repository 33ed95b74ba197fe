/// The fragments whose offsets all count from the start of their own `moof`, and how far they reach. One
/// that is copied together with all that it reaches stays as it is, so it need not be read again.
struct FragmentReaches {
  /// The starts of the fragments, in the order of the file, and the ends of what they reach. A file can have
  /// one in every few bytes.
  private var starts: [UInt64] = []
  private var ends: [UInt64] = []

  /// None is known.
  static let unknown = FragmentReaches()

  /// Adds a fragment, unless it is before the last one.
  mutating func append(_ reach: FragmentReach) {
    guard starts.last.map({ $0 < reach.fragment.lowerBound }) ?? true else { return }
    starts.append(reach.fragment.lowerBound)
    ends.append(reach.end)
  }

  /// Returns where a `moof` and all that it reaches is in the file; nil if that is not known.
  func range(of moof: Atom) -> Range<UInt64>? {
    guard moof.type == "moof", let start = moof.offset else { return nil }
    let index = starts.partitioningIndex { $0 >= start }
    return index < starts.count && starts[index] == start ? start..<ends[index] : nil
  }
}

/// What the offsets of one fragment reach, while they are visited.
struct FragmentReach {
  /// The range of the `moof`.
  let fragment: Range<UInt64>
  /// The end of what its offsets point at.
  private(set) var end: UInt64
  private var hasOffsets = false
  private var isRelative = true

  /// nil for an atom that is no fragment.
  init?(_ moof: Atom) {
    // The places of a fragment at the start of the file do not say what they count from.
    guard moof.type == "moof", let start = moof.offset, start > 0 else { return nil }
    fragment = start..<start + moof.size
    end = fragment.upperBound
  }

  /// Whether it has offsets, and is copied as it is if it is copied together with what they point at.
  var isKnown: Bool { hasOffsets && isRelative }

  /// Takes an atom that has offsets.
  mutating func add(_ site: OffsetSite) {
    hasOffsets = true
    let isOfTrack = ["tfhd", "trun", "saio"].contains(site.atom.type)
    isRelative =
      isRelative && isOfTrack && site.scope.surroundings.traf != nil
      && !site.scope.isFragmentElsewhere && !site.scope.continuesOtherFile
  }

  /// Takes what an offset of this atom points at.
  mutating func add(_ target: OffsetTarget, of site: OffsetSite) {
    guard target.role == .data, site.scope.fragmentBase?.old == fragment.lowerBound,
      target.place >= fragment.lowerBound, target.place < .max
    else {
      isRelative = false
      return
    }
    if site.atom.type == "trun" {
      end = max(end, target.place + 1)
    } else {
      // The bytes of what is not media are compared, which those of the fragment are as a whole.
      let (sum, overflow) = target.place.addingReportingOverflow(target.length ?? 1)
      if overflow || sum > fragment.upperBound { isRelative = false }
    }
  }

  /// Takes an atom whose offsets cannot be read.
  mutating func addUnreadable() { isRelative = false }
}
