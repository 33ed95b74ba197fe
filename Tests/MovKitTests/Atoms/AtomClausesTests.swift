import Foundation
import TestSupport
import Testing

@testable import MovKit

/// The clauses that define atoms.
@Suite struct AtomClausesTests {
  private func clause(_ type: FourCC, in path: [FourCC]) -> String? {
    var context = AtomContext()
    for parent in path { context = context.entering(parent, firstByte: nil) }
    return Schema.standard.clause(of: Atom(type, .bytes([])), in: context)
  }

  @Test func known() {
    #expect(
      clause("tkhd", in: ["moov", "trak"])
        == "ISO/IEC 14496-12, 8.3.2; QuickTime File Format, “Track Header Atoms”")
    #expect(clause("trak", in: ["moov"]) == "ISO/IEC 14496-12, 8.3.1")
    #expect(clause("mdat", in: []) == "ISO/IEC 14496-12, 8.1.1")
    #expect(clause("zzzz", in: []) == nil)
  }

  /// The table is what the documentation of the records says.
  @Test func areThoseOfTheRecords() throws {
    guard OtherPrograms.has("python3") else { return }
    let root = MediaFiles.packageRoot
    let made = try OtherPrograms.output(
      "python3", [root.appending(path: "Docs/Clauses/generate.py").path])
    let table = try Data(
      contentsOf: root.appending(path: "Sources/MovKit/Atoms/Names/AtomClausesTable.swift"))
    #expect(made == table, "Docs/Clauses/generate.py makes another table")
  }
}
