import Foundation
import Testing

@testable import movtool

/// The JSON output of the commands, validated by python3-jsonschema against the schemas in
/// `Docs/Schemas`.
@Suite struct SchemasTests {
  /// A command that prints JSON, and the schema of its output.
  struct Printing: Sendable, CustomTestStringConvertible {
    var schema: JSONSchemas
    var arguments: [String]
    /// Whether the command takes only one file.
    var takesOne = false
    /// Whether the command takes no file.
    var takesNone = false
    /// Whether it prints only when it writes.
    var writes = false

    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let printings = [
    Printing(schema: .inspect, arguments: ["inspect", "--json", "--rows", "2", "--bytes", "8"]),
    Printing(schema: .inspect, arguments: ["inspect", "--compact", "--depth", "2", "--rows", "1"]),
    Printing(
      schema: .inspect,
      arguments: [
        "inspect", "--json", "--raw", "--rows", "2", "--bytes", "8", "--find", "version=1",
      ]),
    Printing(schema: .place, arguments: ["inspect", "--at", "40", "--json"]),
    Printing(schema: .place, arguments: ["inspect", "--at", "0x300", "--compact"]),
    Printing(schema: .samples, arguments: ["samples", "--json", "--keys"], takesOne: true),
    Printing(schema: .samples, arguments: ["samples", "--compact", "--at", "0.4"], takesOne: true),
    Printing(
      schema: .samples, arguments: ["samples", "--compact", "--units", "--to", "0.2"],
      takesOne: true),
    Printing(schema: .inspect, arguments: ["inspect", "--json", "--bytes", "all"]),
    Printing(schema: .list, arguments: ["list", "--json"]),
    Printing(schema: .list, arguments: ["list", "--compact", "--jobs", "3"]),
    Printing(
      schema: .timecodeResult,
      arguments: ["timecode", "01:00:00;00 + 100f", "--rate", "29.97", "--json"], takesNone: true),
    Printing(
      schema: .timecodeResult,
      arguments: ["timecode", "0f - 9000000000000000000f", "--rate", "23.976", "--json"],
      takesNone: true),
    Printing(schema: .timecodeDiff, arguments: ["diff", "--timecode", "--json"]),
    Printing(
      schema: .diff, arguments: ["diff", "--media", "--json", "rates/25.mov"], takesOne: true),
    Printing(schema: .hash, arguments: ["hash", "--json"]),
    Printing(schema: .hash, arguments: ["hash", "--compact", "--algorithm", "md5"]),
    Printing(schema: .change, arguments: ["check", "--fix", "--dry-run", "--json"]),
    Printing(schema: .check, arguments: ["check", "--json", "--profile", "relink"]),
    Printing(schema: .check, arguments: ["check", "--compact", "--profile", "cmaf"]),
    Printing(schema: .rules, arguments: ["check", "--explain", "all", "--json"], takesNone: true),
    Printing(
      schema: .rules, arguments: ["check", "--explain", "media-elsewhere", "--compact"],
      takesNone: true),
    Printing(schema: .metadata, arguments: ["extract", "metadata"]),
    Printing(schema: .metadata, arguments: ["extract", "metadata", "--compact"]),
    Printing(schema: .timecode, arguments: ["extract", "timecode"]),
    Printing(schema: .timecode, arguments: ["extract", "timecode", "--compact", "--packed"]),
    Printing(
      schema: .timecodeSources, arguments: ["extract", "timecode", "--all-sources", "--compact"]),
    Printing(
      schema: .linearTimecode, arguments: ["extract", "timecode", "--source", "ltc", "--compact"]),
    Printing(schema: .timecodeFrame, arguments: ["extract", "timecode", "--frames"]),
    Printing(
      schema: .change,
      arguments: [
        "insert", "timecode", "--start", "01:00:00:00", "--replace", "--dry-run", "--json",
      ]),
    Printing(
      schema: .change,
      arguments: ["edit", "timecode", "--shift", "+1f", "--dry-run", "--json"]),
    Printing(schema: .change, arguments: ["remove", "timecode", "--dry-run", "--json"]),
    Printing(
      schema: .change,
      arguments: ["edit", "track", "--track", "1", "--name", "A", "--dry-run", "--json"]),
    Printing(
      schema: .change, arguments: ["remove", "track", "--track", "1", "--dry-run", "--json"]),
    Printing(
      schema: .change,
      arguments: ["edit", "atom", "FILE", "moov/mvhd", "rate=2", "--dry-run", "--json"],
      takesOne: true),
    Printing(
      schema: .change,
      arguments: ["insert", "atom", "FILE", "moov", "ATOM", "--dry-run", "--json"], takesOne: true),
    Printing(
      schema: .change, arguments: ["remove", "atom", "FILE", "moov/udta", "--dry-run", "--json"],
      takesOne: true),
    Printing(
      schema: .change,
      arguments: ["edit", "metadata", "FILE", "title=A", "--dry-run", "--json"], takesOne: true),
    Printing(
      schema: .change,
      arguments: ["remove", "metadata", "FILE", "title", "--dry-run", "--json"], takesOne: true),
    Printing(
      schema: .change, arguments: ["remux", "--json", "--fragment", "0.5"], writes: true),
    Printing(schema: .change, arguments: ["cut", "--from", "0.5", "--dry-run", "--json"]),
    Printing(schema: .change, arguments: ["join", "--dry-run", "--json"]),
    Printing(
      schema: .items, arguments: ["extract", "item", "PICTURE", "--list", "--json"], takesNone: true
    ),
    Printing(
      schema: .items, arguments: ["extract", "item", "PICTURE", "--list", "--compact"],
      takesNone: true),
    Printing(
      schema: .place, arguments: ["inspect", "PICTURE", "--at", "30", "--json"], takesNone: true),
    Printing(schema: .sample, arguments: ["extract", "track", "--list"], takesOne: true),
    Printing(
      schema: .sample, arguments: ["extract", "track", "--list", "--from", "0.5", "--to", "1"],
      takesOne: true),
    Printing(
      schema: .sample,
      arguments: ["extract", "track", "--track", "1", "-o", "/dev/null", "--index", "-"],
      takesOne: true),
  ]

