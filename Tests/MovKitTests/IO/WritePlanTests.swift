import Testing

@testable import MovKit

@Suite struct WritePlanTests {
  let source = MemorySource(Array(0..<100))
  let plan = WritePlan(steps: [
    .bytes([200, 201], label: "ftyp"), .copy(40..<44, label: "mdat"),
    .bytes([202], label: "moov"), .copy(10..<13, label: "free"),
  ])

  @Test func rendered() throws {
    #expect(try plan.render(from: source) == [200, 201, 40, 41, 42, 43, 202, 10, 11, 12])
    #expect(plan.size == 10)
  }

  @Test func everyCopiedByteIsFoundAgain() throws {
    let output = try plan.render(from: source)
    let copied = Array(10..<13) + Array(40..<44)
    for offset in 0..<100 {
      let place = plan.destination(of: UInt64(offset))
      if copied.contains(offset) {
        #expect(output[Int(try #require(place))] == UInt8(offset))
      } else {
        #expect(place == nil)
      }
    }
    #expect(plan.destination(of: .max) == nil)
  }

  @Test func overlappingCopiesLoseNoByte() throws {
    let plan = WritePlan(steps: [
      .copy(5..<8, label: ""), .copy(0..<20, label: ""), .copy(7..<30, label: ""),
      .copy(3..<3, label: ""),
    ])
    let output = try plan.render(from: source)
    for offset in 0..<30 {
      let place = try #require(plan.destination(of: UInt64(offset)))
      #expect(output[Int(place)] == UInt8(offset))
    }
    #expect(plan.destination(of: 30) == nil)
  }

  @Test func rangesBeyondTheSourceAreRefused() {
    let plan = WritePlan(steps: [.copy(90..<101, label: "mdat")])
    #expect(throws: IOError(.read, nil, .truncated(offset: 90, wanted: 11, size: 100))) {
      try plan.render(from: source)
    }
  }

  @Test func sizesThatNoFileHasDoNotTrap() {
    let plan = WritePlan(steps: [
      .copy(0..<UInt64.max, label: "a"), .copy(0..<UInt64.max, label: "b"),
    ])
    #expect(plan.size == .max)
    #expect(plan.rows.map(\.offset) == [0, .max])
    #expect(plan.destination(of: 7) == 7)
  }

  @Test func shown() {
    #expect(
      plan.description == """
        offset  length  from  what
             0       2   new  ftyp
             2       4    40  mdat
             6       1   new  moov
             7       3    10  free

        """)
    #expect(WritePlan().description == "offset  length  from  what\n")
  }

  @Test func tellsWhetherCopiesStayInPlace() {
    let head = WritePlan.Step.bytes(Pieces([1, 2, 3]), label: "ftyp")
    let media = WritePlan.Step.copy(3..<9, label: "mdat")
    let other = WritePlan.Step.copyOther(0, 9..<12, label: "mdat")
    #expect(WritePlan(steps: [head, media, head]).keepsPlaces)
    #expect(WritePlan(steps: [head]).keepsPlaces)
    #expect(!WritePlan(steps: [media]).keepsPlaces)
    #expect(!WritePlan(steps: [head, head, media]).keepsPlaces)
    #expect(!WritePlan(steps: [head, media, other]).keepsPlaces)
  }
}
