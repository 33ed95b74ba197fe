import Foundation
import Testing

@testable import movtool

/// `movtool timecode`. The expected numbers are counted by hand from SMPTE ST 12-1.
@Suite struct CalculateTimecodeTests {
  private func run(_ arguments: [String]) throws -> Tool.Result {
    try Tool.run(["timecode"] + arguments)
  }

  static let sums: [(String, [String], frames: String, timecode: String)] = [
    ("01:00:00;00 + 100f", ["--rate", "29.97"], "107992", "01:00:03;10"),
    ("10:00:30:12 - 10:00:00:00", ["--rate", "25"], "762", "00:00:30:12"),
    ("10:00:00:00 - 10:00:30:12", ["--rate", "25"], "-762", "-00:00:30:12"),
    ("01:00:00:00 + 01:00:00:00", ["--rate", "25"], "180000", "02:00:00:00"),
    // A place on the clock has the number of its label, with and without another rate.
    ("23:59:59:24 + 1f", ["--rate", "25"], "0", "00:00:00:00"),
    ("23:59:59:24 + 1f", ["--rate", "25", "--to-rate", "25"], "0", "00:00:00:00"),
    ("24:00:00:00", ["--rate", "25"], "0", "00:00:00:00"),
    ("23:59:59;29 + 2f", ["--rate", "29.97"], "1", "00:00:00;01"),
    ("23:59:59:23", ["--rate", "23.976", "--to-rate", "25"], "2159", "00:01:26:09"),
    ("23:59:59:24 + 1f", ["--rate", "25", "--no-wrap"], "2160000", "24:00:00:00"),
    ("00:00:00:00 - 1f", ["--rate", "25"], "2159999", "23:59:59:24"),
    ("00:00:00:00 -1f", ["--rate", "25", "--no-wrap"], "-1", "-00:00:00:01"),
    // Drop frame skips labels 00 and 01 of each minute but every tenth.
    ("00:00:59;29 + 1f", ["--rate", "29.97"], "1800", "00:01:00;02"),
    ("00:09:59;29 + 1f", ["--rate", "29.97"], "17982", "00:10:00;00"),
    ("00:00:59;59 + 1f", ["--rate", "59.94"], "3600", "00:01:00;04"),
    ("01:00:00:00", ["--rate", "29.97", "--drop-frame"], "108000", "01:00:03;18"),
    ("01:00:00,00", ["--rate", "29.97", "--non-drop-frame"], "107892", "00:59:56:12"),
    ("1s", ["--rate", "29.97"], "30", "00:00:01:00"),
    ("100.1s", ["--rate", "29.97"], "3000", "00:01:40:00"),
    ("10f * 3 + 1s x 2", ["--rate", "24"], "78", "00:00:03:06"),
    ("1f -2f - -4f", ["--rate", "24"], "3", "00:00:00:03"),
    (
      "00:00:00:00 * 9223372036854775807 + 00:00:00:00 * 9223372036854775807", ["--rate", "25"],
      "0", "00:00:00:00"
    ),
    ("12+04ft", ["--rate", "24"], "196", "00:00:08:04"),
    ("90ft", ["--rate", "24"], "1440", "00:01:00:00"),
    ("01:00:00:00", ["--rate", "24", "--to-rate", "25"], "90000", "01:00:00:00"),
    ("01:00:00:00", ["--rate", "23.976", "--to-rate", "25"], "90090", "01:00:03:15"),
    ("01:00:00;00", ["--rate", "29.97", "--to-rate", "25"], "90000", "01:00:00:00"),
    (
      "01:00:00:10", ["--rate", "24", "--to-rate", "25", "--keep", "labels"], "90010",
      "01:00:00:10"
    ),
    (
      "01:00:00;00", ["--rate", "29.97", "--to-rate", "59.94", "--keep", "labels"], "215784",
      "01:00:00;00"
    ),
  ]

