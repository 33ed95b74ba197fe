import Foundation
import MovKit
import TestSupport
import Testing

@testable import movtool

/// `inspect --find`, `--at` and `--raw`.
@Suite struct InspectPlacesTests {
  private static let files = [
    "camera/camera.mov", "timecode/25.mov", "fragments/timecode.mov",
    "fragments/default-base-moof.mp4",
    "fragments/moov-with-samples.mp4", "sound/pcm-24.mov", "sound/ima4.mov",
    "edits/cut-by-copy.mov",
    "headers/junk-before.mov", "codecs/mpeg4.mp4", "tables/sample-details.mov",
  ]

  private func json(_ arguments: [String]) throws -> [String: Any] {
    let result = try Tool.run(arguments, cwd: Media.root)
    #expect(result.status == 0, "\(arguments): \(result.stderr)")
    return try #require(
      try JSONSerialization.jsonObject(with: result.stdout) as? [String: Any], "\(arguments)")
  }

  // MARK: --find

  @Test func find() throws {
    let movie = "camera/camera.mov"
    func paths(_ queries: String...) throws -> [String] {
      let result = try Tool.run(
        ["inspect", movie, "--json"] + queries.flatMap { ["--find", $0] }, cwd: Media.root)
      let document =
        try JSONSerialization.jsonObject(with: result.stdout) as? [String: Any]
      let atoms = try #require(document?["atoms"] as? [[String: Any]])
      #expect(result.status == (atoms.isEmpty ? 1 : 0))
      return atoms.compactMap { $0["path"] as? String }
    }
    #expect(try paths("elst") == ["moov/trak[0]/edts/elst", "moov/trak[1]/edts/elst"])
    #expect(try paths("trak[1]/edts/elst") == ["moov/trak[1]/edts/elst"])
    #expect(try paths("media_time=2002") == ["moov/trak[0]/edts/elst"])
    #expect(try paths("elst/media_time=0x7d2") == ["moov/trak[0]/edts/elst"])
    #expect(try paths("tkhd/media_time=2002").isEmpty == true)
    #expect(try paths("track_ID=2", "ftyp") == ["ftyp", "moov/trak[1]/tkhd"])
    #expect(try paths("flags=enabled").count == 2)
    #expect(try paths("component_subtype=soun") == ["moov/trak[1]/mdia/hdlr"])
    #expect(try paths("width=320").contains("moov/trak[0]/mdia/minf/stbl/stsd/avc1"))
  }

  /// Fields in rows, in records, of lists without names and of parameter sets.
  @Test(arguments: [
    ("tables/sound-version-2.mov", "size_of_struct_only=72", 1),
    ("camera/camera.mov", "sample_delta=1001", 1), ("camera/camera.mov", "first_chunk=1", 2),
    ("camera/camera.mov", "entries=1001", 0), ("camera/camera.mov", "offsets=3288", 1),
    ("camera/camera.mov", "offsets=3289", 0), ("camera/camera.mov", "coded_width=320", 1),
    // The same number in other digits.
    ("camera/camera.mov", "mvhd/rate=1.0", 1), ("camera/camera.mov", "mvhd/rate=01", 1),
    ("camera/camera.mov", "mvhd/rate=0x1", 1), ("camera/camera.mov", "mvhd/rate=1.01", 0),
    ("camera/camera.mov", "elst/media_rate=1.00", 2), ("camera/camera.mov", "mvhd/rate=1.", 0),
    // Flags as they are listed.
    ("camera/camera.mov", "tkhd/flags=enabled,inMovie", 2),
    ("camera/camera.mov", "tkhd/flags=inMovie, enabled", 2),
    ("camera/camera.mov", "tkhd/flags=enabled,nope", 0), ("camera/camera.mov", "tkhd/flags=", 0),
  ])
  func findFieldsInOthers(_ movie: String, _ query: String, _ count: Int) throws {
    let result = try Tool.run(["inspect", movie, "--json", "--find", query], cwd: Media.root)
    let document = try JSONSerialization.jsonObject(with: result.stdout) as? [String: Any]
    let atoms = try #require(document?["atoms"] as? [[String: Any]])
    #expect(atoms.count == count, "\(query): \(atoms.compactMap { $0["path"] })")
  }

  @Test func findAsText() throws {
    let text = try Tool.run(
      ["inspect", "camera/camera.mov", "rates/25.mov", "timecode/25.mov", "--find", "tmcd"],
      cwd: Media.root)
    #expect(text.status == 0 && !text.text.contains("camera.mov"))
    #expect(text.text.hasPrefix("timecode/25.mov:\natom "), "\(text.text)")
    let one = try Tool.run(["inspect", "rates/25.mov", "--find", "mdhd"], cwd: Media.root).text
    #expect(one.split(separator: "\n")[1].hasPrefix("moov/trak/mdia/mdhd  Media Header"))
  }

  /// As grep does.
  @Test func nothingFound() throws {
    let none = try Tool.run(["inspect", "rates/25.mov", "--find", "nope"], cwd: Media.root)
    #expect(none.status == 1 && none.text.isEmpty && none.stderr.isEmpty)
    let some = try Tool.run(
      ["inspect", "rates/25.mov", "timecode/25.mov", "--find", "tmcd", "--json"], cwd: Media.root)
    #expect(some.status == 0)
    for wrong in ["abcde", "=3", "", "abcde/b=3", "trak[x]"] {
      let result = try Tool.run(["inspect", "rates/25.mov", "--find", wrong], cwd: Media.root)
      #expect(
        result.status == 2 && result.stderr.contains("expected a type such as stsd"), "\(wrong)")
    }
  }

  @Test(arguments: [
    ["--at", "3", "--find", "moov"], ["--at", "3", "--rows", "2"],
    ["--summary", "--find", "moov"], ["--summary", "--raw"],
  ])
  func whatSaysNothingTogether(options: [String]) throws {
    let result = try Tool.run(["inspect", "rates/25.mov"] + options, cwd: Media.root)
    #expect(result.status == 2 && result.stderr.contains("cannot be used together"))
  }

  // MARK: --at

  /// An atom in the tree that `inspect --json` prints, without its children.
  private struct Listed {
    var path: String
    var range: Range<Int>
  }

  private func atoms(_ file: String) throws -> [Listed] {
    var found: [Listed] = []
    func add(_ atoms: Any?) throws {
      for atom in try #require(atoms as? [[String: Any]]) {
        let start = try #require(atom["offset"] as? Int)
        found.append(
          Listed(
            path: try #require(atom["path"] as? String),
            range: start..<start + (try #require(atom["size"] as? Int))))
        if atom["children"] != nil { try add(atom["children"]) }
      }
    }
    try add(try json(["inspect", file, "--json", "--rows", "0"])["atoms"])
    return found
  }

  private func lines(_ data: Data) throws -> [[String: Any]] {
    try data.split(separator: 0x0A).map {
      try #require(try JSONSerialization.jsonObject(with: $0) as? [String: Any])
    }
  }

  /// A reserved bit has not the name of the value beside it.
  @Test func reservedBits() throws {
    try Tool.withFolder { folder in
      let file = folder.appending(path: "bits.mov")
      var bytes = try Data(contentsOf: Media.root.appending(path: "rates/25.mov"))
      bytes += [0, 0, 0, 18] + Data("padb".utf8) + [0, 0, 0, 0, 0, 0, 0, 3, 0x17, 0x40]
      try bytes.write(to: file)
      let text = try Tool.run(["inspect", file.path, "--at", "\(bytes.count - 2)"]).text
      for line in ["entries[0] = 1, bits 1 to 3", "entries[1] = 7, bits 5 to 7"] {
        #expect(text.contains(line), "\(text)")
      }
      #expect(text.contains("entries[0].reserved = 0, bit 0"), "\(text)")
    }
  }

  /// What `--at` says of a byte is what the listings say: every atom that has it, the fields of the
  /// innermost with `--raw`, and every line of every track that has it.
  @Test(arguments: files)
  func likeTheListings(file: String) throws {
    let opened = try InspectedFile(FilePath(Media.root.appending(path: file).path), showing: nil)
    let size = Int(opened.source.size)
    let atoms = try atoms(file)
    var samples: [(track: Int, line: [String: Any])] = []
    var lists: [(track: Int, line: [String: Any])] = []
    for track in opened.movie?.tracks ?? [] {
      let id = "\(track.id)"
      let document = try json(["samples", file, "--json", "--track", id])
      samples += try #require(document["samples"] as? [[String: Any]]).map { (Int(track.id), $0) }
      let listed = try Tool.run(
        ["extract", "track", file, "--list", "--track", id], cwd: Media.root)
      lists += try lines(listed.stdout).map { (Int(track.id), $0) }
    }
    var generator = Seed.generator(file)
    var offsets = (0..<300).map { _ in Int.random(in: 0..<size, using: &generator) }
    offsets += atoms.flatMap { [$0.range.lowerBound, $0.range.upperBound - 1] }.prefix(300)
    offsets += samples.prefix(100).flatMap { [($0.line["position"] as? Int ?? 0)] }
    func has(_ line: [String: Any], _ offset: Int) -> Bool {
      guard let start = line["position"] as? Int, let size = line["size"] as? Int else {
        return false
      }
      return offset >= start && offset < start + size
    }
    for offset in Set(offsets) where offset < size {
      let place = try BytePlace(UInt64(offset), of: opened)
      #expect(
        place.nodes.map(\.path) == atoms.filter { $0.range.contains(offset) }.map(\.path),
        "\(file) \(offset)")
      if place.nodes.isEmpty { #expect(place.fields.isEmpty) }
      let (shown, listed) = (
        samples.filter { has($0.line, offset) }, lists.filter { has($0.line, offset) }
      )
      #expect(place.sampleCount == shown.count && shown.count == listed.count, "\(file) \(offset)")
      for (found, one) in zip(place.samples, shown) {
        let first = try #require(one.line["sample"] as? Int)
        #expect(Int(found.row.samples.trackID) == one.track)
        #expect((first..<first + (one.line["samples"] as? Int ?? 0)).contains(found.index))
        #expect(found.row.chunk == one.line["chunk"] as? Int)
        let start = Int(found.row.samples.sample.offset)
        #expect(start + Int(found.byte) == offset)
        guard one.line["samples"] as? Int == 1 else { continue }
        #expect(start == one.line["position"] as? Int)
        #expect(found.row.timecode == one.line["timecode"] as? String)
        #expect(found.row.samples.sample.decodeTime == (one.line["dts"] as? Int).map { Int64($0) })
      }
    }
  }

  /// The fields of `--at` are those that `--raw` lists.
  @Test(arguments: files)
  func likeTheRawFields(file: String) throws {
    let opened = try InspectedFile(FilePath(Media.root.appending(path: file).path), showing: nil)
    let bytes = [UInt8](try Data(contentsOf: Media.root.appending(path: file)))
    func check(_ atoms: Any?) throws {
      for atom in try #require(atoms as? [[String: Any]]) {
        for field in try #require(atom["raw"] as? [[String: Any]]).prefix(60) {
          let offset = try #require(field["offset"] as? Int)
          let name = try #require(field["field"] as? String)
          let text = try #require(field["bytes"] as? String)
          #expect(text == hex(bytes[offset..<offset + text.utf8.count / 2]), "\(name)")
          if name.contains("…") { continue }
          let place = try BytePlace(UInt64(offset), of: opened)
          #expect(place.nodes.last?.path == atom["path"] as? String)
          // Of a row, the field itself is told.
          #expect(
            place.fields.contains { $0.name == name || $0.name.hasPrefix(name + ".") },
            "\(file) \(offset) \(name): \(place.fields.map(\.name))")
        }
        if atom["children"] != nil { try check(atom["children"]) }
      }
    }
    try check(
      try json(["inspect", file, "--json", "--raw", "--rows", "8", "--bytes", "24"])["atoms"])
  }

  private func hex(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test func rowsAndBits() throws {
    func fields(_ file: String, _ offset: Int) throws -> [[String: Any]] {
      try #require(
        try json(["inspect", file, "--at", "\(offset)", "--json"])["fields"] as? [[String: Any]])
    }
    let entry = try fields("camera/camera.mov", 47272)
    #expect(entry.map { $0["name"] as? String } == ["entries[0].media_time"])
    #expect(entry[0]["value"] as? String == "2002" && entry[0]["offset"] as? Int == 47270)
    let bits = try fields("camera/camera.mov", 0xb9ea)
    #expect(bits.map { $0["name"] as? String } == ["reserved", "num_of_sequence_parameter_sets"])
    #expect(bits.map { $0["firstBit"] as? Int } == [0, 3])
    #expect(bits.map { $0["bits"] as? Int } == [3, 5] && bits[1]["value"] as? String == "1")
  }

  /// The row of the chunk table that has the chunk of a sample.
  @Test func pointers() throws {
    let place = try json(["inspect", "camera/camera.mov", "--at", "20000", "--json"])
    let pointers = try #require(place["pointers"] as? [[String: Any]])
    let sample = try #require((place["samples"] as? [[String: Any]])?.first)
    #expect(pointers.count == 1)
    #expect(pointers[0]["path"] as? String == "moov/trak[1]/mdia/minf/stbl/stco")
    #expect(pointers[0]["row"] as? Int == sample["chunk"] as? Int)
    let offset = try #require(pointers[0]["offset"] as? Int)
    let size = try #require(pointers[0]["size"] as? Int)
    #expect((offset..<offset + size).contains(20000))
  }

  @Test func hexadecimalAndText() throws {
    let file = "camera/camera.mov"
    let decimal = try Tool.run(["inspect", file, "--at", "47264"], cwd: Media.root)
    #expect(
      decimal.text == (try Tool.run(["inspect", file, "--at", "0xB8A0"], cwd: Media.root)).text)
    #expect(decimal.text.contains("field   entry_count = 1, 4 bytes at 47262: byte 2 of it"))
    let hex = try Tool.run(["inspect", file, "--at", "47264", "--hex"], cwd: Media.root).text
    #expect(hex.contains("4 bytes at 0xb89e: byte 2 of it"))
    for wrong in ["-1", "x", "0x", "99999999999999999999", "1k"] {
      #expect(
        try Tool.run(["inspect", file, "--at", wrong], cwd: Media.root).status == 2, "\(wrong)")
    }
    let beyond = try Tool.run(["inspect", file, "--at", "51727"], cwd: Media.root)
    #expect(beyond.status == 1)
    #expect(beyond.stderr.hasSuffix("the file has no byte 51727; the last one is 51726\n"))
    #expect(try Tool.run(["inspect", file, "--at", "51726"], cwd: Media.root).status == 0)
  }

  /// The text of a value on one short line.
  @Test func valuesOnOneLine() {
    func text(_ value: FieldValue) -> String? { FieldText.short(value, offsets: .hexadecimal) }
    #expect(text(.unsigned(12)) == "12" && text(.offset(12)) == "0xc")
    #expect(
      text(.bytes([UInt8](repeating: 7, count: 40)[...])) == String(repeating: "07", count: 30)
        + "…")
    #expect(text(.list([.unsigned(1), .bool(true)])) == "1, yes")
    #expect(text(.text(String(repeating: "a", count: 100)))?.last == "…")
  }
}
