import MovKit

/// The meanings of field values in words, if their declarations do not state them.
enum FieldRemarks {
  /// Returns what to print after a value of the field `name`; nil for nothing.
  static func remark(on value: FieldValue, named name: String, clocks: FieldClocks) -> String? {
    switch value {
    case .unsigned(let number): name == "type_indicator" ? wellKnownTypes[number] : nil
    case .text(let text): FourCC(text).flatMap { self.name(of: $0, named: name) }
    case .meaning(.unsigned(let number), let meaning, nil): absence(of: meaning, in: number)
    case .flags(let flags, let names): names.text(of: flags)
    case .time(let time):
      time.absence.map(\.description)
        ?? (name == "frame_duration" ? rate(time, clocks) : duration(time, clocks))
    default: nil
    }
  }

  private static func absence(of meaning: StaticString, in number: UInt64) -> String? {
    switch (meaning.description, number) {
    case ("date", 0): "not set"
    case ("language", 0x7FFF): "not given"
    default: nil
    }
  }

  private static func duration(_ time: FieldTime, _ clocks: FieldClocks) -> String? {
    guard let timescale = clocks.timescale(of: time.clock) else { return nil }
    return Int64(exactly: time.value).flatMap { readableTime($0, per: timescale) }
  }

  private static func rate(_ time: FieldTime, _ clocks: FieldClocks) -> String? {
    guard let timescale = clocks.timescale(of: time.clock) else { return nil }
    return readableRate(UInt64(timescale), per: UInt64(clamping: time.value)) { ", \($0)" }
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

  /// The well-known types of metadata values (QuickTime File Format, "Well-Known Types").
  private static let wellKnownTypes: [UInt64: String] = [
    0: "no type", 1: "UTF-8", 2: "UTF-16", 3: "Shift JIS", 4: "UTF-8 for sorting",
    5: "UTF-16 for sorting", 13: "JPEG", 14: "PNG", 21: "signed integer",
    22: "unsigned integer", 23: "32-bit float", 24: "64-bit float", 27: "BMP", 28: "metadata atom",
    65: "8-bit integer", 66: "16-bit integer", 67: "32-bit integer", 70: "point",
    71: "dimensions", 72: "rectangle", 74: "64-bit integer", 75: "8-bit unsigned integer",
    76: "16-bit unsigned integer", 77: "32-bit unsigned integer", 78: "64-bit unsigned integer",
    79: "matrix",
  ]
}
