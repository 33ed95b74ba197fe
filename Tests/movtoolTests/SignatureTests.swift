import Foundation
import Testing

/// A movie with a C2PA signature is changed, with a warning that the signature becomes invalid.
@Suite struct SignatureTests {
  private let work: Stamping

  init() throws { work = try Stamping() }

  /// The user type `d8fec3d6-1b0e-483c-9297-5828877ec481`, version and flags, and the purpose.
  private static let manifest =
    Data([
      0, 0, 0, 37, 0x75, 0x75, 0x69, 0x64, 0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92,
      0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81, 0, 0, 0, 0,
    ]) + Data("manifest\0".utf8)

  /// The same with another user type.
  private static let other =
    manifest.prefix(8) + Data(repeating: 7, count: 16) + manifest.dropFirst(24)
  private static let jumbf = Data([0, 0, 0, 8]) + Data("jumb".utf8)
  /// A `meta` atom with a list of one item, of C2PA's type.
  private static let item =
    Data([0, 0, 0, 58]) + Data("meta".utf8) + Data([0, 0, 0, 0, 0, 0, 0, 46])
    + Data("iinf".utf8) + Data([0, 0, 0, 0, 0, 1, 0, 0, 0, 32]) + Data("infe".utf8)
    + Data([2, 0, 0, 0, 0, 1, 0, 0]) + Data("application/c2pa".utf8)

  private func movie(_ path: String, _ extra: Data) throws -> URL {
    let file = try work.copy(path)
    try (try Data(contentsOf: file) + extra).write(to: file)
    return file
  }

  static let commands: [[String]] = [
    ["insert", "timecode", "FILE", "--start", "1:0:0:0", "--replace", "-o", "OUT"],
    ["insert", "timecode", "FILE", "--start", "1:0:0:0", "--replace", "--dry-run"],
    ["insert", "timecode", "FILE", "--start", "1:0:0:0", "--replace", "--in-place"],
    ["remove", "timecode", "FILE", "-o", "OUT"], ["remove", "timecode", "FILE", "--in-place"],
    ["insert", "track", "FILE", "--from", "OTHER", "--track", "1", "-o", "OUT"],
  ]

  @Test(arguments: commands) func everyChange(command: [String]) throws {
    let kinds = [
      (Self.manifest, true), (Self.jumbf, true), (Self.item, true), (Self.other, false),
      (Data(), false),
    ]
    for (extra, isSigned) in kinds {
      let file = try movie("timecode/25.mov", extra)
      let paths = [
        "FILE": file.path, "OUT": work["out.mov"].path,
        "OTHER": Stamping.media.appending(path: "rates/25.mov").path,
      ]
      let result = try Tool.run(command.map { paths[$0] ?? $0 })
      #expect(result.status == 0, "\(result.stderr)")
      let warnings = result.stderr.split(separator: "\n").filter {
        $0.contains("[signature-broken]")
      }
      #expect(warnings.count == (isSigned ? 1 : 0), "\(result.stderr)")
      for name in try work.names { try FileManager.default.removeItem(at: work[name]) }
    }
  }
}
