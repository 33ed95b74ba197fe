import Testing

@testable import MovKit

/// QuickTime VR, by hand from the QuickTime File Format.
@Suite struct VRWorldTests {
  @Test(arguments: rows) func valueBytesText(row: RecordExample) throws { try row.check() }

  static let rows: [RecordExample] = [
    RecordExample(
      "a QuickTime VR description", "000000000000 0001", "data_reference_index=1",
      VRDescription.self
    ) { _ in },
    RecordExample(
      "one with the head of an atom container", "000000000000 0001 00000000000000000000 0002",
      "data_reference_index=1 lock_count=2", VRDescription.self
    ) {
      $0.hasContainerHead = true
      $0.lockCount = 2
    },
    RecordExample(
      "the ID of a node", "0000007f 0000 0001 00000000", "atom_ID=127 child_count=1", VRParent.self
    ) {
      $0.atomID = 127
      $0.entryCount = 1
    },
    RecordExample(
      "a VR world",
      "00000001 0000 0000 00000000 0002 0000 00000003 0000007f 00000000 0000000000000000",
      "atom_ID=1 child_count=0 major_version=2 minor_version=0 name_atom_ID=3 default_node_ID=127 "
        + "world_flags=0", VRWorldHeader.self
    ) {
      $0.nameAtomID = 3
      $0.defaultNodeID = 127
    },
    RecordExample(
      "the name of a scene", "00000003 0000 0000 00000000 0000 0004 526f6f6d",
      "atom_ID=3 child_count=0 string_usage=0 string_length=4 string='Room'", VRString.self
    ) {
      $0.head.atomID = 3
      $0.text = TextBytes("Room")
    },
    RecordExample(
      "how panoramas are drawn",
      """
      00000001 0000 0000 00000000 0002 0000 00000001 00000003 00000002 00000200 00000001
      0000000000000000 0000000000000000 0000000000000000 0000000000000000
      """,
      "atom_ID=1 child_count=0 major_version=2 minor_version=0 imaging_mode=1 imaging_valid_flags=3 "
        + "correction=2 quality=512 direct_draw=1", VRPanoramaImaging.self
    ) {
      $0.imagingMode = 1
      $0.validFlags = 3
      $0.correction = 2
      $0.quality = 512
      $0.directDraw = 1
    },
    RecordExample(
      "where a node is",
      "00000001 0000 0000 00000000 0002 0000 6f626a65 00000000 00000000 0000000000000000",
      "atom_ID=1 child_count=0 major_version=2 minor_version=0 node_type='obje' location_flags=0 "
        + "location_data=0", VRNodeLocation.self
    ) { $0.nodeType = "obje" },
  ]

  @Test(arguments: [false, true]) func tree(hasHead: Bool) throws {
    func parent(_ type: FourCC, _ count: UInt16, _ children: [UInt8]...) -> [UInt8] {
      atom(type, u32(1), u16(0), u16(count), u32(0), children.flatMap { $0 })
    }
    let location = atom(
      "nloc", u32(1), u16(0), u16(0), u32(0), u16(2), u16(0), ascii("pano"), zeros(16))
    let world = parent("sean", 1, parent("vrnp", 1, parent("vrni", 1, location)))
    let description = atom("qtvr", zeros(6), u16(1), hasHead ? zeros(12) : [], world)
    let bytes = atom("moov", atom("stsd", u32(0), u32(1), description))
    let paths = AtomWalk(try AtomFile(from: fileType + bytes)).map(\.path)
    #expect(paths.last == "moov/stsd/qtvr/sean/vrnp/vrni/nloc")
  }
}
