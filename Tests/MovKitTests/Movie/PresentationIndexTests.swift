import TestSupport
import Testing

@testable import MovKit

/// Samples by the times at which they are shown, against looking at all of them.
@Suite struct PresentationIndexTests {
  /// What a decoder can do: it begins at an entry point, and what is shown before that is lost.
  private func isDecodable(
    _ wanted: Int, from first: Int, _ samples: [SampleTable.Sample]
  ) -> Bool {
    if first == 0 { return true }
    let entry = samples[...wanted].last {
      $0.isSync && $0.presentationTime <= samples[wanted].presentationTime
    }
    return entry.map { $0.index >= first } ?? false
  }

  /// Groups of pictures with reordering; some of them open, so that pictures that follow the sync
  /// sample in decode order are shown before it.
  private func clip(_ g: inout SplitMix64) -> ExpandedSamples {
    var expanded = ExpandedSamples()
    var offsets: [(UInt32, Int32)] = []
    var sync: [UInt32] = []
    let tick: Int32 = 10
    for group in 0..<(1 + g.next() % 5) {
      sync.append(UInt32(offsets.count + 1))
      let isOpen = group > 0 && g.once(in: 2)
      // I or P, then two pictures that are shown before it.
      for triple in 0..<(1 + g.next() % 4) {
        let leads = triple > 0 || isOpen
        offsets.append((1, leads ? 3 * tick : tick))
        guard leads else { continue }
        offsets.append((1, 0))
        offsets.append((1, 0))
      }
    }
    let count = UInt32(offsets.count)
    expanded.offsets = offsets
    expanded.sync = sync
    expanded.sizes = .constant(1, count: Int(count))
    expanded.durations = [(count, UInt32(tick))]
    expanded.runs = [(1, count, 1)]
    expanded.chunks = [0]
    return expanded
  }

  @Test func agreesWithLookingAtAll() throws {
    for round in 0..<80 {
      var g = Seed.generator("presentation index", round)
      let expanded = clip(&g)
      let samples = expanded.samples
      let index = PresentationIndex(try expanded.table())
      let note = Comment(rawValue: Seed.note("presentation index", round))
      let end = samples.map { $0.presentationTime + Int64($0.duration) }.max() ?? 0
      for time in stride(from: Int64(-5), through: end + 15, by: 5) {
        let shown = samples.filter { $0.presentationTime <= time }.max {
          ($0.presentationTime, $0.index) < ($1.presentationTime, $1.index)
        }
        let expected = time < end ? shown?.index : nil
        #expect(index.index(shownAt: time) == expected, note)
        let length = Int64(1 + g.next() % 60)
        let wanted =
          samples.filter { $0.presentationTime > time && $0.presentationTime < time + length }
          .map(\.index) + [expected].compactMap { $0 }
        let span = index.span(showing: time, to: time + length)
        guard let last = wanted.max() else {
          #expect(span == nil, note)
          continue
        }
        let found = try #require(span, note)
        #expect(found.upperBound == last + 1, note)
        for sample in wanted {
          #expect(found.contains(sample), note)
          #expect(isDecodable(sample, from: found.lowerBound, samples), note)
        }
        #expect(samples[found.lowerBound].isSync, note)
      }
    }
  }

