import Foundation
import Testing

@testable import MovKit

/// Every atom of real movies that has a declaration is decoded, and encoded again to the same
/// bytes. Movies are looked for in the folder that `MOVTOOL_MEDIA` names, else in `shared/media`
/// beside one of the folders above the package; where there are none, nothing is tested.
@Suite struct DeclaredAtomsInFilesTests {
  @Test func decodeAndEncodeAgain() throws {
    guard let folder = Self.folder else {
      print("skipped: no folder of movies (MOVTOOL_MEDIA)")
      return
    }
    var tally = Tally()
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let url = files?.nextObject() as? URL {
      guard let data = try? Data(contentsOf: url, options: .mappedIfSafe), data.count < 1 << 26
      else { continue }
      guard let file = try? AtomFile(reading: MemorySource([UInt8](data))) else { continue }
      tally.files += 1
      tally.count(file.atoms, in: AtomContext(), path: url.lastPathComponent)
    }
    print("\(tally.files) movies, \(tally.decoded.values.reduce(0, +)) atoms decoded")
    for (type, count) in tally.decoded.sorted(by: { $0.value > $1.value }) {
      print("  \(type) \(count)\(tally.refused[type].map { ", refused \($0.count)" } ?? "")")
    }
    for (type, places) in tally.refused.sorted(by: { $0.key < $1.key }) {
      for place in places.prefix(8) { print("  refused \(type): \(place)") }
    }
    for problem in tally.changed.prefix(20) { Issue.record("\(problem)") }
    #expect(tally.files > 0)
    // Damaged files are part of any real collection, but they are few.
    let refused = tally.refused.values.reduce(0) { $0 + $1.count }
    #expect(refused * 100 <= tally.decoded.values.reduce(0, +))
  }

  private struct Tally {
    var files = 0
    var decoded: [String: Int] = [:]
    var refused: [String: [String]] = [:]
    var changed: [String] = []

    mutating func count(_ atoms: [Atom], in context: AtomContext, path: String) {
      for atom in atoms {
        let place = "\(path)/\(atom.type)"
        if let rule = Schema.standard.rule(for: atom.type, in: context) {
          check(atom, rule.record, key: "\(atom.type) \(rule.record)", place: place)
        }
        count(
          atom.children, in: context.entering(atom.type, children: atom.children), path: place)
      }
    }

    private mutating func check<R: Record>(
      _ atom: Atom, _: R.Type, key: String, place: String
    ) {
      let own: Bytes
      switch atom.content {
      case .bytes(let bytes): own = bytes
      case .children(let children): own = children.preamble
      case .extent: return
      }
      do {
        let found = try atom.decoded(R.self)
        decoded[key, default: 0] += 1
        let again = try found.record.serialized() + found.trailing
        if again != Array(own) { changed.append("\(place): \(own) became \(again)") }
        if !found.trailing.isEmpty {
          decoded["\(key) with \(found.trailing.count) bytes behind", default: 0] += 1
        }
      } catch {
        refused[key, default: []].append("\(place): \(error) \(Array(own.prefix(48)))")
      }
    }
  }

  private static let folder: URL? = {
    let isFolder = { (url: URL) in
      (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
    }
    if let named = ProcessInfo.processInfo.environment["MOVTOOL_MEDIA"] {
      let url = URL(fileURLWithPath: named)
      return isFolder(url) ? url : nil
    }
    var above = URL(fileURLWithPath: #filePath)
    while above.path != "/" {
      above.deleteLastPathComponent()
      let media = above.appendingPathComponent("shared/media")
      if isFolder(media) { return media }
    }
    return nil
  }()
}
