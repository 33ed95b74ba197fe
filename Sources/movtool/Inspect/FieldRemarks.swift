import MovKit

/// What a number in a field comes to, in words: what its unit is, what its bits are called.
struct FieldRemarks {
  /// Ticks a second of the movie and of the track that is being shown; 0 where it is not known.
  var movieTimescale: UInt32 = 0
  var mediaTimescale: UInt32 = 0

  /// The timescales that hold for an atom and what follows it.
  mutating func enter(_ atom: Atom) {
    switch atom.type {
    case "moov":
      let header = atom.first("mvhd").flatMap { try? $0.decode(MovieHeader.self) }
      movieTimescale = header?.timescale ?? 0
    case "trak":
      let header = atom.descendant("mdia", "mdhd").flatMap { try? $0.decode(MediaHeader.self) }
      mediaTimescale = header?.timescale ?? 0
    default: break
    }
  }

  /// What to say behind a value of the field `name`; `siblings` are the fields around it.
  func remark(on value: FieldValue, named name: String, of atom: FourCC, among siblings: [Field])
    -> String?
  {
    switch value {
    case .unsigned(let number):
      return remark(on: Int128(number), named: name, of: atom, among: siblings)
    case .signed(let number):
      return remark(on: Int128(number), named: name, of: atom, among: siblings)
    case .text(let text): return FourCC(text).flatMap { Self.name(of: $0, named: name) }
    default: return nil
    }
  }

  private func remark(
    on number: Int128, named name: String, of atom: FourCC, among siblings: [Field]
  ) -> String? {
    // By name first: most fields have nothing to be said of.
    switch name {
    case "creation_time", "modification_time": number == 0 ? "not set" : nil
    case "fragment_duration", "segment_duration": duration(number, movieTimescale)
    case "media_time": number == -1 ? "empty" : duration(number, mediaTimescale)
    case "duration":
      atom == "tkhd"
        ? duration(number, movieTimescale)
        : siblings.unsigned("timescale").flatMap { duration(number, UInt32(clamping: $0)) }
    case "frame_duration":
      siblings.unsigned("time_scale").flatMap {
        readableRate($0, per: UInt64(clamping: number), exactly: { ", \($0)" })
      }
    case "language": number == 0x7FFF ? "not given" : nil
    case "flags": flags(number, of: atom)
    case "type_indicator": Self.wellKnownTypes[number]
    default: nil
    }
  }

  private func flags(_ number: Int128, of atom: FourCC) -> String? {
    switch atom {
    case "tkhd": Self.bits(number, ["enabled", "in movie", "in preview", "in poster"])
    case "tmcd", "tc64", "cn32", "cn64":
      Self.bits(number, ["drop frame", "wraps at 24 hours", "negative times", "counter"])
    case "url ", "urn ", "alis", "rsrc": number & 1 == 1 ? "in this file" : nil
    default: nil
    }
  }

  private func duration(_ ticks: Int128, _ timescale: UInt32) -> String? {
    if ticks == Int128(UInt32.max) || ticks == Int128(UInt64.max) { return "unknown" }
    return Int64(exactly: ticks).flatMap { readableTime($0, per: timescale) }
  }

  private static func bits(_ number: Int128, _ names: [String]) -> String? {
    let set = names.indices.filter { number >> Int128($0) & 1 == 1 }.map { names[$0] }
    return set.isEmpty ? nil : set.joined(separator: ", ")
  }

  private static func name(of code: FourCC, named name: String) -> String? {
    switch name {
    case "component_type", "component_subtype", "handler_type":
      RegisteredNames.handler(code)
    case "major_brand": RegisteredNames.brand(code)
    case "grouping_type": RegisteredNames.sampleGroup(code)
    case "data_format": RegisteredNames.sampleEntry(code)?.name
    default: nil
    }
  }

  /// QuickTime File Format, "Well-Known Types".
  private static let wellKnownTypes: [Int128: String] = [
    0: "no type", 1: "UTF-8", 2: "UTF-16", 3: "Shift JIS", 4: "UTF-8 for sorting",
    5: "UTF-16 for sorting", 13: "JPEG", 14: "PNG", 21: "signed integer",
    22: "unsigned integer", 23: "32-bit float", 24: "64-bit float", 27: "BMP", 28: "metadata atom",
    65: "8-bit integer", 66: "16-bit integer", 67: "32-bit integer", 70: "point",
    71: "dimensions", 72: "rectangle", 74: "64-bit integer", 75: "8-bit unsigned integer",
    76: "16-bit unsigned integer", 77: "32-bit unsigned integer", 78: "64-bit unsigned integer",
    79: "matrix",
  ]
}

extension [Field] {
  /// The number in the field of that name.
  fileprivate func unsigned(_ name: String) -> UInt64? {
    for field in self where field.name == name {
      if case .unsigned(let number) = field.value { return number }
    }
    return nil
  }
}
