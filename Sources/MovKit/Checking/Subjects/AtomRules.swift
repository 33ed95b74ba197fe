/// What is wrong with single atoms, and with what they contain.
struct AtomRules {
  private let file: AtomFile
  private let describer: AtomDescriber
  /// The types of which something is said below, and what: there can be an atom in every eight bytes.
  private let types: FourCCTable
  private let contents: [(required: [[FourCC]], single: [[FourCC]])]

  init(_ file: AtomFile) {
    self.file = file
    describer = AtomDescriber(schema: file.schema)
    let known = Array(Set(Self.required.keys).union(Self.single.keys))
    var types = FourCCTable()
    for type in known { types.insert(type) }
    self.types = types
    contents = known.map { (Self.required[$0] ?? [], Self.single[$0] ?? []) }
  }

  /// What an atom must contain: one of each list (ISO/IEC 14496-12, table 1).
  private static let required: [FourCC: [[FourCC]]] = [
    "moov": [["mvhd", "cmov", "rmra"]],
    "trak": [["tkhd"], ["mdia"]],
    "mdia": [["mdhd"], ["hdlr"], ["minf"]],
    "minf": [["stbl"]],
    "stbl": [["stsd"], ["stts"], ["stsc"], ["stsz", "stz2"], ["stco", "co64"]],
    "moof": [["mfhd"]],
    "traf": [["tfhd"]],
    "iprp": [["ipco"]],
  ]

  /// Of what an atom may contain only one. Those in one list exclude each other.
  private static let single: [FourCC: [[FourCC]]] = [
    "moov": [["mvhd"], ["mvex"], ["iods"]],
    "trak": [["tkhd"], ["mdia"], ["edts"], ["tref"]],
    "mdia": [["mdhd"], ["hdlr"], ["minf"], ["elng"]],
    "minf": [["vmhd", "smhd", "gmhd", "nmhd", "hmhd", "sthd"], ["dinf"], ["stbl"]],
    "dinf": [["dref"]],
    "stbl": [
      ["stsd"], ["stts"], ["ctts"], ["stsc"], ["stsz", "stz2"], ["stco", "co64"], ["stss"],
      ["sdtp"], ["cslg"],
    ],
    "edts": [["elst"]],
    "moof": [["mfhd"]],
    "traf": [["tfhd"], ["tfdt"]],
    "meta": [["pitm"], ["iloc"], ["iinf"], ["iprp"], ["iref"], ["ilst"], ["keys"]],
    "iprp": [["ipco"]],
  ]

  func run(_ found: inout CheckFindings) {
    var isFirst = true
    for node in AtomWalk(file) {
      if node.depth == 0, node.atom.type == "ftyp" {
        if !isFirst {
          found.report("atom-duplicate", "the file has a second ftyp", of: node)
        }
        isFirst = false
      }
      for diagnostic in describer.diagnostics(of: node) { found.add(diagnostic) }
      let type = node.atom.type
      guard let number = types.index(of: type), node.atom.isDivided else { continue }
      let (required, single) = contents[number]
      for any in required where node.atom.count(of: any) == 0 {
        found.report(
          "atom-missing",
          "\(type) has no \(any.map { "\($0)" }.joined(separator: " or "))", of: node)
      }
      for same in single {
        let count = node.atom.count(of: same)
        guard count > 1 else { continue }
        found.report(
          "atom-duplicate",
          "\(type) has \(count) of \(same.map { "\($0)" }.joined(separator: " and ")), and only one is "
            + "allowed", of: node)
      }
    }
  }
}
