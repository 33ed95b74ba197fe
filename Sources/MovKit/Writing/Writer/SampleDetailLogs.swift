/// What tables say of samples besides their sizes and durations, for a track in which they say anything.
struct SampleDetailLogs: Sendable {
  /// Whether decoding can begin at a sample.
  enum Start: Int64 {
    case none, sync, partialSync
  }

  private(set) var offsets = RunLog()
  private(set) var starts = RunLog()
  private(set) var dependencies = RunLog()
  private(set) var priorities = RunLog()
  private(set) var padding = RunLog()
  /// The numbers of roll groups.
  private(set) var rolls = RunLog()
  /// The numbers of combinations of groups.
  private(set) var groups = RunLog()
  private(set) var syncCount: UInt64 = 0
  private(set) var partialSyncCount: UInt64 = 0
  /// The least and the greatest composition offset in ticks.
  private(set) var offsetRange: ClosedRange<Int32>?
  private var rollGroups = RollGroups()

  /// - Parameter count: The number of samples until now, of which nothing needs to be said.
  init(after count: UInt64) {
    if count > 0 { append(count: count, compositionOffset: 0, SampleAttachments(), groups: 0) }
  }

  /// The distances of the roll groups, in the order of their numbers.
  var rollDistances: [Int16] { rollGroups.distances }

  mutating func append(
    count: UInt64, compositionOffset: Int32, _ attachments: SampleAttachments, groups: Int
  ) {
    self.groups.append(Int64(groups), count: count)
    offsets.append(Int64(compositionOffset), count: count)
    let known = offsetRange ?? compositionOffset...compositionOffset
    if !known.contains(compositionOffset) || offsetRange == nil {
      offsetRange =
        min(known.lowerBound, compositionOffset)...max(known.upperBound, compositionOffset)
    }
    let start: Start =
      attachments.isPartialSync ? .partialSync : attachments.isSync ? .sync : .none
    starts.append(start.rawValue, count: count)
    if start == .sync { syncCount &+= count }
    if start == .partialSync { partialSyncCount &+= count }
    dependencies.append(attachments.dependencyNumber, count: count)
    priorities.append(Int64(attachments.degradationPriority), count: count)
    padding.append(Int64(attachments.paddingBits), count: count)
    rolls.append(Int64(rollGroups.group(of: attachments.rollDistance)), count: count)
  }

  /// Returns the numbers, from 1, of the samples at which decoding can begin in this way.
  func numbers(of start: Start) -> some Sequence<UInt32> {
    var runs = starts.makeIterator()
    var next: UInt64 = 1
    var end: UInt64 = 1
    return AnyIterator {
      while next == end {
        guard let run = runs.next() else { return nil }
        end &+= run.count
        if run.value != start.rawValue { next = end }
      }
      defer { next += 1 }
      return UInt32(clamping: next)
    }
  }
}
