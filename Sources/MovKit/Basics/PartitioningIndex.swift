extension RandomAccessCollection where Index == Int {
  /// Returns the first index whose element satisfies `isAfter`, as do all that follow.
  @inlinable
  package func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns the index before the first whose element satisfies `isAfter`, as do all that follow; nil if all do,
  /// and if there is no element. Without one that does, it is the last index.
  @inlinable
  package func indexBeforeFirst(where isAfter: (Element) -> Bool) -> Int? {
    let next = partitioningIndex(where: isAfter)
    return next > startIndex ? next - 1 : nil
  }
}
