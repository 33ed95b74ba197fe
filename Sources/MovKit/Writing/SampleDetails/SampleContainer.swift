/// An atom that describes some of a track's samples: the track's `stbl`, or a `traf`.
struct SampleContainer {
  var atom: Atom
  var sampleCount: Int
  /// The number of samples in each run that is contiguous in the file: in each chunk, or in each
  /// `trun`.
  var units: Units
  /// The file offset, in bytes, that offsets are relative to.
  var base: UInt64

  /// Numbers of samples. There can be a chunk in every four bytes, so they are counted when they are
  /// asked for.
  enum Units: Sequence {
    /// Of the chunks of the table of `moov`.
    case chunks(SampleTable)
    case counts([Int])

    func makeIterator() -> AnyIterator<Int> {
      switch self {
      case .chunks(let table):
        var chunks = table.sampleChunks.makeIterator()
        return AnyIterator {
          guard let chunk = chunks.next(), chunk.samples.lowerBound < table.movieCount else {
            return nil
          }
          return chunk.samples.count
        }
      case .counts(let counts): return AnyIterator(counts.makeIterator())
      }
    }
  }

  /// Returns the containers of a track in the order of its samples: the `stbl`, then those of every
  /// fragment.
  static func all(
    of track: Track, in fragments: TrackFragments, _ table: SampleTable
  ) throws(FormatError) -> [SampleContainer] {
    var found: [SampleContainer] = []
    if let stbl = track.atom.descendant("mdia", "minf", "stbl") {
      found.append(
        SampleContainer(
          atom: stbl, sampleCount: table.movieCount, units: .chunks(table), base: 0))
    }
    for part in fragments[track.id] {
      if let count = part.plainCount {
        found.append(
          SampleContainer(atom: part.traf, sampleCount: count, units: .counts([]), base: part.base))
        continue
      }
      var units: [Int] = []
      for trun in part.traf.all("trun") {
        units.append(try trun.decode(TrackFragmentRun.self).samples.count)
      }
      found.append(
        SampleContainer(
          atom: part.traf, sampleCount: units.reduce(0, +), units: .counts(units), base: part.base))
    }
    return found
  }
}

/// The `traf` of each track, which are looked for in all fragments once.
struct TrackFragments {
  struct Part {
    var traf: Atom
    /// The file offset, in bytes, that offsets are relative to.
    var base: UInt64
    /// The number of samples in it and in those after it, if none says anything of them besides
    /// places, sizes and times. The atom is then empty: there can be a hundred thousand.
    var plainCount: Int?
  }

  private var parts: [UInt32: [Part]] = [:]

  /// Those of a movie without fragments.
  init() {}

  /// Throws if a fragment cannot be read from the file.
  init(_ movie: Movie) throws(FormatError) {
    // A fragment whose header is cut off was never finished.
    for atom in movie.file.atoms where atom.isWholeFragment {
      let moof = try movie.file.fragment(atom).fragment
      for traf in moof?.children ?? [] where traf.type == "traf" {
        guard let head = try? traf.first("tfhd")?.decode(TrackFragmentHeader.self) else { continue }
        let hasBase = head.flags & TrackFragmentHeader.hasBaseDataOffset != 0
        add(traf, base: hasBase ? head.baseDataOffset : atom.offset ?? 0, of: head.trackID)
      }
    }
  }

  private mutating func add(_ traf: Atom, base: UInt64, of trackID: UInt32) {
    guard let count = traf.plainSampleCount else {
      return parts[trackID, default: []].append(Part(traf: traf, base: base))
    }
    let index = (parts[trackID]?.count ?? 0) - 1
    if index >= 0, let before = parts[trackID]?[index].plainCount {
      let (sum, overflow) = before.addingReportingOverflow(count)
      if !overflow {
        parts[trackID]?[index].plainCount = sum
        return
      }
    }
    parts[trackID, default: []].append(
      Part(traf: Atom("traf", children: []), base: base, plainCount: count))
  }

  /// Those of a track, in the order of the file.
  subscript(trackID: UInt32) -> [Part] { parts[trackID] ?? [] }
}

extension Atom {
  /// For a `traf`: the number of its samples if nothing in it says anything of them besides places,
  /// sizes and times; else, or if they cannot be counted, nil.
  fileprivate var plainSampleCount: Int? {
    var count = 0
    for child in children {
      switch child.type {
      case "tfhd", "tfdt", "free": continue
      case "trun":
        guard let run = try? child.decode(TrackFragmentRun.self) else { return nil }
        let (sum, overflow) = count.addingReportingOverflow(run.samples.count)
        if overflow { return nil }
        count = sum
      default: return nil
      }
    }
    return count
  }
}
