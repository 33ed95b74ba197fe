@testable import MovKit
@testable import movtool

enum ListsTarget {
  static func run(_ bytes: [UInt8]) throws {
    for rate in [nil, FrameRate("25"), FrameRate("29.97")] {
      let context = SegmentList.Context(
        movieName: "folder/A001.mov", videoRate: FrameRate("25"), rate: rate)
      guard let list = try? SegmentList.read(bytes, context) else { continue }
      try law(!list.runs.isEmpty || list.stored != nil, "a list without segments")
      for (run, next) in zip(list.runs, list.runs.dropFirst()) {
        try law(run.time < next.time, "runs that are not in order")
      }
    }
    _ = try? JSONReader.document(bytes)
    _ = (try? CheckPolicy(bytes), try? CheckBaseline(bytes))
  }
}
