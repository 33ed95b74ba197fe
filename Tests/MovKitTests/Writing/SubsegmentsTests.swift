import Testing

@testable import MovKit

/// How fragments are told of by an index ahead of them.
@Suite struct SubsegmentsTests {
  private typealias Access = FragmentAtoms.StreamAccess

  private func sample(
    _ duration: UInt32, offset: Int32 = 0, _ attachments: SampleAttachments = SampleAttachments()
  ) -> InputSamples {
    InputSamples(
      count: 1, size: 1, data: .bytes([0]), decode: 0, duration: duration, timescale: 100,
      compositionOffset: offset, attachments: attachments, descriptionIndex: 0)
  }

  private func access(_ samples: [InputSamples], bias: Int64 = 0) -> Access? {
    FragmentAtoms.access(
      to: 7,
      in: [
        FragmentAtoms.Track(trackID: 8, decodeTime: 0, bias: 0, samples: [sample(1)]),
        FragmentAtoms.Track(trackID: 7, decodeTime: 1000, bias: bias, samples: samples[...]),
      ])
  }

  private let open = SampleAttachments(isSync: false, isPartialSync: true)
  private let other = SampleAttachments(isSync: false)

  /// The kinds of ISO/IEC 14496-12, annex I.
  @Test func kindsOfAccess() {
    let inOrder = [sample(10), sample(10, other)]
    #expect(access(inOrder) == Access(earliest: 1000, complete: 1000, type: 1))
    #expect(access(inOrder, bias: 20) == Access(earliest: 1020, complete: 1020, type: 1))
    // Shown at 1030, and then 1010, 1020.
    func reordered(_ first: SampleAttachments, _ later: SampleAttachments) -> [InputSamples] {
      [sample(10, offset: 30, first), sample(10, later), sample(10, later)]
    }
    #expect(
      access(reordered(SampleAttachments(), other))
        == Access(earliest: 1010, complete: 1010, type: 2))
    #expect(access(reordered(open, other)) == Access(earliest: 1010, complete: 1030, type: 3))
    var leading = other
    leading.isLeading = true
    #expect(
      access(reordered(SampleAttachments(), leading))
        == Access(earliest: 1010, complete: 1030, type: 3))
    #expect(access(reordered(other, other)) == Access(earliest: 1010, complete: 1010, type: 0))
    // Nothing is shown ahead of it.
    #expect(access([sample(10, open), sample(10, other)])?.type == 1)
    #expect(FragmentAtoms.access(to: 9, in: []) == nil)
  }

  private func rows(
    _ index: Subsegments, shift: Int64 = 0, end: Int64
  ) throws -> (start: UInt64, rows: [[UInt32]]) {
    let atom = try #require(
      try index.atom(trackID: 7, timescale: 100, shift: shift, end: end))
    let record = try atom.decode(SegmentIndex.self)
    #expect(record.referenceID == 7 && record.timescale == 100 && record.firstOffset == 0)
    return (
      record.earliestPresentationTime,
      record.references.map {
        #expect($0.referenceType == 0)
        return [
          $0.referencedSize, $0.subsegmentDuration, UInt32($0.startsWithSAP), UInt32($0.sapType),
          $0.sapDeltaTime,
        ]
      }
    )
  }

  private func sync(_ time: Int64) -> Access { Access(earliest: time, complete: time, type: 1) }

  /// Fragments without an entry point belong to the one before, and those ahead of all to the first.
  @Test func fragmentsThatBelongTogether() throws {
    var index = Subsegments()
    #expect(try index.atom(trackID: 7, timescale: 100, shift: 0, end: 0) == nil)
    index.append(bytes: 5, nil)
    index.append(bytes: 100, sync(20))
    index.append(bytes: 200, Access(earliest: 220, complete: 240, type: 3))
    index.append(bytes: 30, Access(earliest: 320, complete: 320, type: 0))
    index.append(bytes: 1, nil)
    index.append(bytes: 300, sync(420))
    index.append(bytes: 2, nil)
    let whole = try rows(index, end: 500)
    #expect(whole.start == 20)
    #expect(whole.rows == [[105, 200, 1, 1, 0], [231, 200, 1, 3, 20], [302, 80, 1, 1, 0]])
    // The movie begins at 20, or in the midst of the second.
    #expect(try rows(index, shift: -20, end: 500).start == 0)
    let later = try rows(index, shift: -230, end: 500)
    #expect(later.start == 0)
    #expect(later.rows == [[105, 0, 1, 1, 0], [231, 190, 1, 3, 10], [302, 80, 1, 1, 0]])
    #expect(try rows(index, shift: 1 << 40, end: 500).start == 1 << 40 + 20)
  }

  /// An index has room for so many: neighbours go together.
  @Test func moreThanAnIndexHolds() throws {
    var index = Subsegments(most: 4)
    for number in 0..<5 { index.append(bytes: 10, sync(Int64(number) * 100)) }
    #expect(
      try rows(index, end: 500).rows
        == [[20, 200, 1, 1, 0], [20, 200, 1, 1, 0], [10, 100, 1, 1, 0]])
    for number in 5..<23 { index.append(bytes: 10, sync(Int64(number) * 100)) }
    #expect(
      try rows(index, end: 2300).rows
        == [[80, 800, 1, 1, 0], [80, 800, 1, 1, 0], [70, 700, 1, 1, 0]])
    var frames = Subsegments()
    for number in 0..<70_000 { frames.append(bytes: 10, sync(Int64(number))) }
    #expect(
      try rows(frames, end: 70_000).rows == [[UInt32]](repeating: [20, 2, 1, 1, 0], count: 35_000))
  }

  /// What has no room is not cut off.
  @Test func sizesAndTimesWithoutRoom() throws {
    var large = Subsegments()
    large.append(bytes: 1 << 31, sync(0))
    #expect(throws: FormatError.self) { try rows(large, end: 100) }
    var split = Subsegments()
    split.append(bytes: 1 << 30, sync(0))
    split.append(bytes: 1 << 30, Access(earliest: 50, complete: 50, type: 0))
    #expect(
      try rows(split, end: 100).rows == [[1 << 30, 50, 1, 1, 0], [1 << 30, 50, 0, 0, 0]])
    var long = Subsegments()
    long.append(bytes: 1, sync(0))
    #expect(throws: FormatError.self) { try rows(long, end: 1 << 32) }
  }
}