  @Test(arguments: sums.indices)
  func sum(number: Int) throws {
    let (expression, options, frames, timecode) = Self.sums[number]
    for (form, expected) in [("frames", frames), ("timecode", timecode)] {
      let result = try run([expression, "--as", form] + options)
      #expect(
        result.status == 0 && result.text == expected + "\n", "\(result.text)\(result.stderr)")
    }
  }

  /// 107992 frames of 1001/30000 s are 108099992/30000 s, and 16 of them are a foot of film.
  @Test(arguments: [("seconds", "3603.333067"), ("feet", "6749+08")])
  func otherForms(form: String, expected: String) throws {
    let result = try run(["01:00:00;00 + 100f", "--rate", "29.97", "--as", form])
    #expect(result.status == 0 && result.text == expected + "\n", "\(result.text)\(result.stderr)")
  }

  /// 107992 frames of 1001/30000 s are 108099992/30000 s.
  @Test func json() throws {
    let result = try run(["01:00:00;00", "+", "100f", "--rate", "29.97", "--json"])
    let document = try #require(
      try JSONSerialization.jsonObject(with: result.stdout) as? [String: Any])
    #expect(document["schema"] as? String == "urn:movtool:timecode-result:1")
    #expect(document["expression"] as? String == "01:00:00;00 + 100f")
    #expect(document["timecode"] as? String == "01:00:03;10")
    #expect(document["frames"] as? Int == 107992)
    #expect(document["feet"] as? String == "6749+08")
    #expect(document["dropFrame"] as? Bool == true && document["wraps"] as? Bool == true)
    #expect(document["time"] as? [String: Int] == ["value": 108_099_992, "timescale": 30000])
    #expect(document["rate"] as? [String: Int] == ["numerator": 30000, "denominator": 1001])
    let both = try run(["1f", "--rate", "25", "--json", "--as", "frames"])
    #expect(both.status == 2 && both.stderr.contains("cannot be used together"))
    // What is too long for a time in 64 bits has none.
    let long = try run(["9000000000000000000f", "--rate", "23.976", "--json"])
    #expect(long.status == 0 && long.text.contains("\"time\": null"), "\(long.text)")
  }

  /// A place on the clock is converted the same way, wherever a sum came to it. Drop frame makes up for what
  /// 30 frames per second do not lack.
  @Test(arguments: [
    (["23:59:59;29 + 1f", "--rate", "29.97", "--to-rate", "25"], "00:00:00:00"),
    (["00:00:00;00", "--rate", "29.97", "--to-rate", "25"], "00:00:00:00"),
    (["23:59:59:23 + 1f", "--rate", "23.976", "--to-rate", "25"], "00:00:00:00"),
    (["00:00:00:00 - 1f", "--rate", "23.976", "--to-rate", "25"], "00:01:26:09"),
    (["23:59:59:23", "--rate", "23.976", "--to-rate", "25"], "00:01:26:09"),
    (["01:00:00;00", "--rate", "29.97", "--to-rate", "30"], "01:00:00:00"),
    (["01:00:00;00", "--rate", "30"], "01:00:00;00"),
  ])
  func placesAreConverted(arguments: [String], expected: String) throws {
    #expect(try run(arguments + ["--as", "timecode"]).text == expected + "\n")
  }

  @Test func allForms() throws {
    let result = try run(["3600s", "--rate", "23.976"])
    #expect(
      result.text == """
        timecode  00:59:56:10
        frames    86314
        seconds   3600.013083
        feet      5394+10
        rate      23.976 fps (24000/1001), non-drop frame

        """)
    // Words of one expression may be arguments of their own.
    let words = try run(["01:00:00:00", "+", "2s", "--rate", "25", "--as", "timecode"])
    #expect(words.text == "01:00:02:00\n")
  }

  @Test(arguments: [
    (["hello"], "'hello' is not a timecode"), ([" "], "the expression is empty"),
    (["1f +"], "ends in a sign"), (["1f 2f"], "'2f' comes where"),
    (["1f * 2.5"], "'2.5' after '*' is not a whole number"),
    (["00:01:00;00"], "00:01:00;00 is not a valid drop-frame label"),
    (["01:00:00:30"], "frame 30 does not exist"), (["01:00:00.00"], "is ambiguous"),
    (["9223372036854775807f * 2"], "more than 64 bits"),
    (["9223372036854775807ft"], "more than 64 bits"),
    (["99999999999999999999f"], "is not a timecode"),
    (["01:00:00;00", "--to-rate", "25", "--drop-frame"], "drop frame is for 29.97"),
    (["00:00:00:29", "--to-rate", "24", "--keep", "labels"], "frame 29 does not exist"),
    (["1f", "--keep", "labels"], "'--keep' requires '--to-rate'"),
    (["clip.mov"], "'movtool extract timecode FILE' prints the timecode of a movie"),
  ])
  func refused(arguments: [String], message: String) throws {
    let result = try run(arguments + ["--rate", "29.97"])
    #expect(result.status == 2 && result.text.isEmpty)
    #expect(result.stderr.contains(message), "\(result.stderr)")
  }

  /// Any words end with a result or with a message, never with a trap.
  @Test func anyWords() {
    let parts = [
      "01:00:00:00", "00:00:00;02", "-1f", "+", "-", "*", "x", "3", "2.5s", "12+15ft", "9ft", "",
      "é", "99999999:59:59:23", "9223372036854775807f", "*", "+", "-",
    ]
    let rates = ["24", "29.97", "1/2", "2147483647", "119.88"].compactMap { CountingRate($0) }
    var state: UInt64 = 1
    func next(below count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var understood = 0
    for _ in 0..<2000 {
      let words = (0..<next(below: 7)).map { _ in parts[next(below: parts.count)] }
      guard let sum = try? TimecodeExpression(words.joined(separator: " ")) else { continue }
      understood += 1
      _ = sum.isPlace
      for rate in rates { _ = try? sum.frames(at: rate) }
    }
    #expect(understood > 100)
  }
}
