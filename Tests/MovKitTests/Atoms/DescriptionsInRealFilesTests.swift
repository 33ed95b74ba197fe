import Foundation
import Testing

@testable import MovKit

/// Sample descriptions, user data and metadata of real files, where such files are at hand: what
/// decodes is written back as it was, and what does not is listed.
@Suite struct DescriptionsInRealFilesTests {
  private static let schema = Schema(
    [.parent("moov"), .parent("trak"), .parent("mdia"), .leaf("hdlr", HandlerReference.self)]
      + [.parent("minf"), .parent("stbl"), .leaf("free", OpaqueData.self)]
      + Schema.sampleDescriptionRules + Schema.userDataRules + Schema.metadataRules)

  @Test func decodedAtomsAreWrittenBackAsTheyWere() throws {
    var decoded: [FourCC: Int] = [:]
    var refused: [String] = []
    var files = 0
    for url in MediaFiles.all() {
      guard
        let file = try? AtomFile(
          reading: MemorySource(try MediaFiles.bytes(of: url)), schema: Self.schema)
      else { continue }
      files += 1
      for placed in PlacedAtom.all(file.atoms, schema: Self.schema) {
        guard let rule = placed.rule else { continue }
        switch placed.atom.outcome(decodedAs: rule.record) {
        case .same: decoded[placed.atom.type, default: 0] += 1
        case .refused(let why): refused.append("\(placed.path): \(why): \(url.lastPathComponent)")
        case .broken(let how): Issue.record("\(placed.path): \(how): \(url.lastPathComponent)")
        }
      }
    }
    let total = decoded.values.reduce(0, +)
    print("\(files) files, \(total) atoms of \(decoded.count) types decoded")
    for line in refused { print("not decoded:", line) }
    // Damaged files are made to be refused; of whole ones next to nothing may be.
    #expect(refused.count * 500 <= total)
  }
}
