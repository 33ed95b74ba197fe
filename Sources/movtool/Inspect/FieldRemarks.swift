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
    switch (atom, name) {
    case (_, "creation_time"), (_, "modification_time"): return number == 0 ? "not set" : nil
    case ("tkhd", "duration"): return duration(number, movieTimescale)
    case ("mehd", "fragment_duration"): return duration(number, movieTimescale)
    case ("elst", "segment_duration"): return duration(number, movieTimescale)
    case ("elst", "media_time"):
      return number == -1 ? "empty" : duration(number, mediaTimescale)
    case (_, "duration"):
      guard case .unsigned(let scale)? = siblings.value("timescale") else { return nil }
      return duration(number, UInt32(clamping: scale))
    case (_, "frame_duration"):
      guard case .unsigned(let scale)? = siblings.value("time_scale") else { return nil }
      return readableRate(scale, per: UInt64(clamping: number), exactly: { ", \($0)" })
    case ("mdhd", "language"): return number == 0x7FFF ? "not given" : nil
    case ("tkhd", "flags"):
      return Self.bits(number, ["enabled", "in movie", "in preview", "in poster"])
    case ("tmcd", "flags"), ("tc64", "flags"), ("cn32", "flags"), ("cn64", "flags"):
      return Self.bits(number, ["drop frame", "wraps at 24 hours", "negative times", "counter"])
    case ("url ", "flags"), ("urn ", "flags"), ("alis", "flags"), ("rsrc", "flags"):
      return number & 1 == 1 ? "in this file" : nil
    case ("data", "type_indicator"): return Self.wellKnownTypes[number]
    default: return nil
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
  func value(_ name: String) -> FieldValue? { first { $0.name == name }?.value }
}
