import Foundation
import Testing

@testable import movtool

/// The columns of integers of a page, read by a second implementation.
@Suite struct PackedColumnTests {
  /// Reads the values of a column from its JSON.
  static func values(_ json: Any?) throws -> [Int] {
    let column = try #require(json as? [String: Any])
    let count = try #require(column["count"] as? Int)
    if let runs = column["runs"] as? [[Int]] {
      let values = runs.flatMap { Array(repeating: $0[1], count: $0[0]) }
      #expect(values.count == count)
      return values
    }
    let text = try #require(column["packed"] as? String)
    var bytes = Array(try #require(Data(base64Encoded: text)))[...]
    func variable() throws -> UInt64 {
      var (number, shift): (UInt64, UInt64) = (0, 0)
      while true {
        let next = bytes.popFirst()
        let byte = try #require(next)
        number |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return number }
        shift += 7
      }
    }
    var values: [Int] = []
    while values.count < count {
      let zigzag = try variable()
      let minimum = Int(zigzag >> 1) ^ -Int(zigzag & 1)
      let step = Int(try variable())
      let next = bytes.popFirst()
      let code = Int(try #require(next))
      let width = code == 255 || code < 128 ? code : code - 128
      let length = min(256, count - values.count)
      if width == 255 {
        for _ in 0..<length { values.append(values[values.count - step]) }
        continue
      }
      let block = Array(bytes.prefix((length * width + 7) / 8))
      bytes = bytes.dropFirst(block.count)
      var numbers = [Int](repeating: 0, count: length)
      for index in 0..<length {
        for bit in 0..<width {
          let place = index * width + bit
          numbers[index] |= Int(block[place / 8] >> UInt8(place % 8) & 1) << bit
        }
      }
      if code >= 128 {
        var index = -1
        for _ in 0..<(try variable()) {
          index += Int(try variable()) + 1
          numbers[index] |= Int(try variable()) << width
        }
      }
      values += numbers.map { minimum + $0 * step }
    }
    #expect(bytes.isEmpty)
    guard column["delta"] as? Bool == true else { return values }
    var sum = 0
    return values.map {
      sum += $0
      return sum
    }
  }

  private func json(_ column: PackedColumn) throws -> [String: Any] {
    let output = Output.memory()
    var json = JSONWriter(to: output, layout: .compact)
    try json.value(column)
    try json.endDocument()
    return try #require(
      try JSONSerialization.jsonObject(with: Data(output.contents)) as? [String: Any])
  }

  private func column(_ values: some Sequence<Int>, isDelta: Bool = false) -> PackedColumn {
    var column = PackedColumn(isDelta: isDelta)
    for value in values { column.append(value) }
    column.finish()
    return column
  }

