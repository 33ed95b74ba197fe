import TestSupport

@testable import MovKit

/// Sample tables as plain lists, the bytes that hold them, and what they mean: every sample on its
/// own, found by counting.
struct ExpandedSamples {
  enum Sizes {
    case constant(UInt32, count: Int)
    case each([UInt32])
    /// In 4, 8 or 16 bits.
    case compact([UInt16], bits: UInt8)
  }

  var sizes = Sizes.each([])
  /// count, delta
  var durations: [(UInt32, UInt32)] = []
  /// count, offset
  var offsets: [(UInt32, Int32)]?
  var offsetsVersion: UInt8 = 0
  /// first chunk, samples in each, description from 1
  var runs: [(UInt32, UInt32, UInt32)] = []
  var chunks: [UInt64] = []
  var hasWideChunks = false
  var sync: [UInt32]?
  var descriptions: [FourCC] = ["jpeg"]

  // MARK: Bytes

  var stbl: Atom {
    var tables = [
      Atom(
        "stsd",
        .children(
          Atom.Children(
            preamble: (u32(0) + u32(UInt32(descriptions.count)))[...],
            atoms: descriptions.map { bytes($0, zeros(6) + u16(1)) }))),
      bytes("stts", u32(0), list(durations) { u32($0.0) + u32($0.1) }),
      bytes("stsc", u32(0), list(runs) { u32($0.0) + u32($0.1) + u32($0.2) }),
      hasWideChunks
        ? bytes("co64", u32(0), list(chunks) { u64($0) })
        : bytes("stco", u32(0), list(chunks) { u32(UInt32($0)) }),
    ]
    switch sizes {
    case .constant(let size, let count):
      tables.append(bytes("stsz", u32(0), u32(size), u32(UInt32(count))))
    case .each(let all): tables.append(bytes("stsz", u32(0), u32(0), list(all) { u32($0) }))
    case .compact(let all, let bits):
      tables.append(bytes("stz2", u32(0), zeros(3), u8(bits), packed(all, bits)))
    }
    if let offsets {
      tables.append(
        bytes(
          "ctts", u32(UInt32(offsetsVersion) << 24),
          list(offsets) { u32($0.0) + u32(UInt32(bitPattern: $0.1)) }))
    }
    if let sync { tables.append(bytes("stss", u32(0), list(sync) { u32($0) })) }
    return Atom("stbl", children: tables)
  }

  private func bytes(_ type: FourCC, _ parts: [UInt8]...) -> Atom {
    Atom(type, .bytes(parts.flatMap { $0 }[...]))
  }

  private func list<T>(_ rows: [T], _ row: (T) -> [UInt8]) -> [UInt8] {
    u32(UInt32(rows.count)) + rows.flatMap(row)
  }

  private func packed(_ sizes: [UInt16], _ bits: UInt8) -> [UInt8] {
    var result = u32(UInt32(sizes.count))
    switch bits {
    case 16: for size in sizes { result += u16(size) }
    case 8: for size in sizes { result.append(UInt8(size)) }
    default:
      for pair in stride(from: 0, to: sizes.count, by: 2) {
        let low = pair + 1 < sizes.count ? UInt8(sizes[pair + 1]) : 0
        result.append(UInt8(sizes[pair]) * 16 + low)
      }
    }
    return result
  }

  func table(fileSize: UInt64 = .max) throws -> SampleTable {
    try SampleTable(stbl, fileSize: fileSize)
  }

  // MARK: Meaning

  private var allSizes: [UInt64] {
    switch sizes {
    case .constant(let size, let count): [UInt64](repeating: UInt64(size), count: count)
    case .each(let all): all.map { UInt64($0) }
    case .compact(let all, _): all.map { UInt64($0) }
    }
  }

