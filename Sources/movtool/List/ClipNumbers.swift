import MovKit

/// The numbers in the names of the clips of a folder.
///
/// Names that differ only in numbers form a series. It is counted by the last of its numbers that is
/// not the same in all names: the 3 of `A001C003_170101_R1AB.mov`. Numbers of more than five digits,
/// such as dates, times and serial numbers, count as letters.
struct ClipNumbers {
  private struct Series: Hashable {
    /// The parts between the numbers.
    let texts: [[UInt8]]
  }

  private struct Member {
    let clip: Int
    let numbers: [[UInt8]]
  }

  private static let mostDigits = 5

  /// The clips before which at least one number is missing.
  let afterGaps: [Int]

  init(_ names: [(clip: Int, name: [UInt8])]) {
    var all: [Series: [Member]] = [:]
    for (clip, name) in names {
      let (texts, numbers) = Self.parts(of: name)
      guard !numbers.isEmpty else { continue }
      all[Series(texts: texts), default: []].append(Member(clip: clip, numbers: numbers))
    }
    afterGaps = all.values.flatMap(Self.afterGaps)
  }

  private static func afterGaps(_ series: [Member]) -> [Int] {
    guard let first = series.first,
      let counter = first.numbers.indices.last(where: { place in
        series.contains { $0.numbers[place] != first.numbers[place] }
      })
    else { return [] }
    // Clips that differ in another number as well, such as that of the card, are counted apart.
    let rows = Dictionary(grouping: series) { member in
      member.numbers.enumerated().filter { $0.offset != counter }.map(\.element)
    }
    return rows.values.flatMap { row in
      let places = row.compactMap { member in
        Int(String(decoding: member.numbers[counter], as: UTF8.self)).map { ($0, member.clip) }
      }.sorted { $0 < $1 }
      let numbers = Set(places.map(\.0))
      // Neither can overflow: a number has at most five digits.
      return places.filter { $0.0 != places.first?.0 && !numbers.contains($0.0 - 1) }.map(\.1)
    }
  }

  /// Splits a name without its extension. The names of GoPro cameras have two digits for the chapter
  /// before the four of the recording (`GX020015`; older: `GOPR0015` and `GP020015`), and all
  /// chapters have the number of their recording.
  private static func parts(of name: [UInt8]) -> (texts: [[UInt8]], numbers: [[UInt8]]) {
    let stem = FilePath(bytes: name).stem
    let letters = stem.prefix { !NaturalOrder.isDigit($0) }
    let digits = stem.dropFirst(letters.count)
    if digits.allSatisfy(NaturalOrder.isDigit),
      letters.elementsEqual("GOPR".utf8) && digits.count == 4
        || letters.count == 2 && letters.first == UInt8(ascii: "G") && digits.count == 6
    {
      return ([Array("GoPro".utf8)], [Array(digits.suffix(4))])
    }
    var texts: [[UInt8]] = [[]]
    var numbers: [[UInt8]] = []
    var rest = stem
    while let next = rest.first {
      let digits = rest.prefix(while: NaturalOrder.isDigit)
      if digits.isEmpty {
        texts[texts.count - 1].append(next)
        rest = rest.dropFirst()
      } else if digits.count > mostDigits {
        texts[texts.count - 1] += digits
        rest = rest.dropFirst(digits.count)
      } else {
        numbers.append(Array(digits))
        texts.append([])
        rest = rest.dropFirst(digits.count)
      }
    }
    return (texts, numbers)
  }
}
