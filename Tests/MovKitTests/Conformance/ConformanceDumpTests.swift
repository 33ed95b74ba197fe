import Foundation
import TestSupport
import Testing

@testable import MovKit

/// The dumps of MPEG's conformance files (github.com/MPEGGroup/FileFormatConformance), which name each
/// box with its container, its fields and its size. They are not part of the package; they are looked
/// for in `../shared/oracles/FileFormatConformance` and `$MOVTOOL_CONFORMANCE`.
///
/// The files themselves are not there, so nothing is parsed. Instead each box is made of the fields
/// in the dump, by the same declaration that reads it: its size must be that of the dump.
@Suite struct ConformanceDumpTests {
  /// The folder of the dumps and of the list of standard features.
  static let folder: URL? = {
    let named = ProcessInfo.processInfo.environment["MOVTOOL_CONFORMANCE"].map { URL(filePath: $0) }
    let beside = MediaFiles.packageRoot.deletingLastPathComponent()
      .appending(path: "shared/oracles/FileFormatConformance")
    let folder = (named ?? beside).appending(path: "data")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// What was found of the boxes of one type in one kind of container.
  struct Tally {
    var boxes = 0
    var known = 0
    var declared = 0
    var made = 0
    var equal = 0
    var whole = 0
    var unread: Set<String> = []
    var missing: Set<String> = []
    var sizes: Set<String> = []
    var fields = FieldComparison()
  }

  @Test func boxesAreAsTheDumpsSay() throws {
    guard let dumps = Self.folder?.appending(path: "file_features") else {
      NotRun.add(.media("the dumps of MPEG's conformance files ($MOVTOOL_CONFORMANCE)"))
      return
    }
    var tallies: [String: Tally] = [:]
    let walk = try #require(
      FileManager.default.enumerator(at: dumps, includingPropertiesForKeys: nil))
    var files = 0
    for case let url as URL in walk where url.lastPathComponent.hasSuffix("_gpac.json") {
      files += 1
      let object = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
      guard let document = object as? [String: Any],
        let root = document["IsoMediaFile"] as? [String: Any]
      else { continue }
      for box in DumpedBox.inside(root) { Self.visit(box, AtomContext(), &tallies) }
    }
    #expect(files > 200)
    let all = tallies.values
    let boxes = all.reduce(0) { $0 + $1.boxes }
    let known = all.reduce(0) { $0 + $1.known }
    let declared = all.reduce(0) { $0 + $1.declared }
    let made = all.reduce(0) { $0 + $1.made }
    let equal = all.reduce(0) { $0 + $1.equal }
    let whole = all.reduce(0) { $0 + $1.whole }
    print(
      "\(files) dumps, \(boxes) boxes: \(known) known, \(declared) declared, \(made) made, "
        + "\(equal) of equal size, \(whole) with every field of the dump")
    var fields = FieldComparison()
    for tally in all { fields.add(tally.fields) }
    print(
      "\(fields.equal) fields have the value in the dump, \(fields.different.count) another one, "
        + "\(fields.missing.values.reduce(0, +)) are not in it: "
        + fields.missing.sorted { $0.value > $1.value }.prefix(12)
        .map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    let differing = tallies.filter { !$0.value.fields.different.isEmpty }
    for (name, tally) in differing.sorted(by: { $0.key < $1.key }) {
      let shown = Set(tally.fields.different).sorted().prefix(4)
      print("  \(name): \(tally.fields.different.count) differ: \(shown)")
    }
    // Each list names what is found, and nothing else.
    #expect(Set(differing.keys) == Set(Self.otherValuesInTheDumps.keys))
    for (name, tally) in tallies.sorted(by: { ($1.value.boxes, $0.key) < ($0.value.boxes, $1.key) })
    where tally.equal < tally.boxes || !tally.unread.isEmpty {
      print(
        "  \(name): \(tally.boxes) boxes, \(tally.known) known, \(tally.declared) declared, "
          + "\(tally.made) made, \(tally.equal) equal \(tally.sizes.sorted().prefix(3)) "
          + "missing \(tally.missing.sorted().prefix(6)) unread \(tally.unread.sorted().prefix(8))")
    }
    let unknown = tallies.filter { $0.value.known < $0.value.boxes }.keys
    #expect(Set(unknown) == Self.unregistered)
    let wrong = tallies.filter { $0.value.equal < $0.value.made }.keys
    #expect(Set(wrong) == Set(Self.wrongInTheDumps.keys))
    // What was reached; it must not become less.
    #expect(known >= 19_375)
    #expect(declared >= 17_910)
    #expect(equal >= 17_201)
    #expect(fields.equal >= 281_643)
  }

  /// Boxes that no standard and no registry describes.
  private static let unregistered: Set<String> = ["meta/cami", "meta/vsmi", "vcmM/vcmC"]

  /// Boxes whose size in the dumps is not that of the box, and why.
  private static let wrongInTheDumps: [String: String] = [
    "-/!mof": "the compressed bytes are left out",
    "-/!mov": "the compressed bytes are left out",
    "-/!six": "the compressed bytes are left out",
    "-/!ssx": "the compressed bytes are left out",
    "mdia/hdlr": "two files of an old GPAC have a byte more after the name",
    "stbl/stsd": "a description that the program does not know has a size of 0",
    "iinf/infe": "extensions of type fdel, and characters of names, are left out",
    "avc1/avcC": "the fields of high profiles are said even where they are not stored",
    "resv/avcC": "the fields of high profiles are said even where they are not stored",
    "trak/udta": "the second of two strk is left out",
    "mfra/tfra": "the widths of the numbers are left out",
    "udta/hinf": "two maxr are left out",
    "stsd/hev1": "the second of two colr is left out",
    "meta/xml ": "white space at the ends of the text is left out",
    "stxt/txtC": "white space at the ends of the text is left out",
    "wvtt/vttC": "white space at the ends of the text is left out",
  ]

  /// Boxes with fields of which the dumps have another value, and why.
  private static let otherValuesInTheDumps: [String: String] = [
    "vvc1/vvcC": "general_constraint_info has the bits that stand before it, and no bytes",
    "vvi1/vvcC": "general_constraint_info has the bits that stand before it, and no bytes",
  ]

  private static func visit(
    _ box: DumpedBox, _ context: AtomContext, _ tallies: inout [String: Tally]
  ) {
    let name = "\(context.parent.map(\.description) ?? "-")/\(box.type)"
    var tally = tallies[name] ?? Tally()
    tally.boxes += 1
    let rule = Schema.standard.rule(for: box.type, userType: box.userType, in: context)
    let isNamed =
      RegisteredNames.atom(box.type, in: context.parent) != nil
      || context.parent == "ilst" || UserTypes.name(of: box.userType) != nil
    if rule != nil || isNamed { tally.known += 1 }
    if let rule {
      tally.declared += 1
      check(box, rule.record, &tally)
    }
    tallies[name] = tally
    var inner = context
    inner.grandparent = context.parent
    inner.parent = box.type
    inner.parentVersion = box.version
    if box.type == "mdia" { inner.handler = box.first("hdlr")?.code("hdlrtype") }
    for child in box.children { visit(child, inner, &tallies) }
  }

  static func check<R: Record>(_ box: DumpedBox, _: R.Type, _ tally: inout Tally) {
    // A size of 0 was not known to the program that made the dump.
    guard box.size > 0 else { return }
    if let bytes = box.bytes { return checkBytes(bytes, as: R.self, &tally) }
    guard !madeOfDescriptors.contains(box.type) else { return }
    var filler = DumpFiller(box)
    var record = R()
    do { try record.fields(&filler) } catch {
      tally.missing.insert("\(error)")
      return
    }
    tally.missing.formUnion(filler.missing)
    guard filler.missing.isEmpty else { return }
    tally.made += 1
    tally.unread.formUnion(filler.unread)
    // What is read again is the record, so these are the values that are decoded from its bytes.
    tally.fields.add(filler.comparison)
    guard let bytes = try? record.serialized(),
      let again = try? Atom(box.type, .bytes(bytes[...])).decode(R.self), again == record
    else {
      tally.sizes.insert("not the same when it is read again")
      return
    }
    let head = 8 + box.userType.count
    let size = head + bytes.count + box.children.reduce(0) { $0 + $1.size }
    if size == box.size {
      tally.equal += 1
      if filler.unread.isEmpty { tally.whole += 1 }
    } else {
      tally.sizes.insert("\(size) instead of \(box.size)")
    }
  }
}

extension ConformanceDumpTests {
  /// Boxes whose content the dumps have in another form, and not as fields.
  static let madeOfDescriptors: Set<FourCC> = ["esds", "iods", "tx3g", "sgpd", "segr", "oinf"]

