@testable import MovKit
@testable import movtool

enum ListsTarget {
  static func run(_ bytes: [UInt8]) throws {
    for rate in [nil, CountingRate("25"), CountingRate("29.97")] {
      let context = SegmentList.Context(
        movieName: "folder/A001.mov", videoRate: CountingRate("25"), rate: rate)
      let read = ReadList(bytes)
      let own = try? read.segments(for: context)
      var several = context
      several.isOneOfSeveral = true
      if let one = try? read.segments(for: several) {
        try law(one == own, "one of several movies is given another timecode")
      }
      guard let list = own else { continue }
      try law(!list.runs.isEmpty || list.stored != nil, "a list without segments")
      for (run, next) in zip(list.runs, list.runs.dropFirst()) {
        try law(run.time < next.time, "runs that are not in order")
      }
    }
    _ = try? JSONReader.document(bytes)
    _ = (try? CheckPolicy(bytes), try? CheckBaseline(bytes), try? HashList(bytes))
  }
}
