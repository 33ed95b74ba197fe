import Foundation

@testable import MovKit

/// Fills the fields of a record with what a dump says of a box, by their names.
struct DumpFiller: FieldCoder {
  /// The names of the fields that a layout depends on and that the dump does not have.
  private(set) var missing: Set<String> = []
  /// How the values that the fields got compare with those in the dump.
  private(set) var comparison = FieldComparison()
  private var values: [String: String] = [:]
  private var lists: [(name: String, rows: [[String: Any]])] = []
  private var used: Set<String> = []
  private let type: FourCC

  /// What is in the dump and in no field.
  var unread: Set<String> {
    Set(values.keys).union(lists.map(\.name)).subtracting(used).subtracting(Self.notFields)
  }

  init(_ box: DumpedBox) {
    self.init(box.attributes, of: box.type)
  }

  private init(_ attributes: [String: Any], of type: FourCC) {
    self.type = type
    add(attributes)
  }

  private mutating func add(_ attributes: [String: Any]) {
    for (key, value) in attributes {
      if let text = value as? String {
        // A text that the program which made the dump had no memory for is an empty one.
        values[Self.plain(key)] = text == "(null)" ? "" : text
      } else if let one = value as? [String: Any], DumpedBox(one) == nil {
        if Self.isPart(key) { add(one) } else { lists.append((Self.plain(key), [one])) }
      } else if let rows = value as? [[String: Any]], rows.first.flatMap(DumpedBox.init) == nil {
        lists.append((Self.plain(key), rows))
      }
    }
  }

  /// Whether the attributes of an object inside a box are fields of the box itself.
  private static func isPart(_ key: String) -> Bool {
    key.hasSuffix("Record") && key != "StyleRecord" && key != "FontRecord"
      || ["FullBoxInfo", "Matrix", "PSSHData", "DefaultSampleFlags"].contains(key)
      || key == "L-HEVCDecoderConfigurationRecord"
  }

