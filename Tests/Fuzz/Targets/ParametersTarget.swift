@testable import MovKit

enum ParametersTarget {
  static func run(_ bytes: [UInt8]) throws {
    let unit = bytes[...]
    _ = try? AVCSequenceParameterSet(unit)
    _ = try? AVCPictureParameterSet(unit)
    _ = try? HEVCVideoParameterSet(unit)
    _ = try? HEVCSequenceParameterSet(unit)
    _ = try? HEVCPictureParameterSet(unit)
    for codec in [VideoCodec.h264, .hevc] {
      _ = SEIMessage.payload(1, in: unit, codec: codec)
      _ = RecoveryPoint.count(in: unit, codec: codec)
    }
    if let configuration = try? Atom("avcC", .bytes(unit)).decode(AVCConfiguration.self) {
      _ = try? ParameterSets(configuration)
      if var writer = try? AnnexBWriter(configuration) {
        var stream: [UInt8] = []
        _ = try? writer.append(unit, isSync: true, to: &stream)
      }
    }
    if let configuration = try? Atom("hvcC", .bytes(unit)).decode(HEVCConfiguration.self) {
      _ = try? ParameterSets(configuration)
      if var writer = try? AnnexBWriter(configuration) {
        var stream: [UInt8] = []
        _ = try? writer.append(unit, isSync: true, to: &stream)
      }
    }
    for size in 1...4 {
      guard var units = try? LengthPrefixedUnits(unit, lengthSize: size) else { continue }
      var total = 0
      while let next = try? units.next() { total += next.count + size }
      try law(total <= bytes.count, "units of more bytes than there are")
    }
  }
}