  var samples: [SampleTable.Sample] {
    let sizes = allSizes
    var deltas: [UInt32] = []
    for (count, delta) in durations { for _ in 0..<count { deltas.append(delta) } }
    var shifts: [Int32] = []
    for (count, offset) in offsets ?? [] { for _ in 0..<count { shifts.append(offset) } }
    var samples: [SampleTable.Sample] = []
    var time: Int64 = 0
    for (chunk, start) in chunks.enumerated() {
      var run: (UInt32, UInt32, UInt32)?
      for candidate in runs where candidate.0 <= chunk + 1 { run = candidate }
      guard let run else { continue }
      var offset = start
      for _ in 0..<run.1 where samples.count < sizes.count {
        let index = samples.count
        let duration = index < deltas.count ? UInt64(deltas[index]) : 0
        samples.append(
          SampleTable.Sample(
            index: index, offset: offset, size: sizes[index], decodeTime: time, duration: duration,
            compositionOffset: index < shifts.count ? shifts[index] : 0,
            descriptionIndex: Int(run.2) - 1,
            attachments: SampleAttachments(
              isSync: sync.map { $0.contains(UInt32(index + 1)) } ?? true)))
        offset += sizes[index]
        time += Int64(duration)
      }
    }
    return samples
  }

  // MARK: Chance

  init() {}

  /// Tables that agree with each other.
  init(random g: inout SplitMix64) {
    func below(_ limit: UInt32) -> UInt32 { UInt32(g.next() % UInt64(limit)) }
    descriptions = [FourCC](repeating: "jpeg", count: 1 + Int(below(3)))
    var first: UInt32 = 1
    var total: UInt32 = 0
    // More rows than one mark of an index spans.
    for _ in 0..<(g.once(in: 4) ? 1 + below(200) : 1 + below(5)) {
      let chunkCount = 1 + below(4)
      let perChunk = g.once(in: 8) ? 0 : 1 + below(g.once(in: 6) ? 90 : 6)
      runs.append((first, perChunk, 1 + below(UInt32(descriptions.count))))
      for _ in 0..<chunkCount { chunks.append(UInt64(below(1 << 30))) }
      first += chunkCount
      total += chunkCount * perChunk
    }
    hasWideChunks = g.once(in: 3)
    if hasWideChunks { for i in chunks.indices where i % 2 == 0 { chunks[i] += 1 << 40 } }
    let count = Int(total)
    switch below(5) {
    case 0: sizes = .constant(1 + below(1000), count: count)
    case 1: sizes = .compact((0..<count).map { _ in UInt16(below(16)) }, bits: 4)
    case 2: sizes = .compact((0..<count).map { _ in UInt16(below(256)) }, bits: 8)
    case 3: sizes = .compact((0..<count).map { _ in UInt16(below(65536)) }, bits: 16)
    default: sizes = .each((0..<count).map { _ in g.once(in: 9) ? 0 : below(1 << 20) })
    }
    durations = Self.runs(of: total, &g) { g in
      g.once(in: 7) ? 0 : UInt32(g.next() % 3000)
    }
    if g.once(in: 2) {
      offsetsVersion = g.once(in: 2) ? 1 : 0
      offsets = Self.runs(of: total, &g) { g in Int32(g.next() % 6000) - 2500 }
    }
    if g.once(in: 2) {
      sync = (0..<count).compactMap { g.once(in: 5) ? UInt32($0 + 1) : nil }
      if g.once(in: 3) { sync?.reverse() }
    }
  }

  /// Runs that cover `total` samples, some of them empty.
  private static func runs<V>(
    of total: UInt32, _ g: inout SplitMix64, _ value: (inout SplitMix64) -> V
  ) -> [(UInt32, V)] {
    var rows: [(UInt32, V)] = []
    var left = total
    let longest: UInt64 = g.once(in: 3) ? 2 : 40
    while left > 0 {
      let count = min(left, UInt32(g.next() % (longest + 1)))
      rows.append((count, value(&g)))
      left -= count
    }
    return rows
  }
}