  /// The dumps have the bytes of boxes that the program which made them does not know.
  private static func checkBytes<R: Record>(
    _ bytes: [UInt8], as _: R.Type, _ tally: inout Tally
  ) {
    tally.made += 1
    guard let decoded = try? Atom("test", .bytes(bytes[...])).decoded(R.self),
      decoded.trailing.isEmpty, (try? decoded.record.serialized()) == bytes
    else {
      tally.sizes.insert("not read")
      return
    }
    tally.equal += 1
    tally.whole += 1
  }
}

/// A box of a dump.
struct DumpedBox {
  let type: FourCC
  let size: Int
  let userType: Bytes
  let attributes: [String: Any]
  let children: [DumpedBox]

  init?(_ attributes: [String: Any]) {
    guard let text = attributes["@Type"] as? String, let size = attributes["@Size"] as? String,
      let type = FourCC(text.hasPrefix("A9") && text.count == 5 ? "©" + text.dropFirst(2) : text)
    else { return nil }
    self.type = type
    self.size = Int(size) ?? 0
    self.attributes = attributes
    let digits = (attributes["@UUID"] as? String ?? "").filter(\.isHexDigit)
    userType = hex(digits)[...]
    children = Self.inside(attributes)
  }

  /// The boxes in an object; their order is that of their names.
  static func inside(_ object: [String: Any]) -> [DumpedBox] {
    object.keys.sorted().flatMap { key -> [DumpedBox] in
      if let one = object[key] as? [String: Any] {
        return DumpedBox(one).map { [$0] } ?? inside(one)
      }
      guard let several = object[key] as? [[String: Any]] else { return [] }
      return several.flatMap { one in DumpedBox(one).map { [$0] } ?? inside(one) }
    }
  }

  /// The content of a box that the program which made the dump does not know.
  var bytes: [UInt8]? {
    guard attributes["@Specification"] as? String == "unknown",
      let text = attributes["@data"] as? String
    else { return nil }
    return hex(String(text.dropFirst(2)))
  }

  func first(_ type: FourCC) -> DumpedBox? { children.first { $0.type == type } }

  var version: UInt8? { (attributes["@Version"] as? String).flatMap { UInt8($0) } }

  func code(_ name: String) -> FourCC? {
    attributes.first { DumpFiller.plain($0.key) == name }.flatMap { ($0.value as? String) }
      .flatMap { FourCC($0) }
  }
}
