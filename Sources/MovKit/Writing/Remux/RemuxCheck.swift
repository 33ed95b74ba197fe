/// Compares a track that was written in another layout with the old one.
struct RemuxCheck {
  private let old: Track
  private let oldFile: File
  private let new: Track
  private let newFile: File

  init(_ old: Track, _ oldFile: File, _ new: Track, _ newFile: File) {
    self.old = old
    self.oldFile = oldFile
    self.new = new
    self.newFile = newFile
  }

  /// Throws if a sample differs from the old one.
  func run() throws(ReadingError) {
    let before: SampleTable
    let after: SampleTable
    do throws(FormatError) {
      before = try old.sampleTable()
      after = try new.sampleTable()
    } catch { throw .format(error) }
    // Only media in fragments can begin at a decode time other than 0.
    let shift = !new.hasFragments ? before.first?.decodeTime ?? 0 : 0
    if old.mediaType == .audio, before.count != after.count {
      return try compareSound(before, after)
    }
    guard before.count == after.count else { throw .notAsPlanned("samples are lost", new) }
    var (olds, news) = (before.makeIterator(), after.makeIterator())
    let isOneByOne = before.packet != nil || after.packet != nil
    while true {
      // Samples that are alike in both are compared together, but for the last.
      let most = isOneByOne ? 1 : max(1, before.count - 1 - olds.index)
      guard let (sample, count, _) = olds.next(atMost: most),
        let (copy, copies, _) = news.next(atMost: count)
      else { return }
      let isLast = sample.index == before.count - 1
      // There may be gaps between fragments, which the sample before them fills.
      guard copy.size == sample.size, copy.decodeTime == sample.decodeTime - shift,
        copy.compositionOffset == sample.compositionOffset,
        copy.duration == sample.duration || !isLast && old.hasFragments,
        copy.descriptionIndex == sample.descriptionIndex, copy.isSync == sample.isSync
      else { throw .notAsPlanned("sample \(sample.index) differs", new) }
      if sample.index == 0 || isLast {
        try compare(sample.offset, copy.offset, sample.size)
      }
      olds.index = sample.index + (copy.duration == sample.duration ? copies : 1)
      news.index = olds.index
    }
  }

  /// Audio is divided into different samples in fragments, so only the totals are compared.
  private func compareSound(_ before: SampleTable, _ after: SampleTable) throws(ReadingError) {
    func sum(_ table: SampleTable) -> (size: UInt64, duration: UInt64) {
      var (size, duration): (UInt64, UInt64) = (0, 0)
      var walk = table.makeIterator()
      while let (sample, count, bytes) = walk.next(atMost: .max) {
        size &+= bytes
        duration &+= sample.duration &* UInt64(count)
      }
      return (size, duration)
    }
    guard sum(before) == sum(after) else { throw .notAsPlanned("audio is lost", new) }
    guard let first = before.first, let copy = after.first else { return }
    try compare(first.offset, copy.offset, min(first.size, copy.size))
  }

  /// Compares the beginning of a sample.
  func compare(_ old: UInt64, _ new: UInt64, _ size: UInt64) throws(ReadingError) {
    let count = Int(min(size, WritePlan.comparedBytes))
    let isSame: Bool
    do throws(IOError) {
      isSame = try oldFile.hasSameBytes(at: old, count: count, as: newFile, at: new)
    } catch { throw .io(error) }
    guard isSame else { throw .notAsPlanned("bytes differ", self.new) }
  }
}
