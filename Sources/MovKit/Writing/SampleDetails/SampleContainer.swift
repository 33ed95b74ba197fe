/// An atom that describes some of a track's samples: the track's `stbl`, or a `traf`.
struct SampleContainer {
  /// The atom, or that of a container before if it says the same of its samples. If a `traf` says
  /// nothing of them besides places, sizes and times, an empty one.
  var atom: Atom
  /// The offset of the atom in the file.
  var offset: UInt64?
  var sampleCount: Int
  /// The number of samples in each run that is contiguous in the file: in each chunk, or in each
  /// `trun`.
  var units: Units
  /// The file offset, in bytes, that offsets are relative to; nil if it is the end of the samples of the `traf`
  /// before this one.
  var base: UInt64?

  /// More kinds of sample groups, auxiliary information or parts of samples than any real track has. They are limited
  /// because what is read grows with kinds and fragments.
  static let mostKinds = 32

  /// Numbers of samples. There can be a chunk in every four bytes, so they are counted when they are
  /// asked for.
  enum Units: Sequence, Sendable {
    /// Of the chunks of the table of `moov`.
    case chunks(SampleTable)
    case one(Int)
    case counts([Int])

    func makeIterator() -> Iterator {
      switch self {
      case .chunks(let table): Iterator(chunks: table.chunks, movieCount: table.movieCount)
      case .one(let count): Iterator(counts: [count])
      case .counts(let counts): Iterator(counts: counts[...])
      }
    }

    /// Goes through the numbers.
    struct Iterator: IteratorProtocol, Sendable {
      fileprivate var chunks: ChunkWalk?
      fileprivate var movieCount = 0
      fileprivate var counts: ArraySlice<Int> = []

      mutating func next() -> Int? {
        guard let chunk = chunks?.next() else { return counts.popFirst() }
        return chunk.samples.lowerBound < movieCount ? chunk.samples.count : nil
      }
    }
  }

  /// Whether this says the same of its samples as another one. False says nothing.
  func isSame(as other: SampleContainer) -> Bool { atom.isSame(as: other.atom) }

  /// Returns the containers of a track in the order of its samples: the `stbl`, then those of every
  /// fragment.
  static func all(
    of track: Track, in fragments: FragmentContainers, _ table: SampleTable
  ) throws(FormatError) -> [SampleContainer] {
    var found: [SampleContainer] = []
    if let stbl = track.atom.descendant("mdia", "minf", "stbl") {
      found.append(
        SampleContainer(
          atom: stbl, offset: stbl.offset, sampleCount: table.movieCount, units: .chunks(table),
          base: 0))
    }
    return found + (try fragments.containers(of: track.id))
  }
}
