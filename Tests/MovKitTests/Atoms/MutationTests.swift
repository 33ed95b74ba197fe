import Foundation
import TestSupport
import Testing

@testable import MovKit

/// Files damaged at random: they are refused or read, shown, and written again to the same bytes.
@Suite struct MutationTests {
  /// What is damaged: a few real files where there are any, and always one made here.
  private static func originals() throws -> [[UInt8]] {
    let track = atom(
      "trak", atom("mdia", handler("vide"), atom("minf", atom("stbl", atom("stts", zeros(8))))))
    let made =
      fileType + atom("wide") + atom("mdat", zeros(40))
      + atom("moov", atom("mvhd", zeros(100)), track, track, atom("udta", zeros(4)))
    let small = try MediaFiles.all().filter {
      let size = try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      return (200..<100_000).contains(size)
    }
    #expect(small.count > 100)
    let step = max(1, small.count / 24)
    return [made]
      + (try stride(from: 0, to: small.count, by: step).map {
        try MediaFiles.bytes(of: small[$0])
      })
  }

  @Test func damagedFiles() throws {
    let originals = try Self.originals().map { (bytes: $0, heads: Self.headOffsets($0)) }
    let start = ContinuousClock.now
    var count = 0
    // The number is what is wanted; the time is for slow machines.
    while count < 3000, ContinuousClock.now - start < .seconds(10) {
      var random = Seed.generator("mutation", count)
      let original = originals[count % originals.count]
      let bytes = Self.damaged(original.bytes, heads: original.heads, &random)
      if let problem = Self.problem(of: bytes) {
        Issue.record("\(problem): \(Seed.note("mutation", count))")
      }
      count += 1
    }
    print("\(count) damaged files of \(originals.count)")
    #expect(count > 100)
  }

  static func damaged(_ original: [UInt8], heads: [Int], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = original
    func place(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }
    for _ in 0..<(1 + place(4)) {
      guard bytes.count >= 8 else { break }
      switch place(8) {
      case 0: bytes.removeLast(place(bytes.count))
      case 1, 2:
        // The size in the head of an atom.
        guard let head = heads.isEmpty ? nil : heads[place(heads.count)], head + 8 <= bytes.count
        else { continue }
        let size = [0, 1, 2, 7, 8, 9, 16, 0x7FFF_FFFF, 0xFFFF_FFFF, UInt32(place(5000))][place(10)]
        bytes.replaceSubrange(head..<head + 4, with: u32(size))
      case 3, 4:
        // A count or version behind the head of an atom.
        guard let head = heads.isEmpty ? nil : heads[place(heads.count)], head + 24 <= bytes.count
        else { continue }
        let index = head + 8 + place(16)
        bytes[index] = [0, 1, 2, 3, 0x7F, 0x80, 0xFF, 0xFF][place(8)]
      case 5:
        // Another type where one stood.
        guard let head = heads.isEmpty ? nil : heads[place(heads.count)], head + 8 <= bytes.count
        else { continue }
        let other = heads[place(heads.count)]
        guard other + 8 <= original.count else { continue }
        bytes.replaceSubrange(head + 4..<head + 8, with: original[other + 4..<other + 8])
      case 6:
        let from = place(bytes.count)
        bytes.removeSubrange(from..<min(bytes.count, from + 1 + place(16)))
      default:
        for _ in 0..<8 { bytes[place(bytes.count)] = UInt8(truncatingIfNeeded: random.next()) }
      }
    }
    return bytes
  }

  /// Where something like an atom begins: a plausible size, then four letters.
  private static func headOffsets(_ bytes: [UInt8]) -> [Int] {
    guard bytes.count >= 8 else { return [] }
    return (0..<min(bytes.count - 8, 60_000)).filter { index in
      bytes[index] == 0 && bytes[index + 1] < 2
        && bytes[index + 4..<index + 8].allSatisfy { (0x61...0x7A).contains($0) || $0 == 0xA9 }
    }
  }

  static func problem(of bytes: [UInt8]) -> String? {
    let source = MemorySource(bytes)
    let file: AtomFile
    do { file = try AtomFile(from: source) } catch {
      if case .io(let error) = error { return "it was read where it has nothing: \(error)" }
      return nil
    }
    guard let plan = try? file.writePlan(), let again = try? plan.render(from: source) else {
      return "read, but not written again"
    }
    guard Data(again) == Data(bytes) else { return "not the same bytes" }
    for placed in PlacedAtom.all(file.atoms) {
      guard let rule = placed.rule,
        case .broken(let what) = placed.atom.outcome(decodedAs: rule.record)
      else { continue }
      return "\(placed.path): \(what)"
    }
    return nil
  }
}