  /// A sample is shown until the first one with a later time, and not at all if one of its own time follows it.
  /// The tables are short, so that none is too far away to be found.
  @Test func endsAgreeWithLookingAtAll() throws {
    for round in 0..<200 {
      var g = Seed.generator("ends of pictures", round)
      var expanded = clip(&g)
      if round % 2 == 1 {
        // Times that coincide, samples without a duration, offsets of any sign.
        let count = UInt32(5 + g.next() % 15)
        expanded.sizes = .constant(1, count: Int(count))
        expanded.durations = (0..<count).map { _ in (1, [0, 10, 10, 25][Int(g.next() % 4)]) }
        expanded.offsets = (0..<count).map { _ in (1, [-20, 0, 10, 10, 30][Int(g.next() % 5)]) }
        expanded.offsetsVersion = 1
        expanded.runs = [(1, count, 1)]
        expanded.sync = nil
      }
      let samples = expanded.samples
      let index = PresentationIndex(try expanded.table())
      for sample in samples {
        let time = sample.presentationTime
        let isReplaced = samples[(sample.index + 1)...].contains { $0.presentationTime == time }
        let next = samples.map(\.presentationTime).filter { $0 > time }.min()
        let expected = isReplaced ? nil : next ?? time + Int64(sample.duration)
        #expect(
          index.shownEnd(of: sample) == expected,
          Comment(rawValue: Seed.note("ends of pictures", round)))
      }
    }
  }

  @Test func anyTablesAtAll() throws {
    for round in 0..<80 {
      var g = Seed.generator("presentation of any tables", round)
      let expanded = ExpandedSamples(random: &g)
      let samples = expanded.samples
      let index = PresentationIndex(try expanded.table())
      let note = Comment(rawValue: Seed.note("presentation of any tables", round))
      for _ in 0..<20 {
        let start = Int64(g.next() % 40000) - 4000
        let end = start + 1 + Int64(g.next() % 9000)
        let wanted = samples.filter { $0.presentationTime > start && $0.presentationTime < end }
        let span = index.span(showing: start, to: end)
        #expect(wanted.allSatisfy { span?.contains($0.index) ?? false }, note)
      }
    }
  }

  /// Durations and offsets of 20 samples, a time, and the sample that is shown then: of those with one time,
  /// the last.
  @Test(
    arguments: [
      ([(6, 100), (1, 0), (13, 100)], nil, 599, 5), ([(6, 100), (1, 0), (13, 100)], nil, 600, 7),
      ([(6, 100), (1, 0), (13, 100)], nil, 650, 7), ([(6, 100), (1, 0), (13, 100)], nil, 700, 8),
      ([(6, 100), (1, 0), (13, 100)], [(2, 0), (1, 100), (1, -100), (16, 0)], 650, 7),
      ([(1, 0), (19, 100)], nil, 0, 1), ([(5, 100), (3, 0), (12, 100)], nil, 550, 8),
      // The last of all lasts no time.
      ([(19, 100), (1, 0)], nil, 1899, 18), ([(19, 100), (1, 0)], nil, 1900, 19),
      // Offsets give two samples one time.
      ([(20, 100)], [(4, 0), (1, 100), (15, 0)], 500, 5),
      ([(20, 100)], [(5, 0), (1, -100), (14, 0)], 450, 5),
    ] as [([(UInt32, UInt32)], [(UInt32, Int32)]?, Int64, Int)])
  func ofOneTimeTheLast(
    durations: [(UInt32, UInt32)], offsets: [(UInt32, Int32)]?, time: Int64, shown: Int
  ) throws {
    var expanded = ExpandedSamples()
    (expanded.durations, expanded.offsets) = (durations, offsets)
    expanded.sizes = .constant(1, count: 20)
    expanded.runs = [(1, 20, 1)]
    expanded.chunks = [0]
    let table = try expanded.table()
    let index = PresentationIndex(table)
    #expect(index.index(shownAt: time) == shown)
    #expect(index.span(showing: time, to: time + 1) == shown..<shown + 1)
    #expect(
      PresentationOrder(table)?.span(showing: time, to: time + 1) == shown..<shown + 1)
  }

  @Test func anOrderOfAllAgrees() throws {
    for round in 0..<160 {
      var g = Seed.generator("presentation order", round)
      let expanded = round % 2 == 0 ? clip(&g) : ExpandedSamples(random: &g)
      let table = try expanded.table()
      let index = PresentationIndex(table)
      let order = try #require(PresentationOrder(table))
      let note = Comment(rawValue: Seed.note("presentation order", round))
      let scale: Int64 = round % 2 == 0 ? 1 : 100
      for _ in 0..<40 {
        let start = (Int64(g.next() % 400) - 40) * scale
        let end = start + 1 + Int64(g.next() % 90) * scale
        #expect(
          order.span(showing: start, to: end) == index.span(showing: start, to: end), note)
      }
    }
  }

  /// A decoder that needs some samples before the first begins at the sync sample at or before those.
  @Test(
    arguments: [
      // The sample that is shown at 75 is number 7.
      (75, 0, 6), (75, 1, 6), (75, 2, 3), (75, 4, 3), (75, 5, 0), (75, 100, 0), (60, 1, 3),
      (0, 2, 0),
    ] as [(Int64, Int, Int)])
  func samplesThatLead(time: Int64, lead: Int, first: Int) throws {
    var expanded = ExpandedSamples()
    expanded.sync = [1, 4, 7]
    expanded.sizes = .constant(1, count: 10)
    expanded.durations = [(10, 10)]
    expanded.runs = [(1, 10, 1)]
    expanded.chunks = [0]
    let table = try expanded.table()
    let (shown, index) = (Int(time / 10), PresentationIndex(table))
    let wanted = first..<shown + 1
    #expect(index.span(showing: time, to: time + 1, lead: lead) == wanted)
    let order = try #require(PresentationOrder(table))
    #expect(order.span(showing: time, to: time + 1, lead: lead) == wanted)
    var finder = StretchFinder(index, fileSize: 1000)
    #expect(try finder.span(showing: time, to: time + 1, lead: lead) == wanted)
  }

  /// Samples that are shown in reverse, with an entry point for every `every`, and one that is shown
  /// far too late.
  private func far(_ count: UInt32, every: UInt32 = 1) throws -> SampleTable {
    var expanded = ExpandedSamples()
    expanded.offsets = (0..<count).map { (1, Int32(20 * (count - $0))) }
    expanded.offsets?[0].1 = 1 << 30
    expanded.sync = Array(stride(from: 1, through: count, by: Int(every)))
    expanded.sizes = .constant(1, count: Int(count))
    expanded.durations = [(count, 10)]
    expanded.runs = [(1, count, 1)]
    expanded.chunks = [0]
    return try expanded.table()
  }

  /// However many stretches are asked for, no more samples are looked at than there are, twice.
  @Test(arguments: [1, 7, 2000] as [UInt32])
  func stretchesOfSamplesThatAreShownFarAway(every: UInt32) throws {
    let table = try far(2000, every: every)
    let index = PresentationIndex(table)
    var finder = StretchFinder(index, fileSize: 1 << 20)
    for number in 0..<2000 {
      let start = Int64(number * 10)
      let span = try finder.span(showing: start, to: start + 10)
      if number % 100 == 0 { #expect(span == index.span(showing: start, to: start + 10)) }
    }
    #expect(finder.order != nil)
    #expect(finder.budget <= 0 && finder.budget > -2)
  }

  /// Stretches of samples that are near need no order of all.
  @Test func stretchesOfSamplesInOrder() throws {
    var expanded = ExpandedSamples()
    expanded.sizes = .constant(1, count: 10_000)
    expanded.durations = [(10_000, 10)]
    expanded.runs = [(1, 10_000, 1)]
    expanded.chunks = [0]
    var finder = StretchFinder(PresentationIndex(try expanded.table()), fileSize: 1 << 20)
    for number in 0..<1000 {
      #expect(try finder.span(showing: Int64(number * 10), to: Int64(number * 10 + 10)) != nil)
    }
    #expect(finder.order == nil)
    #expect(finder.budget >= 10_000 - 4000)
  }

  /// Tables that describe far more samples than their file can hold are not put in order, and are not
  /// looked at for ever.
  @Test func stretchesOfMoreSamplesThanBytes() throws {
    var finder = StretchFinder(PresentationIndex(try far(300_000)), fileSize: 1000)
    #expect {
      for time in stride(from: Int64(1_000_000), to: 2_000_000, by: 10) {
        _ = try finder.span(showing: time, to: time + 10)
      }
    } throws: { error in
      (error as? FormatError)?.id == "limit-exceeded"
    }
    #expect(finder.order == nil)
  }

  /// Samples that a row of a table describes together are looked at together.
  @Test func samplesOfFewRuns() throws {
    var expanded = ExpandedSamples()
    let count: UInt32 = 3_000_000
    expanded.offsets = [(1, 1 << 30), (count - 1, 0)]
    expanded.offsets?.append((1, -1 << 30))
    expanded.offsetsVersion = 1
    expanded.sizes = .constant(1, count: Int(count))
    expanded.durations = [(count, 10)]
    expanded.runs = [(1, count, 1)]
    expanded.chunks = [0]
    var finder = StretchFinder(PresentationIndex(try expanded.table()), fileSize: 1000)
    for number in 1..<1000 {
      let span = try finder.span(showing: Int64(number * 10), to: Int64(number * 10 + 10))
      #expect(span == number..<number + 1)
    }
    #expect(finder.budget > 1_000_000)
  }

  /// Four billion samples without a duration, or for which `stts` has no times, are at one time, and the
  /// last of them is shown.
  @Test(arguments: [[(UInt32.max, 0)], []] as [[(UInt32, UInt32)]])
  func samplesAtOneTime(durations: [(UInt32, UInt32)]) throws {
    var expanded = ExpandedSamples()
    expanded.sizes = .constant(1, count: Int(UInt32.max))
    expanded.durations = durations
    expanded.runs = [(1, UInt32.max, 1)]
    expanded.chunks = [0]
    let index = PresentationIndex(try expanded.table())
    var budget = 10
    #expect(index.span(showing: 1, to: 10, budget: &budget) == nil)
    let last = Int(UInt32.max) - 1
    #expect(index.span(showing: 0, to: 10, budget: &budget) == last..<last + 1)
    #expect(index.span(showing: -10, to: 10, budget: &budget) == 0..<Int(UInt32.max))
    #expect(budget > 0)
    #expect(index.index(shownAt: 0) == last)
    #expect(index.index(shownAt: 1) == nil)
    let table = index.samples
    #expect(index.shownEnd(of: table[0]) == nil && index.shownEnd(of: table[last]) == 0)
  }
}
