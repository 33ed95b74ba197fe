import Foundation
import Testing

@testable import movtool

/// `inspect` keeps what it knows of a table for those with the same columns. Each is shown as if it were
/// alone in its file.
@Suite struct ManyTablesTests {
  /// Runs of samples: one for each set of columns that there can be, and this twice, so that those between
  /// two of the same columns are more than are kept.
  private static let runs: [Data] = (0..<2 as Range<UInt32>).flatMap { round in
    (1..<16 as Range<UInt32>).map { columns in
      let rows: UInt32 = 3 + round
      let width = UInt32(columns.nonzeroBitCount)
      let numbers = (0..<rows * width).map { place -> UInt32 in
        // Some are negative where numbers have a sign.
        place % 5 == 4 ? 0xFFFF_FF00 + place : (place + round) << (columns % 3 * 11)
      }
      return Handmade.atom(
        "trun", Handmade.number(columns << 8), Handmade.number(rows),
        numbers.map { Handmade.number($0) }.reduce(Data(), +))
    }
  }

  private static func file(_ runs: some Sequence<Data>) -> Data {
    let header = Handmade.atom("tfhd", Handmade.number(UInt32(0)), Handmade.number(UInt32(1)))
    return Handmade.ftyp
      + Handmade.atom("moof", Handmade.atom("traf", header, runs.reduce(Data(), +)))
  }

  /// Returns what `show` finds in the output of each run of samples: all in one file, and each alone.
  private func shown<Shown>(
    _ arguments: [String], _ show: (Tool.Result) throws -> [Shown]
  ) throws -> (together: [Shown], alone: [Shown]) {
    try Tool.withFolder { folder in
      let file = folder.appending(path: "runs.mp4")
      func shown(of runs: [Data]) throws -> [Shown] {
        try Self.file(runs).write(to: file)
        return try show(Tool.run(arguments + [file.path]))
      }
      return (try shown(of: Self.runs), try Self.runs.flatMap { try shown(of: [$0]) })
    }
  }

  @Test(arguments: [["inspect"], ["inspect", "--rows", "all"], ["inspect", "--color", "always"]])
  func text(arguments: [String]) throws {
    let (together, alone) = try shown(arguments + ["--all"]) { result in
      // The line of an atom has its offset; those between two of them do not depend on what is around.
      result.text.components(separatedBy: "trun").dropFirst().map { part in
        part.components(separatedBy: "\n").dropFirst().dropLast().joined(separator: "\n")
      }
    }
    #expect(together.count == 30)
    #expect(together == alone)
    #expect(alone.allSatisfy { $0.contains("sample_") })
  }

  @Test(arguments: ["--json", "--compact"])
  func json(form: String) throws {
    let (together, alone) = try shown(["inspect", form, "--rows", "all"]) { result in
      let document = try JSONSerialization.jsonObject(with: result.stdout) as? [String: Any]
      let top = try #require(document?["atoms"] as? [[String: Any]])
      let moof = try #require(top.last?["children"] as? [[String: Any]])
      let inside = try #require(moof.first?["children"] as? [[String: Any]])
      return try inside.dropFirst().map { try #require($0["fields"] as? NSDictionary) }
    }
    #expect(together.count == 30)
    #expect(together == alone)
    #expect(alone.allSatisfy { ($0["samples"] as? [Any])?.count ?? 0 >= 3 })
  }
}