  @Test func fewRunsStayRuns() throws {
    let found = try json(column([5, 5, 5, -1, 0, 0]))
    #expect(
      found["runs"] as? [[Int]] == [[3, 5], [1, -1], [2, 0]] && found["count"] as? Int == 6)
    #expect(found["packed"] == nil && found["delta"] == nil)
    #expect(try json(column([]))["runs"] as? [[Int]] == [])
  }

  /// 66 values: −2, and 4 more each from 250 to 506. The minimum −2 is 3 in zigzag, the step 4, and the
  /// numbers 0 and 63 to 127 take 7 bits each.
  @Test func bytesByHand() throws {
    let numbers = [0] + Array(63...127)
    let made = column(numbers.map { 4 * $0 - 2 })
    var bits = ""
    for number in numbers {
      let digits = String(number, radix: 2)
      let padded = String(repeating: "0", count: 7 - digits.count) + digits
      bits += String(padded.reversed())
    }
    bits += String(repeating: "0", count: (8 - bits.count % 8) % 8)
    let bytes = stride(from: 0, to: bits.count, by: 8).map { place -> UInt8 in
      let start = bits.index(bits.startIndex, offsetBy: place)
      let byte = String(bits[start..<bits.index(start, offsetBy: 8)].reversed())
      return UInt8(byte, radix: 2) ?? 0
    }
    #expect(made.packed == [3, 4, 7] + bytes && made.isPacked)
    // As differences: the first is −2, the others 4. 6 bytes: −2, 66 times a bit.
    let differences = column((0..<66).map { 4 * $0 - 2 }, isDelta: true)
    #expect(differences.packed.prefix(4) == [3, 6, 1, 0xFE])
    #expect(try json(differences)["delta"] as? Bool == true)
    // A minimum of 300 is 600 in zigzag, in two bytes, and one value has no bits.
    var large = column((0..<322).map { $0 < 256 ? $0 : 300 })
    #expect(large.packed.suffix(4) == [0xD8, 4, 0, 0])
    large.finish()
    #expect(large.count == 322)
  }

  /// One value among bits that needs ten: all get one bit, and it a patch. 1000 is 500 · 2.
  @Test func patchesByHand() throws {
    let values = (0..<66).map { $0 == 40 ? 1000 : $0 % 2 }
    let made = column(values)
    let bits = [UInt8](repeating: 0xAA, count: 8) + [2]
    #expect(made.packed == [0, 1, 128 + 1] + bits + [1, 40, 0xF4, 3])
    #expect(try Self.values(json(made)) == values)
  }

  @Test func repetitionsAreShort() throws {
    let pattern = [2002, 5005, 2002, 0, 1001]
    let made = column((0..<2000).map { pattern[$0 % 5] })
    // One block of three bits, and seven that say how far before.
    #expect(made.packed.count == 3 + 1 + 96 + 7 * 3 && made.packed.suffix(3) == [0, 5, 255])
    #expect(try Self.values(json(made)) == (0..<2000).map { pattern[$0 % 5] })
  }

  private struct Noise: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  @Test(arguments: [1, 2, 63, 64, 65, 255, 256, 257, 511, 512, 513, 1000])
  func roundTrip(count: Int) throws {
    var noise = Noise(state: UInt64(count))
    for bits in [0, 1, 3, 8, 14, 24, 31, 32, 40, 53] {
      for (step, low) in [(1, 0), (1001, -5), (1, -(1 << bits))] where bits < 40 || step == 1 {
        let values = (0..<count).map { _ in
          Int(noise.next() & (1 << UInt64(bits) - 1)) * step + low
        }
        #expect(try Self.values(json(column(values))) == values)
        let growing = values.map { $0 & 0xFFFF_FFFF }.reduce(into: []) { sums, value in
          sums.append((sums.last ?? 0) + value)
        }
        #expect(try Self.values(json(column(growing, isDelta: true))) == growing)
      }
    }
  }

  @Test func whatIsTooLargeIsCut() throws {
    let most = 1 << 53
    for isDelta in [false, true] {
      var made = PackedColumn(isDelta: isDelta)
      for _ in 0..<100 {
        made.append(UInt64.max)
        made.append(Int64.min)
      }
      made.finish()
      #expect(made.hasCutValues)
      #expect(try Self.values(json(made)) == (0..<200).map { $0 % 2 == 0 ? most : -most })
    }
    var plain = column([most, -most])
    plain.finish()
    #expect(!plain.hasCutValues)
  }

  /// Runs take no time for each value, and what is packed ends at a limit.
  @Test func veryManyValues() throws {
    var sound = PackedColumn(expecting: 1 << 40)
    sound.append(4, count: 1 << 40)
    #expect(sound.count == 1 << 40 && sound.runs.count == 1 && !sound.isShort)
    var long = PackedColumn(mostPacked: 1000)
    for value in 0..<70 { long.append(value, count: 1 << 40) }
    long.finish()
    #expect(long.isShort && long.count == 1000)
    #expect(try Self.values(json(long)) == Array(repeating: 0, count: 1000))
    // Packets of old sound, of which a table of a few bytes can claim any number.
    var packets = PackedColumn(expecting: 1 << 40)
    for _ in 0..<100_000 {
      packets.append(34)
      packets.append(0, count: 63)
    }
    packets.finish()
    #expect(packets.isShort && packets.isPacked && packets.count == 1 << 22)
    // Expected values may be in more runs, and a million take what their bits do.
    var runs = PackedColumn(expecting: 64_000)
    for value in 0..<1000 { runs.append(value, count: 64) }
    #expect(!runs.isPacked && runs.runs.count == 1000)
    var noise = Noise(state: 1)
    var million = PackedColumn(expecting: 1_000_000)
    for _ in 0..<1_000_000 { million.append(noise.next() & 0x3FFF) }
    million.finish()
    #expect(million.packed.count <= 1_000_000 * 14 / 8 + 3907 * 6)
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func base64(text: String, expected: String) throws {
    // RFC 4648, 10.
    #expect(Base64.text(of: text.utf8) == expected)
    #expect(Base64.length(of: text.utf8.count) == expected.count)
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
    let output = Output.memory()
    var json = JSONWriter(to: output)
    try json.base64(bytes)
    try json.endDocument()
    let written = String(decoding: output.contents, as: UTF8.self)
    #expect(written == "\"\(Data(bytes).base64EncodedString())\"\n")
  }
}
