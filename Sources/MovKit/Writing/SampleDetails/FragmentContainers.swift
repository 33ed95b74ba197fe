/// The `traf` of each track, which are looked for in all fragments once.
struct FragmentContainers {
  private var containers: [UInt32: [SampleContainer]] = [:]
  /// The last of each track that differ in what they say of their samples.
  private var known: [UInt32: Recents<(atom: Atom, details: [Atom])>] = [:]
  /// Why the runs of a track cannot be read.
  private var failures: [UInt32: FormatError] = [:]

  /// Those of a movie without fragments.
  init() {}

  /// Throws if a fragment cannot be read from the file.
  init(_ movie: Movie) throws(FormatError) {
    // A fragment whose header is cut off was never finished.
    for atom in movie.file.atoms where atom.isWholeFragment {
      let moof = try movie.file.fragment(atom).fragment
      for (_, traf, head, base) in moof?.trackFragments ?? [] {
        let base: UInt64? =
          switch base {
          case .given(let place): place
          case .fragment: atom.offset ?? 0
          case .endOfPrevious: nil
          }
        do throws(FormatError) { try add(traf, base: base, of: head.trackID) } catch {
          if failures[head.trackID] == nil { failures[head.trackID] = error }
        }
      }
    }
  }

  /// Throws if the runs cannot be read.
  private mutating func add(
    _ traf: Atom, base: UInt64?, of trackID: UInt32
  ) throws(FormatError) {
    let counts = try traf.all("trun").map { (trun) throws(FormatError) in
      try trun.decode(TrackFragmentRun.self).samples.count
    }
    var new = SampleContainer(
      atom: traf, offset: traf.offset, sampleCount: try Self.sum(counts),
      units: counts.count == 1 ? .one(counts[0]) : .counts(counts), base: base)
    if traf.saysNothingOfSamples {
      new.atom = Atom("traf", children: [])
      new.units = .counts([])
    }
    // There can be a hundred thousand fragments, of which most say the same as one of the few before.
    if new.atom.children.isEmpty {
      if let last = containers[trackID]?.last, last.atom.children.isEmpty {
        new.sampleCount = try Self.sum([last.sampleCount, new.sampleCount])
        containers[trackID]?.removeLast()
      }
    } else if let details = traf.detailsApartFromPlaces {
      if let same = known[trackID]?.first(where: { details.areSame(as: $0.details) }) {
        new.atom = same.atom
      } else {
        known[trackID, default: .init()].add((traf, details))
      }
    }
    containers[trackID, default: []].append(new)
  }

  private static func sum(_ counts: [Int]) throws(FormatError) -> Int {
    var sum = 0
    for count in counts {
      let (next, overflow) = sum.addingReportingOverflow(count)
      if overflow { throw FormatError(.tooLarge("too many samples to count"), path: "traf") }
      sum = next
    }
    return sum
  }

  /// The `traf` of a track, in the order of the file. What stands for several is an empty one.
  ///
  /// Throws if the runs of one of them cannot be read.
  func containers(of trackID: UInt32) throws(FormatError) -> [SampleContainer] {
    if let failure = failures[trackID] { throw failure }
    return containers[trackID] ?? []
  }
}

extension Atom {
  /// For a `traf`: whether nothing in it says anything of its samples besides places, sizes and times.
  fileprivate var saysNothingOfSamples: Bool {
    children.allSatisfy { ["tfhd", "tfdt", "trun"].contains($0.type) || $0.type.isFreeSpace }
  }

  /// For a `traf`: the atoms that say something of its samples besides places, sizes and times; nil if it
  /// has encryption information, whose place in the file matters.
  fileprivate var detailsApartFromPlaces: [Atom]? {
    guard first("senc") == nil, first("uuid") == nil else { return nil }
    return children(of: ["sbgp", "csgp", "sgpd", "saiz", "saio", "subs"])
  }
}
