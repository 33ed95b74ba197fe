/// `stsz` or `stz2`: how many bytes samples take.
struct SampleSizeTable: Sendable {
  /// Without the tables themselves: a case that held them would have them retained at each look.
  private enum Sizes: Sendable {
    case constant(UInt64)
    /// Compressed sound of QuickTime, whose "samples" are moments of sound: so many of them make a
    /// packet of so many bytes.
    case packets(samples: UInt64, bytes: UInt64)
    case each
    case compact
  }

  private let sizes: Sizes
  private var rows = Table<UInt32>()
  private var compactRows = Table<CompactSampleSizes.Row>(layout: 16)
  private var index = RunIndex()
  let count: Int

  /// `report` hears of a table that is cut short.
  init(_ stbl: Atom, report: (Diagnostic) -> Void) throws(FormatError) {
    if let stsz = try stbl.first("stsz")?.decode(SampleSizes.self, readingCutTables: report) {
      if stsz.sampleSize != 0 {
        count = Int(stsz.sampleCount)
        sizes = Self.soundSizes(stbl, stsz.sampleSize) ?? .constant(UInt64(stsz.sampleSize))
      } else {
        rows = stsz.sizes
        count = rows.count
        sizes = .each
        index = RunIndex(steps: rows)
      }
    } else if let stz2 = try stbl.first("stz2")?
      .decode(CompactSampleSizes.self, readingCutTables: report)
    {
      compactRows = stz2.sizes
      count = compactRows.count
      sizes = .compact
      // 2^32 sizes of 16 bits fit.
      index = RunIndex(compactRows.lazy.map { (1, UInt64($0.size)) }) ?? RunIndex()
    } else {
      count = 0
      sizes = .constant(0)
    }
  }

  /// In QuickTime sound a constant size counts moments of sound: the sound description tells how
  /// many bytes each takes (QuickTime File Format, "Sample Size Atoms", "Sound Sample
  /// Descriptions"). nil where the size is plain bytes.
  private static func soundSizes(_ stbl: Atom, _ size: UInt32) -> Sizes? {
    guard let entry = stbl.first("stsd")?.entries.first,
      let sound = try? entry.decode(SoundDescription.self)
    else { return nil }
    if let packet = sound.constantPacket(of: entry.type),
      size == 1 || UInt64(size) == packet.bytes && samplesAreMoments(stbl)
    {
      return packet.samples > 1
        ? .packets(samples: packet.samples, bytes: packet.bytes) : .constant(packet.bytes)
    }
    guard size == 1, let frame = sound.uncompressedFrameSize(format: entry.type) else { return nil }
    return .constant(frame)
  }

  /// Whether samples last a tick each, and so are moments of sound; others can be packets.
  private static func samplesAreMoments(_ stbl: Atom) -> Bool {
    let times = try? stbl.first("stts")?.decode(TimeToSample.self)
    return times?.entries.first?.sampleDelta == 1
  }

  /// How many samples make a packet of how many bytes; nil where a sample has bytes of its own.
  var packet: (samples: UInt64, bytes: UInt64)? {
    guard case .packets(let samples, let bytes) = sizes else { return nil }
    return (samples, bytes)
  }

  /// Bytes of one sample. `first` is the first sample of its chunk.
  func size(of sample: Int, inChunkFrom first: Int) -> UInt64 {
    switch sizes {
    case .constant(let size): size
    case .packets(let samples, let bytes): UInt64(sample - first) % samples == 0 ? bytes : 0
    case .each: UInt64(rows[sample])
    case .compact: UInt64(compactRows[sample].size)
    }
  }

  /// How many samples make what can be taken as one, where all such are of one size; nil where
  /// each sample has a size of its own.
  var uniformSamples: UInt64? {
    switch sizes {
    case .constant: 1
    case .packets(let samples, _): samples
    case .each, .compact: nil
    }
  }

  /// Bytes of samples that follow each other from the first of a chunk.
  func bytes(of samples: Range<Int>) -> UInt64 {
    let count = UInt64(samples.count)
    switch sizes {
    case .constant(let size):
      let (product, overflow) = count.multipliedReportingOverflow(by: size)
      return overflow ? .max : product
    case .packets(let perPacket, let bytes):
      let (product, overflow) = ((count + perPacket - 1) / perPacket)
        .multipliedReportingOverflow(by: bytes)
      return overflow ? .max : product
    case .each: return sum(samples) { UInt64(rows[$0]) }
    case .compact: return sum(samples) { UInt64(compactRows[$0].size) }
    }
  }

  @inline(__always)
  private func sum(_ samples: Range<Int>, size: (Int) -> UInt64) -> UInt64 {
    // Few are added up faster than they are looked up.
    if samples.count <= 64 { return samples.reduce(0) { $0 &+ size($1) } }
    func before(_ sample: Int) -> UInt64 {
      index.place(ofItem: UInt64(sample), run: { (1, size($0)) })?.valueBefore ?? index.value
    }
    return before(samples.upperBound) - before(samples.lowerBound)
  }
}
