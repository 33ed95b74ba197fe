import Testing

@testable import MovKit

@Suite struct AccessPointsTests {
  private func row(
    _ time: UInt64, _ offset: UInt64, _ part: UInt32 = 1, _ sample: UInt32 = 1
  ) -> TrackFragmentRandomAccess.Row {
    var row = TrackFragmentRandomAccess.Row()
    row.time = time
    row.moofOffset = offset
    row.trafNumber = part
    row.sampleNumber = sample
    return row
  }

  private func numbers(_ rows: some Sequence<TrackFragmentRandomAccess.Row>) -> [[UInt64]] {
    rows.map {
      [
        $0.time, $0.moofOffset, UInt64($0.trafNumber), UInt64($0.trunNumber),
        UInt64($0.sampleNumber),
      ]
    }
  }

  /// Whatever is put in comes out, times that go back and numbers of full width among them.
  @Test func keepsRows() {
    var points = AccessPoints()
    #expect(points.count == 0)
    #expect(numbers(points.rows(shift: 0)) == [])
    for row in [
      row(3, 28), row(2, 1 << 40, 2, 17), row(.max, .max, .max, .max), row(0, 0), row(9, 9, 3),
    ] {
      points.append(row)
    }
    #expect(points.count == 5)
    #expect(
      numbers(points.rows(shift: 0)) == [
        [3, 28, 1, 1, 1], [2, 1 << 40, 2, 1, 17],
        [.max, .max, UInt64(UInt32.max), 1, UInt64(UInt32.max)], [0, 0, 1, 1, 1], [9, 9, 3, 1, 1],
      ])
  }
}
