import Testing

@testable import MovKit

@Suite struct AccessUnitTests {
  private typealias Made = HandmadeStream
  private let sets = [
    ParameterSetReadingTests.avcSequence(), ParameterSetReadingTests.avcPicture(),
  ]

  private func sizes(_ units: [[UInt8]], codec: VideoCodec = .h264) throws -> [Int] {
    let found = try Made.accessUnits(units, codec: codec)
    #expect(found.flatMap(\.units).map(Array.init) == units)
    return found.map(\.units.count)
  }

  // MARK: H.264, 7.4.1.2.3 and 7.4.1.2.4

  @Test func whatStandsAheadGoesWithItsPicture() throws {
    let sei: [UInt8] = [6, 5, 1, 0, 0x80]
    let delimiter: [UInt8] = [9, 0x10]
    #expect(
      try sizes(
        [delimiter] + sets + [sei, Made.idr(), delimiter, sei, sei, Made.slice(1, lsb: 2)]) == [
          5, 4,
        ])
    // Fillers and ends go with the picture before them.
    #expect(
      try sizes(sets + [Made.idr(), [12, 0xFF, 0x80], [10], [9, 0x10], Made.idr(), [11]]) == [5, 3])
    // A prefix unit goes with its slice, within a picture or ahead of one.
    let prefix: [UInt8] = [0x6E, 0x40, 0x80]
    #expect(
      try sizes(
        sets + [
          prefix, Made.idr(), prefix, Made.idr { $0.firstMacroblock = 40 }, prefix,
          Made.slice(1, lsb: 2),
        ]) == [6, 2])
  }

  /// Each line of 7.4.1.2.4 tells of another picture.
  @Test func slicesThatDifferBeginPictures() throws {
    let first = Made.slice(1, lsb: 2)
    let second = { (change: (inout Made.AVCSlice) -> Void) in
      Made.slice(1, lsb: 2) {
        $0.firstMacroblock = 40
        change(&$0)
      }
    }
    let idr = Made.idr()
    let begin = sets + [ParameterSetReadingTests.avcPicture(id: 1), idr]
    #expect(try sizes(begin + [first, second { _ in }]) == [4, 2])
    for other in [
      second { $0.frameNumber = 2 }, second { $0.picture = 1 }, second { $0.lsb = 4 },
      second { $0.referenceIdc = 0 }, Made.idr { $0.firstMacroblock = 40 },
      // Not in the list, but no picture has its first macroblock twice.
      first,
    ] {
      #expect(try sizes(begin + [first, other]) == [4, 1, 1])
    }
    // Other reference indications above 0 make no difference.
    #expect(try sizes(begin + [first, second { $0.referenceIdc = 1 }]) == [4, 2])
    #expect(try sizes(begin + [Made.idr { $0.idrPictureID = 1 }]) == [4, 1])
  }

  @Test func ordersByTheDeltasOfTypeOne() throws {
    let sets = [
      ParameterSetReadingTests.avcSequence(orderType: 1),
      ParameterSetReadingTests.avcPicture(hasBottomFieldOrder: true),
    ]
    let idr = Made.idr {
      $0.lsb = nil
      $0.deltas = [0, 0]
    }
    let slice = { (number: UInt64, reference: UInt8, deltas: [Int64]) in
      Made.slice(number, lsb: nil, reference: reference) { $0.deltas = deltas }
    }
    // The cycle is 2, 4; a picture that is no reference is one earlier. Two deltas tell of two
    // pictures.
    let found = try Made.accessUnits(
      sets + [
        idr, slice(1, 2, [0, 0]), slice(2, 0, [0, 0]), slice(2, 0, [0, 1]), slice(2, 2, [0, 0]),
        slice(3, 2, [0, 0]), slice(4, 2, [-3, 7]),
      ])
    #expect(found.map(\.order.count) == [0, 2, 1, 1, 6, 8, 9])
  }

  @Test func ordersByFrameNumbersOfTypeTwo() throws {
    let sets = [
      ParameterSetReadingTests.avcSequence(orderType: 2), ParameterSetReadingTests.avcPicture(),
    ]
    // Frame numbers have 4 bits here.
    let numbers: [UInt64] = [1, 2, 3, 9, 15, 0, 1]
    let found = try Made.accessUnits(
      sets + [Made.idr { $0.lsb = nil }]
        + numbers.map { number in Made.slice(number, lsb: nil, reference: number == 3 ? 0 : 2) }
        + [Made.idr { $0.lsb = nil }])
    #expect(found.map(\.order.count) == [0, 2, 4, 5, 18, 30, 32, 34, 0])
    #expect(found.map(\.order.period) == [0, 0, 0, 0, 0, 0, 0, 0, 1])
  }

  /// Of type 0 with 4 bits: 8.2.1.1 takes the nearer of two ways round, and up where both are 8.
  @Test func ordersByTheBitsOfTypeZero() throws {
    let lsbs: [(UInt64, UInt8)] = [(8, 2), (4, 0), (0, 2), (12, 0), (8, 2), (4, 2), (2, 0)]
    var number: UInt64 = 0
    var units = sets + [Made.idr()]
    for (lsb, reference) in lsbs {
      number += 1
      units.append(Made.slice(number, lsb: lsb, reference: reference))
    }
    let found = try Made.accessUnits(units)
    #expect(found.map(\.order.count) == [0, 8, 4, 16, 12, 24, 20, 18])
    #expect(found.map(\.isReference) == [true, true, false, true, false, true, true, false])
  }

  @Test func operationFiveBeginsAPeriod() throws {
    let found = try Made.accessUnits(
      sets + [
        Made.idr(), Made.slice(1, lsb: 6), Made.slice(2, lsb: 10) { $0.operations = [1, 0, 5, 0] },
        Made.slice(1, lsb: 4), Made.slice(2, lsb: 2, reference: 0),
      ])
    #expect(found.map(\.order.period) == [0, 0, 1, 1, 1])
    #expect(found.map(\.order.count) == [0, 6, 0, 4, 2])
    #expect(found.map(\.isSync) == [true, false, false, false, false])
  }

  @Test func fieldsOfAFrameAreOne() throws {
    let sets = [
      ParameterSetReadingTests.avcSequence(framesOnly: false),
      ParameterSetReadingTests.avcPicture(),
    ]
    let field = { (number: UInt64, lsb: UInt64, bottom: Bool, reference: UInt8) in
      Made.slice(number, lsb: lsb, reference: reference) {
        $0.mayBeField = true
        $0.isBottomField = bottom
      }
    }
    let idr = Made.idr {
      $0.mayBeField = true
      $0.isBottomField = false
    }
    let frame = Made.slice(3, lsb: 9) { $0.mayBeField = true }
    let units =
      sets + [
        // An IDR field and a P field; two fields with a delimiter and a parameter set between them.
        idr, field(0, 1, true, 2), [9, 0x30], field(1, 5, true, 2), [9, 0x30], sets[1],
        field(1, 4, false, 2),
        // B fields; a field alone, another with its parity, a frame.
        field(2, 2, false, 0), field(2, 3, true, 0), field(2, 6, false, 2), field(3, 8, false, 2),
        frame,
      ]
    #expect(try sizes(units) == [4, 5, 2, 1, 1, 1])
    let found = try Made.accessUnits(units)
    #expect(found.map(\.fields) == [2, 2, 2, 1, 1, 0])
    #expect(found.map(\.order.count) == [0, 4, 2, 6, 8, 9])
    #expect(found.map(\.isSync) == [true, false, false, false, false, false])
    #expect(found.map(\.isReference) == [true, true, false, true, true, true])
  }

  @Test func redundantPicturesStayWithTheirs() throws {
    let sets = [
      ParameterSetReadingTests.avcSequence(),
      ParameterSetReadingTests.avcPicture(hasRedundantCount: true),
    ]
    let picture = { (number: UInt64, count: UInt64) in
      Made.slice(number, lsb: number * 2) { $0.redundantCount = count }
    }
    let units =
      sets + [
        Made.idr { $0.redundantCount = 0 }, picture(1, 0), picture(1, 1), picture(2, 0),
      ]
    #expect(try sizes(units) == [3, 2, 1])
    #expect(try Made.accessUnits(units).map(\.hasRedundancy) == [false, true, false])
  }

  @Test func recoveryPointsArePartialSyncs() throws {
    // Payload 6 of one byte: recovery_frame_cnt 0, then exact match and no broken link.
    let recovery: [UInt8] = [6, 5, 2, 0xAA, 0xBB, 6, 1, 0xC4, 0x80]
    let intra = Made.slice(1, lsb: 4) { $0.sliceType = 7 }
    let found = try Made.accessUnits(
      sets + [Made.idr(), recovery, intra, Made.slice(2, lsb: 2, reference: 0)])
    #expect(found.map(\.isPartialSync) == [false, true, false])
    #expect(found.map(\.isSync) == [true, false, false])
    #expect(found.map(\.isIntra) == [true, true, false])
    // Recovery that takes its time is none: count 3.
    let gradual: [UInt8] = [6, 6, 2, 0x26, 0x40, 0x80]
    #expect(
      try Made.accessUnits(sets + [Made.idr(), gradual, intra]).map(\.isPartialSync)
        == [false, false])
  }

  /// Table E-6, from the pic_struct of Table D-1.
  @Test func pictureTimingRepeatsFields() throws {
    let expected = [2, 2, 2, 2, 2, 3, 3, 4, 6, 2, 2, 2, 2, 2, 2, 2]
    func sequence(hasStructure: Bool) -> [UInt8] {
      ParameterSetReadingTests.avcSequence { vui in
        for _ in 0..<4 { vui.flag(false) }
        vui.flag(true)  // timing_info_present_flag
        vui.u(32, 1)
        vui.u(32, 50)
        vui.flag(true)
        vui.flag(true)  // nal_hrd_parameters_present_flag
        vui.ue(0)
        vui.u(8, 0)
        vui.ue(7)
        vui.ue(7)
        vui.flag(false)
        for length in [23, 17, 6, 24] as [UInt64] { vui.u(5, length) }  // less one each
        vui.flag(false)
        vui.flag(false)  // low_delay_hrd_flag
        vui.flag(hasStructure)
        vui.flag(false)
      }
    }
    for (structure, fields) in expected.enumerated() {
      // Delays of 18 and 7 bits, pic_struct and the rest of the byte, which stay open here.
      var timing = BitString()
      timing.u(8, 1)
      timing.u(8, 4)
      timing.u(18, 0x2_AAAA)
      timing.u(7, 0x55)
      timing.u(4, UInt64(structure))
      timing.u(3, 0)
      for hasStructure in [true, false] {
        let found = try Made.accessUnits([
          sequence(hasStructure: hasStructure), ParameterSetReadingTests.avcPicture(),
          timing.unit(head: [6]), Made.idr(), Made.slice(1, lsb: 2),
        ])
        // The message is of one picture only.
        #expect(found.map(\.shownFields) == [hasStructure ? fields : 2, 2], "\(structure)")
      }
    }
  }

  @Test func leavesOutWhatCannotBeDecoded() throws {
    var assembler = AccessUnitAssembler(codec: .h264)
    let units =
      [Made.idr(), Made.slice(1, lsb: 2), Made.slice(1, lsb: 2) { $0.firstMacroblock = 9 }]
      + sets + [Made.idr()]
    for unit in units { #expect(try assembler.append(unit[...]) == nil) }
    #expect(assembler.finish()?.units.count == 3)
    #expect(assembler.undecodablePictures == 2)
  }

  // MARK: HEVC, 7.4.2.4.4

  @Test func gathersHEVC() throws {
    let prefix: [UInt8] = [0x4E, 1, 5, 0x80]
    let suffix: [UInt8] = [0x50, 1, 5, 0x80]
    let units =
      [[0x46, 1, 0x50]] + Made.hevcSets + [
        prefix, Made.segment(19, sliceType: 2), Made.segment(19, sliceType: 2, address: 5),
        Made.segment(19, address: 9, isDependent: true), suffix, [0x4C, 1, 0xFF, 0x80],
        [0x46, 1, 0x50], prefix, Made.segment(1, lsb: 4), suffix, prefix,
        Made.segment(1, lsb: 4, layer: 1), Made.segment(0, lsb: 2, sliceType: 0), [0x48, 1],
        Made.segment(21, lsb: 9, sliceType: 2),
      ]
    #expect(try sizes(units, codec: .hevc) == [10, 6, 2, 1])
    let found = try Made.accessUnits(units, codec: .hevc)
    #expect(found.map(\.isIDR) == [true, false, false, false])
    #expect(found.map(\.isSync) == [true, false, false, true])
    #expect(found.map(\.isIntra) == [true, false, false, true])
    #expect(found.map(\.isReference) == [true, true, false, true])
    // The last follows an end of sequence.
    #expect(found.map(\.order.period) == [0, 0, 0, 1])
    #expect(found.map(\.order.count) == [0, 4, 2, 9])
  }

  /// `nuh_layer_id` of the pictures, and not of a parameter set alone, which is of no use to anyone.
  @Test func findsOtherLayersOfHEVC() throws {
    let base = Made.hevcSets + [Made.segment(19, sliceType: 2)]
    for (units, isFound) in [
      (base, false), (base + [[0x42, 0x09, 1]], false),
      (base + [Made.segment(1, lsb: 4, layer: 1)], true),
    ] {
      var assembler = AccessUnitAssembler(codec: .hevc)
      for unit in units { _ = try assembler.append(unit[...]) }
      #expect(assembler.hasOtherLayers == isFound)
    }
  }

  @Test func knowsOpenGroupsOfHEVC() throws {
    let found = try Made.accessUnits(
      Made.hevcSets + [
        Made.segment(20, sliceType: 2), Made.segment(1, lsb: 8),
        Made.segment(21, lsb: 0, sliceType: 2),
        Made.segment(9, lsb: 12), Made.segment(8, lsb: 10), Made.segment(1, lsb: 4),
        Made.segment(21, lsb: 10, sliceType: 2), Made.segment(1, lsb: 14),
        Made.segment(16, lsb: 5, sliceType: 2), Made.segment(7, lsb: 3),
      ], codec: .hevc)
    #expect(
      found.map(\.isSync)
        == [true, false, false, false, false, false, true, false, true, false])
    #expect(found.map(\.isPartialSync).filter { $0 }.count == 1 && found[2].isPartialSync)
    #expect(found.map(\.isLeading).indices.filter { found[$0].isLeading } == [3, 4, 9])
    // 8.3.1, with 4 bits: leading pictures do not count as the last.
    #expect(found.map(\.order.count) == [0, 8, 16, 12, 10, 20, 26, 30, 5, 3])
    #expect(found.map(\.order.period) == [0, 0, 0, 0, 0, 0, 0, 0, 1, 1])
  }

  @Test func holdsNoMoreThanItsLimit() throws {
    var assembler = AccessUnitAssembler(codec: .h264, limit: 1000)
    for unit in sets + [Made.idr()] { _ = try assembler.append(unit[...]) }
    let filler = [12] + [UInt8](repeating: 0xFF, count: 300)
    #expect(throws: FormatError.self) {
      for _ in 0..<4 { _ = try assembler.append(filler[...]) }
    }
  }
}