  static func plain(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  private static let notFields: Set<String> = [
    "size", "type", "specification", "container", "uuid", "datasize", "trackfragments", "utc",
    "associationcount", "entrycount", "binaryid", "xmlns",
    // In the dump of every matrix, by names of their own.
    "m11", "m12", "m13", "m21", "m22", "m23", "m31", "m32", "m33",
    // Parts of flags that are one field here.
    "samplepadding", "sync", "degradationpriority", "isleading", "dependson", "isdependedon",
    "hasredundancy", "sampledependson", "sampleisdependedon", "samplehasredundancy", "samplesync",
    "sampledegradationpriority", "groupdescriptionintraf",
    // Bytes that the standard reserves.
    "reserved", "reserved1", "reserved2",
  ]

  /// What the dumps call the fields of some boxes.
  private static let names: [FourCC: [String: String]] = [
    "stsz": ["samplesize": "constantsamplesize"], "stz2": ["fieldsize": "samplesizebits"],
    "hmhd": [
      "maxpdusize": "maximumpdusize", "avgpdusize": "averagepdusize",
      "avgbitrate": "averagebitrate",
    ],
    "uuid": ["fragmentabsolutetime": "absolutetime"],
    "totl": ["value": "rtpbytessent"], "trpy": ["value": "rtpbytessent"],
    "npck": ["value": "packetssent"], "nump": ["value": "packetssent"],
    "tpay": ["value": "bytessent"], "tpyl": ["value": "bytessent"],
    "dmed": ["value": "bytessent"], "dimm": ["value": "bytessent"],
    "drep": ["value": "repeatedbytes"], "pmax": ["value": "maximumsize"],
    "dmax": ["value": "maximumduration"], "tmin": ["milliseconds": "minimumtransmittime"],
    "tmax": ["milliseconds": "maximumtransmittime"],
    "rtp ": ["highestcompatibleversion": "lastcompatibleversion"],
    "rrtp": ["highestcompatibleversion": "lastcompatibleversion"],
    "rtcp": ["highestcompatibleversion": "lastcompatibleversion"],
    "fdp ": ["highestcompatibleversion": "lastcompatibleversion"],
    "iaux": ["auxinfotypeparameter": "auxinfoparameter"],
    "ctts": ["sampleoffset": "compositionoffset"], "padb": ["pad": "paddingbits"],
    "subs": ["subsamplesize": "size", "subsamplepriority": "priority"],
    "trun": [
      "sampleduration": "duration", "samplesize": "size",
      "samplecompositiontimeoffset": "ctsoffset",
    ],
    // Its degrees, and not the number of quarter turns.
    "irot": ["angle": "angle/90"],
    "tols": ["targetolsidx": "targetolsindex"], "tsro": ["offset": "timestampoffset"],
    "damr": [
      "decoderversion": "version", "modeset": "supportedmodes",
      "modechangeperiod": "moderotating",
    ],
    "bloc": ["purchaselocation": "basepurllocation"],
    "leva": ["assignmenttype": "assignementtype"],
    "tfra": ["numberofentry": "numberofentries"], "ftab": ["fontid": "id", "fontname": "name"],
    "tkhd": ["alternategroup": "alternategroupid"],
    "mdhd": ["language": "languagecode"],
    "elng": ["extendedlanguage": "languagecode"],
    "hdlr": ["componentsubtype": "hdlrtype", "componentname": "name"],
    "mfhd": ["sequencenumber": "fragmentsequencenumber"],
    "tfhd": [
      "defaultsampleduration": "sampleduration", "defaultsamplesize": "samplesize",
    ],
    "trex": [
      "defaultsampledescriptionindex": "sampledescriptionindex",
      "defaultsampleduration": "sampleduration", "defaultsamplesize": "samplesize",
    ],
    "prft": ["ntptimestamp": "ntp", "mediatime": "timestamp"],
    "url ": ["location": "url"],
    "elst": ["segmentduration": "duration"],
    "mfro": ["parentsize": "containersize"],
    "cprt": ["language": "languagecode", "text": "copyrightnotice"],
    "pssh": ["data": "value"],
    "avcC": ["lengthsizeminusone": "nalunitsize-1"],
    "hvcC": [
      "lengthsizeminusone": "nalunitsize-1", "generalprofilespace": "profilespace",
      "generaltierflag": "tierflag", "generalprofileidc": "profileidc",
      "generallevelidc": "levelidc", "bitdepthlumaminus8": "lumabitdepth-8",
      "bitdepthchromaminus8": "chromabitdepth-8",
    ],
    "lhvC": ["lengthsizeminusone": "nalunitsize-1"],
    "svcC": ["lengthsizeminusone": "nalunitsize-1"],
    "mvcC": ["lengthsizeminusone": "nalunitsize-1"],
    "vvcC": [
      "lengthsizeminusone": "nalunitsize-1", "numsublayers": "numtemporallayers",
      "maxpicturewidth": "maxwidth", "maxpictureheight": "maxheight",
      "bitdepthminus8": "chromabitdepth-8",
    ],
    "vvnC": ["lengthsizeminusone": "nalunitsize-1"],
    "payt": ["rtpmapstring": "payloadstring"],
    "vttC": ["config": "text"], "xml ": ["xml": "text"], "txtC": ["textconfig": "text"],
    "tenc": [
      "defaultkid": "kid", "defaultisprotected": "isencrypted",
      "defaultcryptbyteblock": "cryptbyteblock", "defaultskipbyteblock": "skipbyteblock",
      "defaultpersampleivsize": "ivsize", "defaultconstantivsize": "constantivsize",
      "defaultconstantiv": "constantiv",
    ],
  ]

  /// What the dumps call the lists of some fields, where a box has several.
  private static let listNames: [String: String] = [
    "sequenceparametersets": "sequenceparameterset", "pictureparametersets": "pictureparameterset",
    // Never the only list of a box.
    "sequenceparametersetextensions": "sequenceparametersetextensions",
    "arrays": "parametersetarray", "nalunits": "parameterset",
    "compatiblebrands": "brandentry", "descriptions": "channeldescription",
    "kids": "psshkey", "references": "reference",
  ]

  /// What the dumps call fields of every video and sound description, and of NAL units.
  private static let commonNames = [
    "horizresolution": "xdpi", "vertresolution": "ydpi", "depth": "bitdepth",
    "channelcount": "channels", "samplesize": "bitspersample", "nalunit": "content",
    "framecount": "framespersample", "colortableid": "colortableindex",
    "revisionlevel": "revision", "arraycompleteness": "completeset", "nalunittype": "nalutype",
    "persampleivsize": "ivsize",
    "a": "m11", "b": "m12", "u": "m13", "c": "m21", "d": "m22", "v": "m23", "x": "m31", "y": "m32",
    "w": "m33",
  ]

  private mutating func text(_ name: String) -> String? {
    let plain = Self.plain(name.description)
    let alias =
      Self.names[type]?[plain]
      ?? (values[plain] == nil ? Self.commonNames[plain] : nil) ?? plain
    // A row of one number has a name for it in each box.
    if plain == "value", values.count == 1, let only = values.first {
      used.insert(only.key)
      return only.value
    }
    if let minus = alias.firstIndex(of: "-") {
      let other = String(alias[..<minus])
      guard let value = values[other].flatMap({ Int($0) }),
        let less = Int(alias[alias.index(after: minus)...])
      else { return nil }
      used.insert(other)
      return String(value - less)
    }
    if let sign = alias.firstIndex(of: "/") {
      let other = String(alias[..<sign])
      guard let value = values[other].flatMap({ Int($0) }),
        let unit = Int(alias[alias.index(after: sign)...]), value.isMultiple(of: unit)
      else { return nil }
      used.insert(other)
      return String(value / unit)
    }
    // A vector that all samples share is said, and then no size of vectors of their own.
    if alias == "ivsize", values[alias] == nil, values["constantivsize"] != nil { return "0" }
    guard let value = values[alias] else { return nil }
    used.insert(alias)
    return value
  }

  private mutating func list(_ name: String) -> [[String: Any]]? {
    let plain = Self.plain(name.description)
    let alias = Self.listNames[plain] ?? plain
    if let found = lists.first(where: { $0.name == alias }) {
      used.insert(found.name)
      return found.rows
    }
    // The only list of a box is that of its only table.
    guard Self.listNames[plain] == nil || type == "pssh", let only = lists.first, lists.count == 1
    else { return nil }
    used.insert(only.name)
    return only.rows
  }

  private static func number(_ text: String) -> Int64? {
    let word = text.prefix { $0 != " " }
    if word.hasPrefix("0x") {
      return UInt64(word.dropFirst(2), radix: 16).map { Int64(bitPattern: $0) }
    }
    return Int64(word) ?? UInt64(word).map { Int64(bitPattern: $0) }
  }

  mutating func integer<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int
  ) {
    fill(name, &value, bits: 8 * bytes)
  }

