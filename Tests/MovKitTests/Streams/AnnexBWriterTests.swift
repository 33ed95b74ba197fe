import TestSupport
import Testing

@testable import MovKit

@Suite struct AnnexBWriterTests {
  // A sequence and a picture parameter set number 0, and a picture parameter set number 1.
  private let sequence = hex("6742C00D FF"), picture = hex("68CE 3C80"), second = hex("685B 20")

  private func writer(lengthSize: Int = 4) throws -> AnnexBWriter {
    var configuration = AVCConfiguration()
    configuration.lengthSizeMinusOne = UInt8(lengthSize - 1)
    configuration.sequenceParameterSets = [ParameterSet(sequence[...])]
    configuration.pictureParameterSets = [ParameterSet(picture[...]), ParameterSet(second[...])]
    return try AnnexBWriter(configuration)
  }

  private func sample(_ units: [[UInt8]], lengthSize: Int = 4) -> [UInt8] {
    units.flatMap { u32(UInt32($0.count)).suffix(lengthSize) + $0 }
  }

  private func stream(_ units: [[UInt8]]) -> [UInt8] { units.flatMap { [0, 0, 0, 1] + $0 } }

  /// What both ways of writing give, which must be the same.
  private func write(
    _ writer: inout AnnexBWriter, _ units: [[UInt8]], isSync: Bool = false
  ) throws -> [UInt8] {
    var copy = writer
    var general: [UInt8] = [0xAA]
    try writer.append(
      sample(units, lengthSize: writer.lengthSize)[...], isSync: isSync, to: &general)
    if writer.lengthSize == 4 {
      let bytes = sample(units)
      var buffer = [0xBB, 0xBB] + bytes + [0xBB]
      let insertion = try copy.convertInPlace(&buffer, 2..<2 + bytes.count, isSync: isSync)
      var inPlace = Array(buffer[2..<2 + bytes.count])
      if let insertion { inPlace.insert(contentsOf: insertion.bytes, at: insertion.offset) }
      #expect(buffer.first == 0xBB && buffer.last == 0xBB)
      #expect([0xAA] + inPlace == general)
    }
    return Array(general.dropFirst())
  }

  private let idr: [UInt8] = [0x65, 0x88], slice: [UInt8] = [0x41, 0x9A]

  @Test(arguments: [1, 2, 4]) func putsParameterSetsBeforeSyncSamples(_ size: Int) throws {
    var writer = try writer(lengthSize: size)
    let sets = [sequence, picture, second]
    #expect(try write(&writer, [slice]) == stream(sets + [slice]))
    #expect(try write(&writer, [slice]) == stream([slice]))
    #expect(try write(&writer, [[6, 1], idr, idr]) == stream(sets + [[6, 1], idr, idr]))
    #expect(try write(&writer, [slice], isSync: true) == stream(sets + [slice]))
  }

