import Foundation
import Testing

@testable import movtool

/// `movtool samples`, against the other listings of samples.
@Suite struct SamplesTests {
  private static let files = [
    "camera/camera.mov", "timecode/25.mov", "timecode/2997-df.mov", "fragments/timecode.mov",
    "fragments/moov-with-samples.mp4", "fragments/every-frame.mp4", "codecs/x264-open-gop.mp4",
    "edits/cut-by-copy.mov", "edits/negative-offsets.mp4", "sound/pcm-24.mov", "sound/aac.m4a",
    "sound/ima4.mov",
  ]

  private func json(_ arguments: [String]) throws -> [String: Any] {
    let result = try Tool.run(arguments, cwd: Media.root)
    #expect(result.status == 0, "\(arguments): \(result.stderr)")
    return try #require(
      try JSONSerialization.jsonObject(with: result.stdout) as? [String: Any], "\(arguments)")
  }

  private func samples(_ file: String, _ more: String...) throws -> [[String: Any]] {
    try #require(try json(["samples", file, "--json"] + more)["samples"] as? [[String: Any]])
  }

  private func lines(_ arguments: [String]) throws -> [[String: Any]] {
    try Tool.run(arguments, cwd: Media.root).stdout.split(separator: 0x0A).map {
      try #require(try JSONSerialization.jsonObject(with: $0) as? [String: Any])
    }
  }

  /// What `extract track --list` says of a sample, `samples` says too.
  @Test(arguments: files)
  func likeTheList(file: String) throws {
    let document = try json(["samples", file, "--json"])
    let track = try #require(document["track"] as? [String: Any])
    let samples = try #require(document["samples"] as? [[String: Any]])
    let listed = try lines(
      ["extract", "track", file, "--list", "--track", "\(try #require(track["trackID"]))"])
    #expect(samples.count == listed.count && !samples.isEmpty)
    for (sample, line) in zip(samples, listed) {
      for (key, value) in line where key != "offset" && key != "timescale" {
        #expect(sample[key] as? NSObject == value as? NSObject, "\(file) \(key)")
      }
      #expect(line["timescale"] as? NSObject == track["timescale"] as? NSObject)
    }
  }

  /// The frames that are shown have the times and the timecode of `extract timecode --frames`.
  @Test(arguments: [
    "timecode/25.mov", "timecode/2997-df.mov", "timecode/23976.mov", "timecode/25-midnight.mov",
    "fragments/timecode.mov", "timecode/5994-df-minute.mov", "timecode/24-frame-1001.mov",
  ])
  func likeTheFrames(file: String) throws {
    let shown = try samples(file, "--track", "video").compactMap { sample -> (Double, String?)? in
      guard let time = sample["shownAt"] as? [String: Any] else { return nil }
      return (try seconds(time), sample["timecode"] as? String)
    }.sorted { $0.0 < $1.0 }
    let frames = try lines(["extract", "timecode", "--frames", file])
    #expect(shown.count == frames.count && !shown.isEmpty)
    for (one, frame) in zip(shown, frames) {
      #expect(one.0 == (try seconds(try #require(frame["movieTime"] as? [String: Any]))))
      #expect(one.1 == frame["timecode"] as? String, "\(file)")
    }
  }

  private func seconds(_ time: [String: Any]) throws -> Double {
    Double(try #require(time["value"] as? Int)) / Double(try #require(time["timescale"] as? Int))
  }

  /// The rows of the tables agree on what a row says.
  @Test(arguments: files)
  func csvAndText(file: String) throws {
    let samples = try samples(file)
    let rows = try Tool.run(["samples", file, "--csv"], cwd: Media.root).text
      .components(separatedBy: "\r\n")
    let names = try #require(rows.first).split(separator: ",").map(String.init)
    #expect(rows.count == samples.count + 2 && rows.last == "")
    for (sample, row) in zip(samples, rows.dropFirst()) where !row.contains("\"") {
      let fields = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      #expect(fields.count == names.count)
      for (name, field) in zip(names, fields) {
        if let number = sample[name] as? Int { #expect(field == "\(number)", "\(name)") }
        if name == "timecode" { #expect(field == sample["timecode"] as? String ?? "") }
      }
    }
    let text = try Tool.run(["samples", file], cwd: Media.root).text.split(separator: "\n")
    #expect(text.count == samples.count + 2)
    for (sample, line) in zip(samples, text.dropFirst(2)) {
      let words = line.split(separator: " ")
      #expect(words.first.map(String.init) == "\(try #require(sample["sample"]))")
      #expect(words.contains("\(try #require(sample["position"]))"))
    }
  }

  /// Each chunk is contiguous, and the chunks of `stco` begin where the first samples of chunks do.
  @Test(arguments: files)
  func chunks(file: String) throws {
    let samples = try samples(file)
    var starts: [Int] = []
    var last = -1
    var end = 0
    for sample in samples {
      let chunk = try #require(sample["chunk"] as? Int)
      let position = try #require(sample["position"] as? Int)
      if chunk != last {
        #expect(chunk == last + 1)
        starts.append(position)
        last = chunk
      } else {
        #expect(position == end)
      }
      end = position + (try #require(sample["size"] as? Int))
    }
    let path = try #require(
      (try json(["samples", file, "--json"])["track"] as? [String: Any])?["path"] as? String)
    let tree = try json(["inspect", file, "--json", "--find", "\(path)/mdia/minf/stbl/stco"])
    let table = (tree["atoms"] as? [[String: Any]])?.first?["fields"] as? [String: Any]
    let offsets = try #require(table?["offsets"] as? [Int])
    #expect(starts.starts(with: offsets))
  }

  // MARK: Many samples

  /// A movie of 12,500 frames.
  private func many(_ name: String, in folder: URL, _ options: String...) throws -> URL {
    let file = folder.appending(path: name)
    _ = try MediaTools.output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=16x16:rate=100", "-t", "125",
        "-c:v", "mpeg4", "-g", "37", "-bf", "1",
      ] + options + [file.path])
    return file
  }

  /// Many samples are listed by several threads, which print what one thread prints of a stretch of the
  /// movie that is all of it.
  @Test func manySamples() throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let files = [
        try many("many.mov", in: folder, "-timecode", "01:00:00:00"),
        try many("many.mp4", in: folder, "-movflags", "frag_keyframe+empty_moov"),
      ]
      for file in files {
        for form in [["--json"], ["--compact"], ["--csv"], [], ["--color", "always"]] {
          let list = ["samples", file.path] + form
          let (all, stretch) = (try Tool.run(list), try Tool.run(list + ["--from", "0"]))
          #expect(all.status == 0 && all.stdout.count > 500_000)
          #expect(all.stdout == stretch.stdout, "\(list)")
        }
      }
    }
  }

  /// The list of many samples has the times, sizes and places of ffprobe.
  @Test func listOfManySamples() throws {
    guard MediaTools.has("ffmpeg", "ffprobe") else { return }
    try Tool.withFolder { folder in
      let files = [
        try many("many.mov", in: folder),
        try many("many.mp4", in: folder, "-movflags", "frag_keyframe+empty_moov"),
      ]
      for file in files {
        let lines = try lines(["extract", "track", file.path, "--list", "--track", "video"])
        let packets = try MediaTools.output(
          "ffprobe",
          [
            "-v", "error", "-show_entries", "packet=dts,size,pos", "-of", "csv=p=0", file.path,
          ])
        var offset = 0
        let expected = String(decoding: packets, as: UTF8.self).split(separator: "\n").map { line in
          let numbers = line.split(separator: ",").compactMap { Int($0) }
          defer { offset += numbers[1] }
          return numbers + [offset]
        }
        #expect(lines.count == 12_500 && expected.count == 12_500)
        // ffprobe counts from what the edit list shows first.
        let shift = try #require(lines[0]["dts"] as? Int) - expected[0][0]
        for (index, (line, packet)) in zip(lines, expected).enumerated() {
          let numbers = ["sample", "dts", "size", "position", "offset"].map { line[$0] as? Int }
          #expect(numbers == [index, packet[0] + shift] + packet[1...])
        }
      }
    }
  }

  /// A reader that has seen enough ends all threads, without a message.
  @Test func manySamplesToAClosedPipe() throws {
    guard MediaTools.has("ffmpeg") else { return }
    try Tool.withFolder { folder in
      let file = try many("many.mov", in: folder)
      let result = try Tool.shell(
        #"{ "$TOOL" samples "\#(file.path)"; echo "status $?" >&2; } | head -n 3"#)
      #expect(result.text.split(separator: "\n").count == 3)
      #expect(result.stderr == "status 0\n")
    }
  }

  @Test func groups() throws {
    let samples = try samples("camera/camera.mov", "--track", "audio")
    for sample in samples {
      let groups = try #require(sample["groups"] as? [[String: Any]])
      #expect(groups.count == 1 && groups[0]["type"] as? String == "roll")
      #expect(groups[0]["group"] as? Int == 1 && sample["rollDistance"] as? Int == -1)
    }
    #expect(samples.count == 142)
  }

  // MARK: --at

  @Test func at() throws {
    let file = "timecode/25.mov"
    let all = try samples(file)
    let first = try #require(all[0]["timecode"] as? String)
    #expect(first == "01:30:15:07")
    for (index, sample) in all.enumerated() where index % 7 == 0 {
      let timecode = try #require(sample["timecode"] as? String)
      let around = try samples(file, "--at", timecode)
      let expected = all[max(0, index - 5)...min(all.count - 1, index + 5)].map {
        $0["sample"] as? Int
      }
      #expect(around.map { $0["sample"] as? Int } == expected)
      #expect(
        around.filter { $0["asked"] as? Bool == true }.map { $0["sample"] as? Int } == [index])
    }
    let text = try Tool.run(["samples", file, "--at", "0.4"], cwd: Media.root).text
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("> ") }.count == 1)
    let within = try samples(file, "--at", "0.4", "--from", "0.2", "--to", "0.6")
    #expect(within.contains { $0["asked"] as? Bool == true } && within.count > 10)
    let keys = try samples(file, "--at", "1.2", "--keys")
    #expect(keys.allSatisfy { $0["sync"] as? Bool == true || $0["asked"] as? Bool == true })
  }

  @Test func whatIsNotThere() throws {
    let late = try Tool.run(["samples", "timecode/25.mov", "--at", "9"], cwd: Media.root)
    #expect(late.status == 1 && late.text.isEmpty)
    #expect(
      late.stderr.hasSuffix("track 1 shows nothing at 00:00:09.000; it ends at 00:00:02.000\n"),
      "\(late.stderr)")
    // Its edit list shows nothing for 478 ms.
    let early = try Tool.run(
      ["samples", "edits/late-sound.mp4", "--track", "audio", "--at", "0"], cwd: Media.root)
    #expect(
      early.stderr.hasSuffix("track 2 shows nothing at 00:00:00.000; it begins at 00:00:00.478\n"),
      "\(early.stderr)")
    let units = try Tool.run(
      ["samples", "camera/camera.mov", "--track", "audio", "--units"], cwd: Media.root)
    #expect(units.status == 1)
    #expect(
      units.stderr.hasSuffix("'--units' is for H.264 and HEVC; the track is 2 (audio, mp4a)\n"),
      "\(units.stderr)")
    let wrong = try Tool.run(
      ["samples", "timecode/25.mov", "--from", "2", "--to", "1"], cwd: Media.root)
    #expect(wrong.status == 2)
  }

  /// Samples that the edit list leaves out are listed without a time.
  @Test func notShown() throws {
    let all = try samples("edits/cut-by-copy.mov")
    #expect(all.contains { $0["shownAt"] is NSNull && $0["timecode"] is NSNull })
    #expect(all.contains { !($0["shownAt"] is NSNull) })
  }

  // MARK: --units

  /// The units of a sample fill it, but for their lengths.
  @Test(arguments: ["camera/camera.mov", "codecs/x264-interlaced.mov", "fragments/plain.mp4"])
  func units(file: String) throws {
    var names: Set<String> = []
    for sample in try samples(file, "--units") {
      var place = try #require(sample["position"] as? Int)
      for unit in try #require(sample["units"] as? [[String: Any]]) {
        #expect(unit["position"] as? Int == place + 4)
        place += 4 + (try #require(unit["size"] as? Int))
        if let name = unit["name"] as? String { names.insert(name) }
      }
      let end = try #require(sample["position"] as? Int) + (try #require(sample["size"] as? Int))
      #expect(place == end)
    }
    #expect(names.isSuperset(of: ["IDR slice", "slice"]))
  }

  @Test func damagedUnits() throws {
    try Tool.withFolder { folder in
      var bytes = try Data(contentsOf: Media.root.appending(path: "timecode/25.mov"))
      let place = try #require(try samples("timecode/25.mov")[3]["position"] as? Int)
      bytes[place] = 0x7F
      let copy = folder.appending(path: "a.mov")
      try bytes.write(to: copy)
      let all = try samples(copy.path, "--units")
      #expect(all.filter { $0["unitsProblem"] != nil }.map { $0["sample"] as? Int } == [3])
      let text = try Tool.run(["samples", copy.path, "--units"])
      #expect(text.status == 0 && text.text.contains("bytes needed"))
    }
  }

  // MARK: Form

  /// A terminal that is too narrow shows whole lines of fewer columns.
  @Test(arguments: [
    (80, ["sample", "key", "dts", "pts", "shown at", "size", "position", "chunk", "dependencies"]),
    (60, ["sample", "key", "dts", "pts", "shown at", "size", "position"]),
  ])
  func narrow(width: Int, columns: [String]) throws {
    guard MediaTools.has("python3") else { return }
    let movie = Media.root.appending(path: "camera/camera.mov").path
    let text = try PseudoTerminal.output(
      "\"$TOOL\" samples --no-pager '\(movie)'", ["COLUMNS": "\(width)", "NO_COLOR": "1"])
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.count > 90 && lines.allSatisfy { $0.count <= width })
    let header = try #require(lines.dropFirst().first)
    #expect(header.split(separator: #/  +/#).map(String.init) == columns, "\(header)")
  }

  /// What is no terminal has all columns.
  @Test func wide() throws {
    let result = try Tool.run(["samples", "camera/camera.mov"], cwd: Media.root)
    #expect(result.text.split(separator: "\n")[1].contains("dependencies"))
    let track = try Tool.run(["samples", "sound/pcm-24.mov"], cwd: Media.root).text
    #expect(track.hasPrefix("track 1 (audio, "))
    #expect(track.split(separator: "\n")[1].contains("count"))
  }

  @Test func standardInput() throws {
    let file = Media.root.appending(path: "timecode/25.mov")
    let piped = try Tool.run(["samples", "-", "--csv"], stdin: try Data(contentsOf: file))
    #expect(piped.text == (try Tool.run(["samples", file.path, "--csv"])).text)
    #expect(piped.status == 0)
  }
}
