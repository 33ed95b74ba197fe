import Foundation
import TestSupport
import Testing

@testable import MovKit

/// The boxes that MPEG's list of standard features names (github.com/MPEGGroup/FileFormatConformance):
/// each is declared in each container that the list allows, in each version. The list is not part of the
/// package; it is looked for where the dumps are (`ConformanceDumpTests`).
@Suite struct StandardFeaturesTests {
  /// A box of the list.
  struct Box {
    let type: FourCC
    let containers: [FourCC?]
    let versions: [UInt8]
    let flags: [UInt32]

    init?(_ entry: [String: Any]) {
      guard let code = entry["fourcc"] as? String, let type = FourCC(code),
        let containers = entry["containers"] as? [Any]
      else { return nil }
      self.type = type
      self.containers = containers.flatMap(Self.containers)
      versions = (entry["versions"] as? [Int] ?? []).compactMap { UInt8(exactly: $0) }
      flags = (entry["flags"] as? [[String: Any]] ?? []).compactMap {
        ($0["value"] as? String).flatMap { UInt32($0.dropFirst(2), radix: 16) }
      }
    }

    /// A container is a type, the file, any box, a kind of sample entry, or the types of one.
    private static func containers(_ value: Any) -> [FourCC?] {
      if let types = (value as? [String: [String]])?.values.first {
        return types.map { FourCC($0) }
      }
      switch value as? String {
      case "file": return [nil]
      case "*": return [nil, "moov", "udta"]
      case "VisualSampleEntry": return ["avc1", "hvc1", "av01"]
      case "AudioSampleEntry": return ["mp4a", "ac-3"]
      case "SampleEntry", "RestrictedSampleEntry": return ["avc1", "mp4a", "resv"]
      case let type?: return FourCC(type).map { [$0] } ?? []
      case nil: return []
      }
    }
  }

  private static func boxes() throws -> [Box]? {
    guard let folder = ConformanceDumpTests.folder?.appending(path: "standard_features"),
      let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    else { return nil }
    var found: [Box] = []
    for case let url as URL in walk where url.lastPathComponent == "boxes.json" {
      let object = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
      let entries = (object as? [String: Any])?["entries"] as? [[String: Any]]
      found += (entries ?? []).compactMap(Box.init)
    }
    return found
  }

  @Test func boxesAreDeclaredInTheirContainers() throws {
    guard let boxes = try Self.boxes() else {
      NotRun.add(.media("MPEG's list of standard features ($MOVTOOL_CONFORMANCE)"))
      return
    }
    #expect(boxes.count > 190)
    var undeclared: Set<String> = []
    var notDeclared: Set<FourCC> = []
    var refused: Set<String> = []
    for box in boxes {
      for container in box.containers {
        var context = AtomContext()
        context.parent = container
        context.grandparent =
          container.flatMap { RegisteredNames.sampleEntry($0) } != nil ? "stsd" : nil
        let name = "\(container.map(\.description) ?? "file")/\(box.type)"
        guard let rule = Schema.standard.rule(for: box.type, in: context) else {
          if Self.notDeclared.contains(box.type) {
            notDeclared.insert(box.type)
          } else if !Self.withoutFields.contains(box.type) {
            undeclared.insert(name)
          }
          continue
        }
        for version in box.versions {
          for flags in [0] + box.flags where Self.refuses(rule.record, version, flags) {
            refused.insert("\(name) version \(version) flags \(flags)")
          }
        }
      }
    }
    #expect(undeclared.isEmpty, "\(undeclared.sorted())")
    #expect(notDeclared == Self.notDeclared)
    #expect(refused.isEmpty, "\(refused.sorted())")
  }

  /// Whether a record cannot be read because of its version.
  private static func refuses<R: Record>(_: R.Type, _ version: UInt8, _ flags: UInt32) -> Bool {
    let head = [version] + (0..<3).map { UInt8(truncatingIfNeeded: flags >> (16 - 8 * $0)) }
    do {
      _ = try Atom("test", .bytes((head + zeros(600))[...])).decoded(R.self)
      return false
    } catch {
      if case .unknownVersion = error.reason { return true }
      return false
    }
  }

  /// Boxes that have bytes and no fields.
  private static let withoutFields: Set<FourCC> = ["mdat", "imda", "free", "skip", "uuid"]

  /// Boxes that are shown as bytes so far, because the list does not give their layout, and `fdel`, which
  /// is no box but a part of `infe`.
  private static let notDeclared: Set<FourCC> = [
    // What the records of these boxes hold is not in the list.
    "hvtC", "evsC",
    // The sizes of the numbers in an entry are those of the NAL units in `hvcC`.
    "dhec",
    "fdel",
  ]
}
