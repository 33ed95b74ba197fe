import Foundation
import Testing

@testable import MovKit

/// Sample descriptions, user data and metadata of real files, where such files are at hand: what
/// decodes is written back as it was, and only damaged atoms do not decode.
@Suite struct DescriptionsInRealFilesTests {
  private static let schema = Schema(
    [.parent("moov"), .parent("trak"), .parent("mdia"), .leaf("hdlr", HandlerReference.self)]
      + [.parent("minf"), .parent("stbl")]
      + Schema.sampleDescriptionRules + Schema.userDataRules + Schema.metadataRules)

  private static let media: URL? = {
    if let path = ProcessInfo.processInfo.environment["MOVTOOL_MEDIA"] {
      return URL(fileURLWithPath: path)
    }
    var folder = URL(fileURLWithPath: #filePath)
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let media = folder.appendingPathComponent("shared/media")
      if FileManager.default.fileExists(atPath: media.path) { return media }
    }
    return nil
  }()

  /// Atoms by type and outcome.
  private struct Tally {
    var decoded: [FourCC: Int] = [:]
    var refused: [String: [String]] = [:]
    var trailing: [String: [String]] = [:]
    var changed: [String] = []
  }

  @Test func decodedAtomsAreWrittenBackAsTheyWere() throws {
    guard let media = Self.media,
      let files = FileManager.default.enumerator(
        at: media, includingPropertiesForKeys: [.isRegularFileKey])
    else {
      print("no media at hand: skipped")
      return
    }
    var tally = Tally()
    var read = 0
    for case let url as URL in files {
      guard let data = try? Data(contentsOf: url),
        let file = try? AtomFile(reading: MemorySource([UInt8](data)), schema: Self.schema)
      else { continue }
      read += 1
      Self.walk(file.atoms, AtomContext(), url.lastPathComponent, &tally)
    }
    let total = tally.decoded.values.reduce(0, +)
    print("\(read) files, \(total) atoms of \(tally.decoded.count) types decoded")
    for (what, files) in tally.refused.sorted(by: { $0.key < $1.key }) {
      print("refused", what, files.count, files.prefix(3).joined(separator: " "))
    }
    if ProcessInfo.processInfo.environment["MOVTOOL_VERBOSE"] != nil {
      for (type, count) in tally.decoded.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        print("decoded", type, count)
      }
      for (what, files) in tally.trailing.sorted(by: { $0.key < $1.key }) {
        print("trailing", what, files.count, files.prefix(3).joined(separator: " "))
      }
    }
    #expect(tally.changed == [])
    #expect(total > 0)
  }

  private static func walk(
    _ atoms: [Atom], _ context: AtomContext, _ file: String, _ tally: inout Tally
  ) {
    for atom in atoms {
      if let rule = schema.rule(for: atom.type, in: context) {
        check(
          atom, rule.record, "\(file) \(atom.type)<\(context.parent?.description ?? "")", &tally)
      }
      walk(atom.children, context.entering(atom.type, children: atom.children), file, &tally)
    }
  }

  private static func check<R: Record>(
    _ atom: Atom, _: R.Type, _ place: String, _ tally: inout Tally
  ) {
    let kind = place.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
    let bytes: Bytes
    switch atom.content {
    case .bytes(let all): bytes = all
    case .children(let children): bytes = children.preamble
    case .extent: return
    }
    do {
      let decoded = try atom.decoded(R.self)
      let again = try decoded.record.serialized()
      if again[...] + decoded.trailing != bytes { tally.changed.append(place) }
      if decoded.record.encodedSize != again.count { tally.changed.append("\(place): size") }
      if !decoded.trailing.isEmpty {
        tally.trailing["\(kind) \(R.self) \(decoded.trailing.prefix(12))", default: []].append(
          place)
      }
      _ = decoded.record.described
      tally.decoded[atom.type, default: 0] += 1
    } catch {
      tally.refused["\(kind) \(error.path): \(error.reason)", default: []].append(place)
    }
  }
}
