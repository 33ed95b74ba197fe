@testable import MovKit

/// A movie in fragments by hand: video whose pictures are not shown in the order in which they are
/// decoded, a sync sample ahead of each fragment, and a second track whose samples do not begin with
/// the fragments. 2400 ticks a second, 1000 to a fragment.
struct SegmentedMovie {
  enum Index: CaseIterable {
    case none
    /// One `sidx` ahead of all, of version 0 or 1; the other behind a gap.
    case global0, global1
    /// One for each track.
    case perTrack
    /// A `styp` and a `sidx` ahead of each fragment.
    case perSegment
    /// One that refers to others, which stand ahead of ten fragments each, or all in front.
    case tree, treeInFront
    /// Ten fragments and the next index.
    case chain
    case mfra0, mfra1
    /// An index of the second track alone.
    case mfraOfTrack2
  }

  var index = Index.none
  var count = 200
  /// Pictures shown ahead of a fragment's sync sample follow it.
  var hasOpenGroups = false
  var hasTimes = true
  /// Bytes of an `edts`.
  var edits: [UInt8]?
  /// Added to every time that the index tells, in ticks.
  var error: Int64 = 0
  /// Added to every size or place that the index tells.
  var shift: Int64 = 0
  /// Bytes behind the samples in each `mdat`, so that a read of a fragment is not one of others too.
  var padding = 5000

  /// Decode order, and when each is shown, in ticks from the fragment's start.
  var shown: [Int] {
    hasOpenGroups
      ? [300, 100, 200, 600, 400, 500, 900, 700, 800, 1000]
      : [100, 400, 200, 300, 700, 500, 600, 1000, 800, 900]
  }

  private var opening: [UInt8] {
    var movie = MovieBytes()
    movie.videoDurations = []
    movie.timecodes = []
    movie.timecodeIDs = []
    movie.videoEdits = edits
    movie.more = atom(
      "mvex",
      atom("trex", u32(0), u32(1), u32(1), u32(100), u32(7), u32(0x10000)),
      atom("trex", u32(0), u32(2), u32(1), u32(150), u32(4), u32(0)))
    return movie.bytes
  }

  /// Samples of 150 ticks that begin in the thousand ticks of a fragment.
  private func secondSamples(_ number: Int) -> Range<Int> {
    (number * 1000 + 149) / 150..<((number + 1) * 1000 + 149) / 150
  }

  private func fragment(_ number: Int) -> [UInt8] {
    let second = secondSamples(number)
    func tfdt(_ time: Int) -> [UInt8] {
      hasTimes ? atom("tfdt", u32(1 << 24), u64(UInt64(time))) : []
    }
    func moof(_ size: UInt32) -> [UInt8] {
      let rows = shown.enumerated().map { u32(UInt32(bitPattern: Int32($1 - $0 * 100))) }
      let video = atom(
        "traf", atom("tfhd", u32(0x20000), u32(1)), tfdt(number * 1000),
        atom(
          "trun", u32(0x0100_0805), u32(10), u32(size + 8), u32(0x200_0000), rows.flatMap { $0 }))
      let other = atom(
        "traf", atom("tfhd", u32(0x20000), u32(2)), tfdt(second.lowerBound * 150),
        atom("trun", u32(1), u32(UInt32(second.count)), u32(size + 8 + 70)))
      return atom("moof", atom("mfhd", u32(0), u32(UInt32(number + 1))), video, other)
    }
    let media = (0..<10).flatMap { picture in [UInt8](repeating: UInt8(picture), count: 7) }
    return moof(UInt32(moof(0).count))
      + atom(
        "mdat", media, second.flatMap { u32(UInt32($0)) },
        [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: padding))
  }

  /// `parts` are kinds (1: another index), sizes and durations.
  private func sidx(
    _ version: UInt32 = 1, of track: UInt32 = 1, at time: Int, firstOffset: Int = 0,
    _ parts: [(kind: UInt32, size: Int, duration: Int)]
  ) -> [UInt8] {
    let start = UInt64(max(0, Int64(time) + error))
    let offset = UInt64(firstOffset)
    return atom(
      "sidx", u32(version << 24), u32(track), u32(2400),
      version == 1 ? u64(start) + u64(offset) : u32(UInt32(start)) + u32(UInt32(offset)), u16(0),
      u16(UInt16(parts.count)),
      parts.flatMap {
        u32($0.kind << 31 | UInt32(Int64($0.size) + shift)) + u32(UInt32($0.duration))
          + u32(0x9000_0000)
      })
  }

