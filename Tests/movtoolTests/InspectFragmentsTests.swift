import Foundation
import Testing

@testable import movtool

/// `inspect` of a movie with many fragments, which several threads print.
@Suite struct InspectFragmentsTests {
  /// An atom of the outermost level, read from the bytes of the file.
  private struct Place: Equatable {
    var path: String
    var offset: Int
    var size: Int
  }

  /// A movie of 1,500 fragments, with `change` made to its bytes.
  private func withMovie(
    _ change: (inout Data, [Place]) -> Void = { _, _ in }, _ body: (URL, [Place]) throws -> Void
  ) throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let file = folder.appending(path: "fragments.mp4")
      _ = try MediaTools.output(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=16x16:rate=50", "-t", "30",
          "-c:v", "mpeg4", "-g", "25", "-movflags", "frag_every_frame+empty_moov", file.path,
        ])
      var bytes = try Data(contentsOf: file)
      let places = Self.places(bytes)
      #expect(places.filter { $0.path.hasPrefix("moof") }.count == 1500)
      change(&bytes, places)
      try bytes.write(to: file)
      try body(file, places)
    }
  }

  private static func places(_ bytes: Data) -> [Place] {
    var found: [(type: String, offset: Int, size: Int)] = []
    var offset = 0
    while offset + 8 <= bytes.count {
      let size = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      found.append((String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self), offset, size))
      offset += size
    }
    var seen: [String: Int] = [:]
    return found.map { type, offset, size in
      defer { seen[type, default: 0] += 1 }
      let isAlone = found.filter { $0.type == type }.count == 1
      return Place(
        path: isAlone ? type : "\(type)[\(seen[type] ?? 0)]", offset: offset, size: size)
    }
  }

  private func atoms(_ arguments: [String]) throws -> [[String: Any]] {
    let document = try JSONSerialization.jsonObject(with: Tool.run(arguments).stdout)
    return try #require((document as? [String: Any])?["atoms"] as? [[String: Any]])
  }

  @Test func json() throws {
    try withMovie { file, places in
      for layout in ["--json", "--compact"] {
        let all = try atoms(["inspect", layout, file.path])
        let shown = all.map {
          Place(
            path: $0["path"] as? String ?? "", offset: $0["offset"] as? Int ?? 0,
            size: $0["size"] as? Int ?? 0)
        }
        #expect(shown == places)
        for index in stride(from: 0, to: places.count, by: 151) {
          let (atom, place) = (all[index], places[index])
          let one = try atoms(["inspect", layout, file.path, "--atom", place.path])
          #expect([atom] as NSArray == one as NSArray, "\(place.path)")
        }
      }
    }
  }

  @Test func text() throws {
    try withMovie { file, places in
      for more in [[], ["--depth", "1"], ["--rows", "all"], ["--hex"], ["--color", "always"]] {
        let all = try Tool.run(["inspect", "--all", file.path] + more).text
        for index in stride(from: 1, to: places.count, by: 307) {
          let place = places[index]
          let one = try Tool.run(["inspect", "--atom", place.path, file.path] + more).text
          let lines = one.split(separator: "\n").dropFirst().joined(separator: "\n")
          #expect(!lines.isEmpty && all.contains("\n" + lines + "\n"), "\(place.path) \(more)")
        }
        let heads = all.split(separator: "\n").filter { $0.contains("moof[") }
        #expect(heads.count == 1500)
      }
    }
  }

  /// What is odd is reported as by one thread, which leaves most atoms out but reports what is odd about
  /// them.
  @Test func diagnostics() throws {
    func damage(_ bytes: inout Data, _ places: [Place]) {
      for place in places where place.path.hasPrefix("moof") && place.offset % 5 == 0 {
        let range = place.offset..<place.offset + place.size
        guard let trun = bytes.range(of: Data("trun".utf8), in: range) else { continue }
        // More samples than there are rows.
        bytes[trun.upperBound + 4] = 0x7F
      }
    }
    try withMovie(damage) { file, _ in
      let some = try Tool.run(["inspect", file.path])
      let all = try Tool.run(["inspect", "--all", file.path])
      #expect(some.stderr == all.stderr && some.status == all.status)
      #expect(all.stderr.contains("more") && all.stderr.contains("moof["))
      let document = try JSONSerialization.jsonObject(
        with: Tool.run(["inspect", "--json", file.path]).stdout)
      let found = try #require((document as? [String: Any])?["diagnostics"] as? [[String: Any]])
      #expect(found.count == all.stderr.split(separator: "\n").count)
    }
  }
}
