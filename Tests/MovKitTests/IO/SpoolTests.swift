import TestSupport
import Testing

@testable import MovKit

@Suite struct SpoolTests {
  private func bytes(_ spooled: SpooledBytes) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for block in spooled.blocks { bytes += try block.bytes() }
    return bytes
  }

  /// What waits comes out as it went in, whatever goes before it, and takes no more memory than it
  /// may and no more of the file than what waited at any one time.
  @Test(arguments: 0..<3) func keepsWhatWaits(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let scratch = try Scratch()
    let spool = Spool(memory: 200_000, beside: scratch["out.mov"])
    var waiting: [(kept: SpooledBytes, bytes: [UInt8])] = []
    func add(_ size: Int, and more: Int) {
      let data = noise(size + more, seed: random.next())
      waiting.append((spool.keep(Array(data.prefix(size))), data))
      waiting[waiting.count - 1].kept.append(spool.keep(Array(data.suffix(more))))
    }
    for _ in 0..<80 {
      add(
        Int(random.next() % 600_000),
        and: random.once(in: 3) ? Int(random.next() % 90_000) : 0)
      #expect(waiting.last.map { $0.kept.count == $0.bytes.count } ?? false)
      // Small ones stay in memory.
      #expect(spool.sizes.memory <= 200_000 + 20 * 16384)
      #expect(spool.sizes.memory == waiting.reduce(0) { $0 + $1.kept.countInMemory })
      if waiting.count > Int(random.next() % 9) {
        let gone = waiting.remove(at: Int(random.next() % UInt64(waiting.count)))
        let isSame = try bytes(gone.kept) == gone.bytes
        #expect(isSame)
      }
    }
    // Of nine that wait each has at most four blocks of the file.
    #expect(spool.sizes.file > 0 && spool.sizes.file <= 10 * 4 << 18)
    waiting = []
    #expect(spool.sizes.memory == 0)
  }

  @Test func leavesFilesAloneWhileMemoryServes() throws {
    let scratch = try Scratch()
    let spool = Spool(memory: 1 << 20, beside: scratch["out.mov"])
    let kept = (0..<4).map { spool.keep(noise(1 << 18, seed: $0)) }
    #expect(try scratch.names == [])
    let last = spool.keep(noise(1 << 18, seed: 4))
    #expect(try scratch.names.count == 1)
    #expect(try (kept + [last]).map(bytes) == (0..<5).map { noise(1 << 18, seed: $0) })
  }

  /// Copies share what they have, until the last of them goes.
  @Test func copiesAreWorthTheSame() throws {
    let scratch = try Scratch()
    let spool = Spool(memory: 0, beside: scratch["out.mov"])
    var first = spool.keep(noise(100_000))
    let second = first
    first.append(spool.keep([1, 2, 3]))
    first = SpooledBytes()
    let other = spool.keep(noise(100_000, seed: 2))
    #expect(try bytes(second) == noise(100_000))
    #expect(try bytes(other) == noise(100_000, seed: 2))
    #expect(try bytes(first) == [])
  }

  @Test func withoutAFileMemoryHoldsAll() throws {
    let scratch = try Scratch()
    let spool = Spool(memory: 1000, beside: scratch["missing/out.mov"])
    let kept = (0..<3).map { spool.keep(noise(400_000, seed: $0)) }
    #expect(spool.sizes == (1_200_000, 0))
    #expect(try kept.map(bytes) == (0..<3).map { noise(400_000, seed: $0) })
  }
}