  mutating func scalar<S: FieldScalar>(_ name: String, _ value: inout S, bytes: Int) {
    guard let text = text(name) else { return comparison.addMissing(name) }
    if S.self == FourCC.self, let code = FourCC(text) {
      value = S(rawValue: S.RawValue(truncatingIfNeeded: code.rawValue))
      comparison.add(
        name, UInt64(truncatingIfNeeded: value.rawValue) == UInt64(code.rawValue), "\(value)", text)
    } else if let number = Double(text), text.contains(".") {
      let fixed = Int64(number * Double(UInt64(1) << UInt64(4 * bytes)))
      value = S(rawValue: S.RawValue(truncatingIfNeeded: fixed))
      comparison.add(name, value.rawValue, fixed, bits: 8 * bytes, of: text)
    } else if let number = Self.number(text) {
      value = S(rawValue: S.RawValue(truncatingIfNeeded: number))
      comparison.add(name, value.rawValue, number, bits: 8 * bytes, of: text)
    } else {
      comparison.addMissing(name)
    }
  }

  mutating func bits<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, _ width: Int
  ) {
    // The number of rows in a field of bits follows from the rows.
    if let rows = counted(name) {
      value = T(truncatingIfNeeded: rows)
      return
    }
    fill(name, &value, bits: width)
  }

  private mutating func fill<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bits width: Int
  ) {
    guard width > 0, let text = text(name), let number = Self.number(text) else {
      return comparison.addMissing(name)
    }
    defer { comparison.add(name, value, number, bits: width, of: text) }
    let unused = 64 - width
    value =
      T.isSigned
      ? T(truncatingIfNeeded: (number << unused) >> unused)
      : T(truncatingIfNeeded: (UInt64(bitPattern: number) << unused) >> unused)
  }

  private mutating func counted(_ name: String) -> Int? {
    switch name.description {
    case "num_of_sequence_parameter_sets": rows("sequenceparameterset")
    default: nil
    }
  }

  private func rows(_ name: String) -> Int { lists.first { $0.name == name }?.rows.count ?? 0 }

  mutating func code(_ name: String, _ value: inout FourCC, of kind: CodeKind) {
    scalar(name, &value, bytes: 4)
  }

  mutating func time<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, of clock: FieldTime.Clock,
    orAllBitsSet absence: String?
  ) { integer(name, &value, bytes: bytes) }

  mutating func fileOffset<T: FixedWidthInteger & Sendable>(
    _ name: String, _ value: inout T, bytes: Int, from origin: OffsetOrigin, isAtom: Bool
  ) { integer(name, &value, bytes: bytes) }

  mutating func reservedBits(_ value: inout UInt8, _ width: Int) {}
  mutating func reserved(_ value: inout Reserved, _ count: Int) {}

  mutating func bytes<B: FieldBytes>(_ name: String, _ value: inout B, count: Int?) {
    guard let text = text(name) else {
      comparison.addMissing(name)
      if let size = values["datasize"].flatMap({ Int($0) }), name.description == "data" {
        value = B(bytes: Bytes(repeating: 0, count: size))
      } else if count == nil, type == "senc" || name.description != "data" {
        missing.insert(name.description)
      }
      return
    }
    var bytes = Self.bytes(text)
    if let count {
      let there = bytes
      bytes = Array((bytes + [UInt8](repeating: 0, count: count)).prefix(count))
      comparison.add(name, there.count <= count, "of \(count) bytes", text)
    } else {
      comparison.add(name, true, "", text)
    }
    if B.self == PascalOrCString.self || B.self == AssetString.self, count == nil {
      bytes.append(0)
    }
    value = B(bytes: bytes[...])
  }

  private static func bytes(_ text: String) -> [UInt8] {
    let octets = "data:application/octet-string,"
    if text.hasPrefix(octets) { return hex(String(text.dropFirst(octets.count))) }
    return text.hasPrefix("0x") ? hex(String(text.dropFirst(2))) : Array(text.utf8)
  }

  mutating func terminated(_ name: String, _ value: inout CString) {
    guard let text = text(name) else {
      comparison.addMissing(name)
      missing.insert(name.description)
      return
    }
    comparison.add(name, true, "", text)
    let plain = text.replacing("http\\:", with: "http:")
    value = CString(text: Self.bytes(plain)[...])
  }

  mutating func version(_ version: inout UInt8, upTo newest: UInt8) throws(FormatError) {
    integer("version", &version, bytes: 1)
    guard version <= newest else { throw FormatError(.unknownVersion(version), path: "version") }
  }

  mutating func count(_ name: String, _ value: inout Int, bytes: Int) {
    switch name.description {
    case "nal_unit_length": value = Self.bytes(values["content"] ?? "").count
    case "data_size": value = Self.bytes(values["value"] ?? "").count
    case "length": value = Self.bytes(values["stereoindicationtype"] ?? "").count
    case "num_of_sequence_parameter_set_ext", "ptl_num_sub_profiles": value = 0
    default: countRows(name, &value)
    }
  }

  private mutating func countRows(_ name: String, _ value: inout Int) {
    if let number = text(name).flatMap(Self.number) {
      value = Int(number)
    } else if lists.count == 1 {
      value = lists[0].rows.count
    } else if let only = ["pictureparameterset", "parametersetarray", "parameterset", "psshkey"]
      .first(where: { rows($0) > 0 })
    {
      value = rows(only)
    } else {
      value = 0
    }
  }

  mutating func rows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, count: Int, layout: Row.Layout
  ) throws(FormatError) {
    guard Table<Row>.strideBits(layout) > 0 else {
      value = try Table(Array(repeating: Row(), count: count), layout: layout)
      return
    }
    let found = count > 0 ? list(name) ?? [] : []
    guard !found.isEmpty || count == 0 else {
      missing.insert(name.description)
      return
    }
    var rows: [Row] = []
    for attributes in found {
      var filler = DumpFiller(attributes, of: type)
      var row = Row()
      try row.fields(&filler, layout: layout)
      rows.append(row)
      missing.formUnion(filler.missing)
      comparison.add(filler.comparison)
    }
    value = try Table(rows, layout: layout)
  }

  mutating func remainingRows<Row: TableRow>(
    _ name: String, _ value: inout Table<Row>, layout: Row.Layout
  ) throws(FormatError) {
    try rows(name, &value, count: lists.first?.rows.count ?? 0, layout: layout)
  }

  mutating func list<R: Record>(_ name: String, _ value: inout [R], count: Int)
    throws(FormatError)
  { try list(name, &value, count: count, like: R()) }

  mutating func list<R: Record>(
    _ name: String, _ value: inout [R], count: Int, like prototype: R
  ) throws(FormatError) {
    value = []
    for attributes in list(name) ?? [] {
      var filler = DumpFiller(attributes, of: type)
      var item = prototype
      try item.fields(&filler)
      value.append(item)
      missing.formUnion(filler.missing)
      comparison.add(filler.comparison)
    }
  }

  mutating func remainingList<R: Record>(_ name: String, _ value: inout [R])
    throws(FormatError)
  {
    guard list(name) != nil else {
      missing.insert(name.description)
      return
    }
    try list(name, &value, count: 0)
  }

  mutating func record<R: Record>(_ name: String, _ value: inout R) throws(FormatError) {
    if var text = value as? PascalString {
      text = PascalString(self.text(name) ?? "")
      if let same = text as? R { value = same }
      return
    }
    try value.fields(&self)
  }

  mutating func optional(
    _ isPresent: inout Bool, bytes: Int, if looksPresent: (Bytes) -> Bool
  ) {
    switch type {
    case "url ": isPresent = values["url"] != nil
    case "infe": isPresent = bytes == 1 && !(values["contentencoding"] ?? "").isEmpty
    case "avcC": isPresent = values["lumabitdepth"] != nil
    default: break
    }
  }

  mutating func children() {}
}