  @Test func putsThemBehindADelimiter() throws {
    var writer = try writer()
    #expect(
      try write(&writer, [[9, 0x10], [6, 1], idr])
        == stream([[9, 0x10], sequence, picture, second, [6, 1], idr]))
  }

  @Test func doesNotDoubleWhatTheSampleBrings() throws {
    var writer = try writer()
    let own = [sequence + [1], picture, second, idr]
    #expect(try write(&writer, own) == stream(own))
    // A part of them is there: the others go where all can refer to them.
    #expect(
      try write(&writer, [[9, 0x10], sequence, idr])
        == stream([[9, 0x10], sequence, picture, second, idr]))
    #expect(
      try write(&writer, [second, idr]) == stream([sequence, picture, second, idr]))
  }

  /// `svcC`, `mvcC` and `lhvC` have sets for views and layers besides those of the base. One may be a set of the
  /// base again, and one has the number of another set.
  @Test(arguments: ["svcC", "mvcC"] as [FourCC]) func setsOfFurtherViews(_ type: FourCC) throws {
    let subset = hex("6F80 0D")
    let view = hex("68CE 3C81")
    var base = AVCConfiguration()
    base.lengthSizeMinusOne = 3
    base.sequenceParameterSets = [ParameterSet(sequence[...])]
    base.pictureParameterSets = [ParameterSet(picture[...])]
    var further = ScalableAVCConfiguration()
    further.sequenceParameterSets = [ParameterSet(subset[...])]
    further.pictureParameterSets = [ParameterSet(picture[...]), ParameterSet(view[...])]
    let description = Atom("avc1", children: [try Atom("avcC", base), try Atom(type, further)])
    var writer = try #require(try AnnexBWriter(description: description))
    #expect(
      try write(&writer, [idr]) == stream([sequence, picture, subset, view, idr]))
    #expect(
      try write(&writer, [sequence, picture, view, idr])
        == stream([sequence, subset, picture, view, idr]))
    let damaged = Atom(
      "avc1", children: [try Atom("avcC", base), Atom(type, .bytes([1, 2]))])
    var baseWriter = try #require(try AnnexBWriter(description: damaged))
    #expect(try write(&baseWriter, [idr]) == stream([sequence, picture, idr]))
  }

  @Test func setsOfFurtherLayers() throws {
    let layer = hex("4409 C1")
    let message = hex("4E09 01")
    var array = HEVCConfiguration.NALUnitArray()
    array.nalUnitType = 34
    array.nalUnits = [ParameterSet(layer[...])]
    var messages = HEVCConfiguration.NALUnitArray()
    messages.nalUnitType = 39
    messages.nalUnits = [ParameterSet(message[...])]
    var further = LayeredHEVCConfiguration()
    further.arrays = [array, messages]
    var base = HEVCConfiguration()
    base.lengthSizeMinusOne = 3
    let description = Atom("hvc1", children: [try Atom("hvcC", base), try Atom("lhvC", further)])
    var writer = try #require(try AnnexBWriter(description: description))
    let slice: [UInt8] = [0x26, 0x01, 0x80]
    #expect(try write(&writer, [slice]) == stream([layer, message, slice]))
  }

  @Test func writesBetweenByteStreamAndSamples() throws {
    var random = SplitMix64(seed: 8)
    for _ in 0..<100 {
      let units = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        [0x41]
          + (0..<Int.random(in: 0...20, using: &random)).map { _ in
            UInt8.random(in: 1...255, using: &random)
          }
      }
      var writer = try AnnexBWriter(codec: .h264, lengthSize: 4, parameterSets: ParameterSets())
      let bytes = try write(&writer, units)
      var splitter = AnnexBSplitter()
      splitter.append(bytes[...])
      splitter.finish()
      var back: [UInt8] = []
      while let unit = try splitter.next() {
        try LengthPrefixedUnits.append(unit, lengthSize: 4, to: &back)
      }
      #expect(back == sample(units))
    }
  }

  @Test func turnsEmptyUnitsIntoZeros() throws {
    var writer = try AnnexBWriter(codec: .h264, lengthSize: 4, parameterSets: ParameterSets())
    var buffer = hex("00000000 00000002 4101 00000000")
    #expect(try writer.convertInPlace(&buffer, 0..<buffer.count, isSync: false) == nil)
    #expect(buffer == hex("00000000 00000001 4101 00000000"))
  }

  @Test func readsParameterSetsOfHEVC() throws {
    // From a stream of x265: 64x64, Main.
    let video = hex("40010c01ffff016000000300900000030000030 01e9598 09")
    let array = { (type: UInt8, unit: [UInt8]) in
      var array = HEVCConfiguration.NALUnitArray()
      array.nalUnitType = type
      array.nalUnits = [ParameterSet(unit[...])]
      return array
    }
    var configuration = HEVCConfiguration()
    let sei: [UInt8] = [0x4E, 1, 5, 0x80]
    let pps: [UInt8] = [0x44, 1, 0xC1, 0x72]
    configuration.arrays = [array(39, sei), array(34, pps), array(32, video)]
    let sets = try ParameterSets(configuration)
    #expect(sets.entries.map(\.kind) == [.video, .picture])
    #expect(sets.supplemental == [sei[...]])
    var writer = try AnnexBWriter(configuration)
    let cra: [UInt8] = [0x2A, 1, 0xAF]
    #expect(try write(&writer, [cra]) == stream([video, pps, sei, cra]))
    #expect(try write(&writer, [[0x02, 1, 0xD0]]) == stream([[0x02, 1, 0xD0]]))
  }
}
