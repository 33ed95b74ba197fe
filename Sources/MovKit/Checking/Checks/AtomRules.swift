/// What is wrong with single atoms, and with what they contain.
struct AtomRules {
  private let file: AtomFile
  private let describer: AtomDescriber
  /// The types of which something is said below, and what: there can be an atom in every eight bytes.
  private let types: FourCCTable
  private let contents: [Contents]

  init(_ file: AtomFile) {
    self.file = file
    describer = AtomDescriber(schema: file.schema)
    let known = Array(Set(Self.required.keys).union(Self.single.keys))
    var types = FourCCTable()
    for type in known { types.insert(type) }
    self.types = types
    contents = known.map {
      Contents(required: Self.required[$0] ?? [], single: Self.single[$0] ?? [])
    }
  }

  /// What atoms of a type must contain, and of what they may contain only one. It is a class because a file can
  /// have very many atoms of the type.
  private final class Contents {
    let required: [[FourCC]]
    let single: [[FourCC]]
    /// The types in these lists, with a bit set for each list that has them.
    private let members: [(type: FourCC, required: UInt16, single: UInt16)]

    init(required: [[FourCC]], single: [[FourCC]]) {
      (self.required, self.single) = (required, single)
      func bits(_ type: FourCC, _ lists: [[FourCC]]) -> UInt16 {
        lists.enumerated().reduce(0) { $0 | ($1.element.contains(type) ? 1 << $1.offset : 0) }
      }
      members = Set((required + single).joined()).map {
        ($0, bits($0, required), bits($0, single))
      }
    }

    /// Returns a bit for each list of required types of which an atom has none, and for each list of which it has
    /// several.
    func faults(of atom: Atom) -> (missing: UInt16, repeated: UInt16) {
      var (found, once, repeated): (UInt16, UInt16, UInt16) = (0, 0, 0)
      atom.forEachType { type in
        for member in members where member.type == type {
          found |= member.required
          repeated |= once & member.single
          once |= member.single
        }
      }
      return (((1 << required.count) - 1) & ~found, repeated)
    }
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

  /// Goes over all atoms, or only those that have changed. What is wrong with fragments comes to a list of its own.
  func run(
    _ found: inout CheckFindings, ofFragments: inout CheckFindings,
    only changed: ChangedAtoms? = nil
  ) {
    let fragments = FragmentRules(file, &ofFragments)
    var walk = AtomWalk(file, only: changed)
    while let node = walk.next() {
      if node.depth == 0, node.atom.type == "ftyp", node.component?.index ?? 0 > 0 {
        found.report("atom-duplicate", "the file has a second ftyp", of: node)
      }
      for diagnostic in describer.diagnostics(of: node) { found.add(diagnostic) }
      let type = node.atom.type
      if type == "traf", node.depth == 1, let fragments { fragments.check(node, &ofFragments) }
      if type == "moof", node.depth == 0, let fragments {
        fragments.checkPlaces(node, &ofFragments)
      }
      guard let number = types.index(of: type), node.atom.isDivided else { continue }
      let contents = contents[number]
      let (missing, repeated) = contents.faults(of: node.atom)
      guard missing | repeated != 0 else { continue }
      for (bit, any) in contents.required.enumerated() where missing & 1 << bit != 0 {
        found.report(
          "atom-missing",
          "\(type) has no \(any.map { "\($0)" }.joined(separator: " or "))", of: node)
      }
      for (bit, same) in contents.single.enumerated() where repeated & 1 << bit != 0 {
        found.report(
          "atom-duplicate",
          "\(type) has \(node.atom.count(of: same)) of "
            + "\(same.map { "\($0)" }.joined(separator: " and ")), and only one is allowed",
          of: node)
      }
    }
  }
}
