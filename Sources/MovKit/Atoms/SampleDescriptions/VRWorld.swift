/// What every QT atom begins with after its size and type (QuickTime File Format, "QT Atoms and Atom
/// Containers").
struct QTAtomHead: Record {
  /// The ID of the atom among those of its type with the same parent.
  var atomID: UInt32 = 1
  var reserved1 = Reserved()
  /// The number of child atoms, as stored.
  var childCount: UInt16 = 0
  var reserved2 = Reserved()

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("atom_ID", &atomID)
    try f.reserved(&reserved1, 2)
    try f("child_count", &childCount)
    try f.reserved(&reserved2, 4)
  }
}

/// `qtvr` in `stsd`: the description of the nodes of a QuickTime VR movie. Its child atom is the VR world
/// (QuickTime File Format, "QuickTime VR Sample Description Structure").
public struct VRDescription: Record {
  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are; reserved in the specification.
  public var dataReferenceIndex: UInt16 = 1
  /// Whether the VR world has the head of an atom container: 10 reserved bytes and a count of locks.
  public var hasContainerHead = false
  var reservedInContainer = Reserved()
  /// The count of locks in that head.
  public var lockCount: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reserved(&reserved, 6)
    try f("data_reference_index", &dataReferenceIndex)
    try f.optional(&hasContainerHead, bytes: 12) { $0.count >= 12 && !beginsWithAtom($0) }
    if hasContainerHead {
      try f.reserved(&reservedInContainer, 10)
      try f("lock_count", &lockCount)
    }
    try f.children()
  }
}

/// `sean`, `imgp`, `vrnp` and `vrni`: parents in a VR world. The ID of a `vrni` is that of its node
/// (QuickTime File Format, "VR World Atom Container").
public struct VRParent: CountsChildren {
  var head = QTAtomHead()

  public init() {}

  /// The ID of the atom among those of its type with the same parent.
  public var atomID: UInt32 {
    get { head.atomID }
    set { head.atomID = newValue }
  }

  var entryCount: UInt32 {
    get { UInt32(head.childCount) }
    set { head.childCount = UInt16(clamping: newValue) }
  }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try head.fields(&f)
    try f.children()
  }
}

/// `vrsc` in a VR world: the name of the scene and the node to begin with (QuickTime File Format, "VR
/// World Header Atom Structure").
public struct VRWorldHeader: Record {
  var head = QTAtomHead()
  /// The version of the format, which is 2.0: the number before the point.
  public var majorVersion: UInt16 = 2
  /// The number after the point.
  public var minorVersion: UInt16 = 0
  /// The ID of the `vrsg` with the name of the scene; 0 if it has none.
  public var nameAtomID: UInt32 = 0
  /// The ID of the node that is shown first.
  public var defaultNodeID: UInt32 = 1
  /// Reserved for flags.
  public var flags: UInt32 = 0
  var reserved = Reserved()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try head.fields(&f)
    try f("major_version", &majorVersion)
    try f("minor_version", &minorVersion)
    try f("name_atom_ID", &nameAtomID)
    try f("default_node_ID", &defaultNodeID)
    try f.flags("world_flags", &flags)
    try f.reserved(&reserved, 8)
  }
}

/// `vrsg` in a VR world: a text to which other atoms refer by the ID (QuickTime File Format, "String
/// Atom Structure").
public struct VRString: Record {
  var head = QTAtomHead()
  /// What the text is for; 0 and not used.
  public var usage: UInt16 = 0
  /// The text.
  public var text = TextBytes("")

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try head.fields(&f)
    try f("string_usage", &usage)
    var size = text.bytes.count
    try f.count("string_length", &size, bytes: 2)
    try f.bytes("string", &text, count: size)
  }
}

/// `impn` in `imgp`: how panoramas are drawn (QuickTime File Format, "Panorama-Imaging Atom Structure").
public struct VRPanoramaImaging: Record {
  var head = QTAtomHead()
  /// The version of the format, which is 2.0: the number before the point.
  public var majorVersion: UInt16 = 2
  /// The number after the point.
  public var minorVersion: UInt16 = 0
  /// Whether the values are for pictures at rest or in motion.
  public var imagingMode: UInt32 = 0
  /// Which of the following are valid: bit 0 correction, bit 1 quality, bit 2 direct drawing.
  public var validFlags: UInt32 = 0
  /// How distortion is corrected: 0 not, 1 partly, 2 fully.
  public var correction: UInt32 = 0
  /// The quality.
  public var quality: UInt32 = 0
  /// Whether to draw directly to the screen: 1.
  public var directDraw: UInt32 = 0
  var reserved = Reserved()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try head.fields(&f)
    try f("major_version", &majorVersion)
    try f("minor_version", &minorVersion)
    try f("imaging_mode", &imagingMode)
    try f.flags(
      "imaging_valid_flags", &validFlags, named: [1: "correction", 2: "quality", 4: "directDraw"])
    try f("correction", &correction)
    try f("quality", &quality)
    try f("direct_draw", &directDraw)
    // Six further properties, and two reserved fields.
    try f.reserved(&reserved, 32)
  }
}

/// `nloc` in `vrni`: the kind of a node and where it is (QuickTime File Format, "Node Location Atom
/// Structure").
public struct VRNodeLocation: Record {
  var head = QTAtomHead()
  /// The version of the format, which is 2.0: the number before the point.
  public var majorVersion: UInt16 = 2
  /// The number after the point.
  public var minorVersion: UInt16 = 0
  /// The kind of the node: `pano` for a panorama, `obje` for an object.
  public var nodeType: FourCC = "pano"
  /// 0: the node is in this file.
  public var locationFlags: UInt32 = 0
  /// Where the node is if it is in this file: 0.
  public var locationData: UInt32 = 0
  var reserved = Reserved()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try head.fields(&f)
    try f("major_version", &majorVersion)
    try f("minor_version", &minorVersion)
    try f("node_type", &nodeType)
    try f.flags("location_flags", &locationFlags)
    try f("location_data", &locationData)
    try f.reserved(&reserved, 8)
  }
}

extension Schema {
  /// QuickTime VR: the description of its nodes, and the VR world in it.
  static let vrWorldRules: [Rule] = [
    .parent("qtvr", VRDescription.self, .inside(["stsd"])),
    .parent("sean", VRParent.self, .inside(["qtvr"])),
    .leaf("vrsc", VRWorldHeader.self, .inside(["sean"])),
    .leaf("vrsg", VRString.self, .inside(["sean"])),
    .parent("imgp", VRParent.self, .inside(["sean"])),
    .leaf("impn", VRPanoramaImaging.self, .inside(["imgp"])),
    .parent("vrnp", VRParent.self, .inside(["sean"])),
    .parent("vrni", VRParent.self, .inside(["vrnp"])),
    .leaf("nloc", VRNodeLocation.self, .inside(["vrni"])),
  ]
}
