/// The table `stsz` or `stz2`: the sizes of samples in bytes (ISO/IEC 14496-12, 8.7.3).
///
/// It is a class because a look-up in a structure retains each table that the structure has.
final class SampleSizeTable: Sendable {
  private enum Sizes: Sendable {
    case constant(UInt64)
    /// Compressed audio of QuickTime, whose "samples" are moments of audio: `samples` of them make
    /// a packet of `bytes` bytes.
    case packets(samples: UInt64, bytes: UInt64)
    case each
    case compact
  }

  private let sizes: Sizes
  private let rows: Table<UInt32>
  private let compactRows: Table<CompactSampleSizes.Row>
  private let index: RunIndex
  let count: Int

  /// Reads the table. `report` receives a table that is cut short.
  init(_ stbl: Atom, report: (Diagnostic) -> Void) throws(FormatError) {
    var rows = Table<UInt32>()
    var compactRows = Table<CompactSampleSizes.Row>(layout: 16)
    var index = RunIndex()
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
      index = RunIndex(compactRows, run: { (1, UInt64($0.size)) }) ?? RunIndex()
    } else {
      count = 0
      sizes = .constant(0)
    }
    self.rows = rows
    self.compactRows = compactRows
    self.index = index
  }

  /// Returns the sizes of QuickTime audio, whose constant size counts moments of audio: the sound
  /// description says how many bytes each takes (QuickTime File Format, "Sample Size Atoms", "Sound
  /// Sample Descriptions"). Nil if the size is plain bytes.
  private static func soundSizes(_ stbl: Atom, _ size: UInt32) -> Sizes? {
    // There can be very many tracks, of which most are no such audio.
    guard size == 1 || samplesAreMoments(stbl), let entry = stbl.first("stsd")?.entries.first,
      let sound = try? entry.decode(SoundDescription.self)
    else { return nil }
    if let packet = sound.constantPacket(of: entry.type), size == 1 || UInt64(size) == packet.bytes
    {
      return packet.samples > 1
        ? .packets(samples: packet.samples, bytes: packet.bytes) : .constant(packet.bytes)
    }
    guard size == 1, let frame = sound.uncompressedFrameSize(format: entry.type) else { return nil }
    return .constant(frame)
  }

  /// Whether samples last one tick each, and so are moments of audio. Others may be packets.
  private static func samplesAreMoments(_ stbl: Atom) -> Bool {
    let times = try? stbl.first("stts")?.decode(TimeToSample.self)
    return times?.entries.first?.sampleDelta == 1
  }

  /// How many samples make a packet, and of how many bytes; nil if each sample has its own bytes.
  var packet: (samples: UInt64, bytes: UInt64)? {
    guard case .packets(let samples, let bytes) = sizes else { return nil }
    return (samples, bytes)
  }

  /// Returns the size of a sample in bytes. `first` is the first sample of its chunk.
  func size(of sample: Int, inChunkFrom first: Int) -> UInt64 {
    switch sizes {
    case .constant(let size): size
    case .packets(let samples, let bytes): UInt64(sample - first) % samples == 0 ? bytes : 0
    case .each: UInt64(rows[sample])
    case .compact: UInt64(compactRows[sample].size)
    }
  }

  /// The number of samples that can be handled as one unit if all units have one size; nil if each
  /// sample has a size of its own.
  var uniformSamples: UInt64? {
    switch sizes {
    case .constant: 1
    case .packets(let samples, _): samples
    case .each, .compact: nil
    }
  }

  /// Returns the size, in bytes, of consecutive samples that begin with the first sample of a
  /// chunk.
  func bytes(of samples: Range<Int>) -> UInt64 {
    let count = UInt64(samples.count)
    switch sizes {
    case .constant(let size):
      return count.timesOrGreatest(size)
    case .packets(let perPacket, let bytes):
      return ((count + perPacket - 1) / perPacket).timesOrGreatest(bytes)
    case .each:
      // Adding up a few is faster than looking up.
      if samples.count <= RunIndex.spacing { return rows.sum(of: samples) }
      return sum(samples) { UInt64(rows[$0]) }
    case .compact: return sum(samples) { UInt64(compactRows[$0].size) }
    }
  }

  @inline(__always)
  private func sum(_ samples: Range<Int>, size: (Int) -> UInt64) -> UInt64 {
    func before(_ sample: Int) -> UInt64 {
      index.place(ofItem: UInt64(sample), run: { (1, size($0)) })?.valueBefore ?? index.value
    }
    return before(samples.upperBound) - before(samples.lowerBound)
  }
}
