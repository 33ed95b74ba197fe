/// Collects the sources of timecode of a movie. Each kind of source adds its own by an extension.
struct TimecodeSourceFinder {
  let movie: Movie
  let options: TimecodeSources.Options
  /// How long a frame of the first video lasts; nil if it is not known.
  let frameDuration: MediaTime?
  var found: [TimecodeSource] = []
  var diagnostics: [Diagnostic] = []
  /// Whether Sony's XML says that labels are dropped; nil if there is no such XML.
  var sonyDropFrame: Bool?

  /// The number of bytes of an atom or a chunk that are read, at most. Packets of XMP have up to a few
  /// hundred thousand.
  static let mostBytes = 1 << 24

  init(_ movie: Movie, _ options: TimecodeSources.Options) {
    self.movie = movie
    self.options = options
    frameDuration =
      options.frameDuration ?? movie.tracks(.video).lazy.compactMap(\.exactFrame).first
  }

  /// Reports a part that cannot be read.
  mutating func note(_ problem: FormatError, path: String) {
    diagnostics.append(
      Diagnostic(
        "timecode-source-unreadable", .warning,
        "the timecode here cannot be read: \(problem.reason)", path: path, at: problem.offset))
  }

  /// What user data and metadata belong to: the movie, and each of its tracks.
  var owners: [(path: String, atom: Atom, trackID: UInt32?)] {
    [("moov", movie.atom, nil)] + movie.tracks.map { ($0.path, $0.atom, $0.id) }
  }

  /// Returns the entries of some types in the user data of the movie and its tracks.
  func userData(
    _ isWanted: (FourCC) -> Bool
  ) -> [(path: String, atom: Atom, trackID: UInt32?)] {
    var found: [(path: String, atom: Atom, trackID: UInt32?)] = []
    for owner in owners {
      for udta in owner.atom.all("udta") where udta.children.contains(where: { isWanted($0.type) })
      {
        for (component, atom) in zip(udta.children.pathComponents(), udta.children)
        where isWanted(atom.type) {
          found.append(("\(owner.path)/udta/\(component)", atom, owner.trackID))
        }
      }
    }
    return found
  }

  /// Returns the content of an atom without children, also if it was not read yet; nil if it has
  /// children, or more bytes than are read.
  func content(of atom: Atom) throws(IOError) -> Bytes? {
    switch atom.content {
    case .bytes(let bytes): return bytes.count <= Self.mostBytes ? bytes : nil
    case .children: return nil
    case .extent(let range):
      let source = movie.source
      guard range.upperBound <= source.size,
        let count = Int(exactly: range.length), count <= Self.mostBytes
      else { return nil }
      return try source.read(exactly: count, at: range.lowerBound)[...]
    }
  }

  /// Returns the first bytes of a sample; nil if it is not in this file.
  func head(of sample: SampleBuffer, most: Int) throws(IOError) -> Bytes? {
    guard let count = try? sample.readableCount() else { return nil }
    return try movie.source.read(exactly: min(count, most), at: sample.sample.offset)[...]
  }

  /// Returns the first samples of a track in decode order; none if its tables are damaged, or its
  /// samples are encrypted.
  mutating func firstSamples(of track: Track, _ most: Int) -> [SampleBuffer] {
    guard track.protectionScheme == nil else { return [] }
    do throws(FormatError) { return Array(try track.samples().prefix(most)) } catch {
      note(error, path: track.path)
      return []
    }
  }
}

extension Track {
  /// How long a frame lasts, exactly; nil if there are fewer than two.
  var exactFrame: MediaTime? {
    guard let cadence = frameCadence else { return nil }
    if let duration = cadence.frameInUse { return duration }
    let (scale, overflow) = UInt64(cadence.timescale).multipliedReportingOverflow(
      by: cadence.frames)
    guard !overflow else { return nil }
    let common = greatestCommonDivisor(cadence.ticks, scale)
    guard common > 0, let value = Int64(exactly: cadence.ticks / common),
      let timescale = Int32(exactly: scale / common)
    else {
      // The mean of very many uneven frames.
      guard
        let mean = MediaTime(ticks: cadence.ticks / cadence.frames, per: cadence.timescale)
      else { return nil }
      return TimecodeFormat.rateInUse(near: mean) ?? mean
    }
    let mean = MediaTime(value: value, timescale: timescale)
    return TimecodeFormat.rateInUse(near: mean) ?? mean
  }
}
