import Foundation
import Testing

@testable import MovKit

/// Every real file that is at hand: what is read is written again to the same bytes, as a whole and
/// atom by atom.
@Suite struct CorpusRoundTripTests {
  struct Tally {
    var files = 0
    var parsed = 0
    var notMovies: [String: Int] = [:]
    var atoms = 0
    var decoded = 0
    var undeclared = 0
    var refused: [String: Int] = [:]
    var broken: [String] = []
    /// Of `TestMedia`: atoms that are not decoded and should be.
    var missed: Set<String> = []

    var report: String {
      func list(_ counts: [String: Int]) -> String {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
          .map { "  \($0.value) × \($0.key)" }.joined(separator: "\n")
      }
      return """
        \(files) files, \(parsed) read, \(files - parsed) not:
        \(list(notMovies))
        \(atoms) atoms, \(decoded) decoded, \(undeclared) not declared, \
        \(refused.values.reduce(0, +)) not decoded:
        \(list(refused))
        """
    }
  }

  @Test func everyFileComesBack() throws {
    var tally = Tally()
    for file in MediaFiles.enough(MediaFiles.all(), atLeast: 400) { try Self.check(file, &tally) }
    print(tally.report)
    #expect(tally.broken.isEmpty, "\(tally.broken.prefix(20).joined(separator: "\n"))")
    #expect(tally.missed.isEmpty, "\(tally.missed.sorted().joined(separator: "\n"))")
  }

  /// Atoms of `TestMedia` that are wrong on purpose, by folder, file and type.
  private static let damaged: Set<String> = [
    // Counts of more than there is.
    "hostile/constant-stsz-0.mov stsz", "hostile/count-co64.mov co64",
    "hostile/count-ctts.mov ctts", "hostile/count-elst.mov elst", "hostile/count-keys.mov keys",
    "hostile/count-senc-saiz.mp4 saio", "hostile/count-senc-saiz.mp4 saiz",
    "hostile/count-sgpd-empty.mov sgpd", "hostile/count-sgpd.mov sbgp",
    "hostile/count-sgpd.mov sgpd", "hostile/count-sidx.mp4 sidx", "hostile/count-stco.mov stco",
    "hostile/count-stps.mov stps", "hostile/count-stsc.mov stsc", "hostile/count-stss.mov stss",
    "hostile/count-stsz.mov stsz", "hostile/count-stts.mov stts", "hostile/count-stz2.mov stz2",
    "hostile/count-subs.mov subs", "hostile/count-tfra.mp4 tfra", "hostile/count-trun.mp4 trun",
    // Cut short.
    "headers/mvhd-shorter.mov mvhd", "headers/truncated-moov.mov stsz", "hostile/lengths.mov titl",
    "strings/itunes-odd.mp4 data", "timecode-handmade/reel-too-long.mov name",
    // A size of fields that the standard does not have.
    "tables/stz2-12.mp4 stz2",
  ]

  private static func check(_ url: URL, _ tally: inout Tally) throws {
    tally.files += 1
    let data = try Data(contentsOf: url)
    let source = MemorySource([UInt8](data))
    let file: AtomFile
    do { file = try AtomFile(from: source) } catch {
      if case .format(let error) = error {
        tally.notMovies["\(error.reason)", default: 0] += 1
      } else {
        tally.broken.append("\(url.path): \(error)")
      }
      return
    }
    tally.parsed += 1
    let plan = try file.writePlan()
    if try Data(plan.render(from: source)) != data {
      tally.broken.append("\(url.path): the file is not the same")
    }
    for placed in PlacedAtom.all(file.atoms) {
      tally.atoms += 1
      guard let rule = placed.rule else {
        tally.undeclared += 1
        continue
      }
      switch placed.atom.outcome(decodedAs: rule.record) {
      case .same: tally.decoded += 1
      case .refused(let reason):
        tally.refused["\(placed.atom.type): \(reason)", default: 0] += 1
        let name = "\(url.pathComponents.suffix(2).joined(separator: "/")) \(placed.atom.type)"
        if url.path.hasPrefix(MediaFiles.testMedia.path), !damaged.contains(name) {
          tally.missed.insert("\(name): \(reason)")
        }
      case .broken(let what): tally.broken.append("\(url.path): \(placed.path): \(what)")
      }
    }
  }
}