  /// An atom to insert, in the file that `ATOM` stands for.
  private static let atom = Handmade.atom("skip", Data(count: 4))

  /// A file with items, which `PICTURE` stands for.
  private static let picture: Data = {
    var picture = HandmadePicture()
    picture.media = Data(0..<10)
    picture.properties = [HandmadePicture.size(4, 2)]
    picture.references = [("thmb", 2, [1])]
    picture.items = [
      .init(
        id: 1, type: "mime", more: HandmadePicture.mime("image/png", encoding: "gzip"), name: "A",
        extents: [(0, 0, 10)], properties: [1]),
      .init(id: 2, type: "jpeg", isHidden: true, extents: [(0, 900, 10)]),
    ]
    return picture.data
  }()

  /// The options that make a command print JSON.
  private static let options: Set = ["--json", "--compact", "--list", "--index", "--frames"]

  @Test func everyCommandThatPrintsJSONIsTried() {
    for (path, command) in Command.leaves {
      let prints = Self.options.intersection(command.options.flatMap(\.names))
      let tried = Set(
        Self.printings.filter { $0.arguments.starts(with: path) }.flatMap(\.arguments))
      #expect(prints.isSubset(of: tried), "\(path): \(prints.subtracting(tried))")
    }
  }

  /// Every schema has a file named after it, and there are no other files but the schema of what is read.
  @Test func everySchemaIsThere() throws {
    var files = Set(try FileManager.default.contentsOfDirectory(atPath: Self.folder.path))
    for schema in JSONSchemas.allCases {
      #expect(files.remove(Self.file(schema).lastPathComponent) != nil, "\(schema.rawValue)")
      let json = try JSONSerialization.jsonObject(with: Data(contentsOf: Self.file(schema)))
      #expect((json as? [String: Any])?["$id"] as? String == schema.rawValue)
    }
    #expect(files == ["policy.schema.json"])
  }

  @Test(arguments: printings)
  func outputIsAsTheSchemaSays(printing: Printing) throws {
    guard MediaTools.has("python3"), try MediaTools.hasPython("jsonschema") else { return }
    var documents = try Tool.withFolder { try Self.output(of: printing, in: $0) }
    // There are many similar lines.
    if [.timecodeFrame, .sample].contains(printing.schema) {
      let lines = documents.split(separator: 0x0A)
      documents = Data(
        lines.enumerated().filter { $0.offset % 5 == 0 }.map(\.element).joined(separator: [0x0A]))
    }
    let script = Media.root.deletingLastPathComponent().appending(path: "Tests/Schemas/validate.py")
    let answer = try MediaTools.run(
      "python3", [script.path, Self.file(printing.schema).path], stdin: documents)
    #expect(answer.status == 0, "\(answer.text)\(answer.stderr)")
  }

  /// Returns what a command prints about the test media.
  private static func output(of printing: Printing, in folder: URL) throws -> Data {
    if printing.writes {
      let some = try Media.files(in: "rates") + Media.files(in: "hostile")
      return try Tool.run(printing.arguments + some + ["-o", folder.path], cwd: Media.root).stdout
    }
    let (atom, picture) = (folder.appending(path: "atom"), folder.appending(path: "picture"))
    try Self.atom.write(to: atom)
    try Self.picture.write(to: picture)
    let files = try Media.all().filter { !GoldenTests.large.contains($0) }
    let inputs = printing.takesNone ? [[]] : printing.takesOne ? files.map { [$0] } : [files]
    var documents = Data()
    for some in inputs {
      let namesItself = printing.arguments.contains("FILE")
      let named = printing.arguments.map {
        switch $0 {
        case "FILE": some.first ?? ""
        case "ATOM": atom.path
        case "PICTURE": picture.path
        default: $0
        }
      }
      documents += try Tool.run(namesItself ? named : named + some, cwd: Media.root).stdout
    }
    return documents
  }

  private static let folder = Media.root.deletingLastPathComponent().appending(path: "Docs/Schemas")

  /// Returns the file of a schema: `urn:movtool:NAME:VERSION` is in `NAME.schema.json`.
  private static func file(_ schema: JSONSchemas) -> URL {
    let name = schema.rawValue.split(separator: ":").dropFirst(2).first ?? ""
    return folder.appending(path: "\(name).schema.json")
  }
}