  private func mfra(_ version: UInt32, _ tracks: [UInt32], _ places: [Int]) -> [UInt8] {
    let tables = tracks.flatMap { track in
      let rows = places.enumerated().flatMap { (number, place) -> [UInt8] in
        let time = track == 1 ? number * 1000 + shown[0] : secondSamples(number).lowerBound * 150
        let (moved, at) = (UInt64(Int64(time) + error), UInt64(Int64(place) + shift))
        return (version == 1 ? u64(moved) + u64(at) : u32(UInt32(moved)) + u32(UInt32(at)))
          + [1, 1, 1]
      }
      return atom("tfra", u32(version << 24), u32(track), u32(0), u32(UInt32(places.count)), rows)
    }
    return atom("mfra", tables, atom("mfro", u32(0), u32(UInt32(tables.count + 24))))
  }

  /// The file, and where each `moof` stands in it.
  func make() -> (bytes: [UInt8], moofs: [Range<UInt64>]) {
    let fragments = (0..<count).map { fragment($0) }
    var file = opening
    var places: [Int] = []
    func place(_ numbers: Range<Int>) {
      for number in numbers {
        places.append(file.count)
        file += fragments[number]
      }
    }
    func parts(_ numbers: Range<Int>) -> [(kind: UInt32, size: Int, duration: Int)] {
      numbers.map { (0, fragments[$0].count, 1000) }
    }
    func size(_ numbers: Range<Int>) -> Int { fragments[numbers].reduce(0) { $0 + $1.count } }
    let groups = stride(from: 0, to: count, by: 10).map { $0..<min($0 + 10, count) }
    let groupIndexSize = { (numbers: Range<Int>) in 40 + 12 * numbers.count }
    switch index {
    case .none, .mfra0, .mfra1, .mfraOfTrack2: place(0..<count)
    case .global0:
      file += sidx(0, at: 0, firstOffset: 100, parts(0..<count)) + atom("free", zeros(92))
      place(0..<count)
    case .global1:
      file += sidx(at: 0, parts(0..<count))
      place(0..<count)
    case .perTrack:
      let behind = sidx(of: 2, at: 0, parts(0..<count))
      file += sidx(at: 0, firstOffset: behind.count, parts(0..<count)) + behind
      place(0..<count)
    case .perSegment:
      for number in 0..<count {
        file +=
          atom("styp", ascii("msdh"), u32(0)) + sidx(at: number * 1000, parts(number..<number + 1))
        place(number..<number + 1)
      }
    case .tree:
      file += sidx(
        at: 0, groups.map { (1, groupIndexSize($0) + size($0), 1000 * $0.count) })
      for group in groups {
        file += sidx(at: group.lowerBound * 1000, parts(group))
        place(group)
      }
    case .treeInFront:
      file += sidx(at: 0, groups.map { (1, groupIndexSize($0), 1000 * $0.count) })
      for (number, group) in groups.enumerated() {
        let indexes = groups[(number + 1)...].reduce(0) { $0 + groupIndexSize($1) }
        let media = size(0..<group.lowerBound)
        file += sidx(at: group.lowerBound * 1000, firstOffset: indexes + media, parts(group))
      }
      place(0..<count)
    case .chain:
      for (number, group) in groups.enumerated() {
        var rows = parts(group)
        if number + 1 < groups.count {
          let rest = group.upperBound..<count
          let indexes = groups[(number + 1)...].reduce(0) {
            $0 + groupIndexSize($1) + ($1.upperBound < count ? 12 : 0)
          }
          rows.append((1, indexes + size(rest), 1000 * rest.count))
        }
        file += sidx(at: group.lowerBound * 1000, rows)
        place(group)
      }
    }
    switch index {
    case .mfra0: file += mfra(0, [1, 2], places)
    case .mfra1: file += mfra(1, [1, 2], places)
    case .mfraOfTrack2: file += mfra(1, [2], places)
    default: break
    }
    let moofs = places.map { place in
      let size = file[place..<place + 4].reduce(0) { $0 << 8 | UInt64($1) }
      return UInt64(place)..<UInt64(place) + size
    }
    return (file, moofs)
  }
}
