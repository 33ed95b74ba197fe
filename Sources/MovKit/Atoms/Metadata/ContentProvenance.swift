/// `uuid` of Content Credentials: a manifest that signs the bytes of the file, or a part of its hashes
/// (C2PA Technical Specification, "Embedding manifests into BMFF-based assets"). The boxes of a
/// manifest are its child atoms.
public struct ContentProvenance: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// What the atom holds: `manifest`, `original` or `update` for a manifest store, `merkle` for hashes.
  public var boxPurpose = CString("manifest")
  /// With a manifest store only: the file offset of the first such atom with hashes, in bytes; 0 if there
  /// is none.
  public var merkleOffset: UInt64 = 0
  /// With any other purpose: the hashes, in CBOR (RFC 8949).
  public var data = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.terminated("box_purpose", &boxPurpose)
    guard Self.purposesOfStores.contains(boxPurpose.string) else {
      return try f.bytes("data", &data, count: nil)
    }
    try f("merkle_offset", &merkleOffset)
    try f.children()
  }

  private static let purposesOfStores: Set<String> = ["manifest", "original", "update"]
}

/// `jumd` in `jumb`: what the boxes after it are (ISO/IEC 19566-5, "Description box").
public struct JUMBFDescription: Record {
  /// The kind of content, a UUID. Those of C2PA begin with four letters: `c2pa` a manifest store, `c2ma`
  /// a manifest, `c2as` assertions, `c2cl` a claim, `c2cs` a signature; `json` and `cbor` are data in
  /// these forms.
  public var contentType = RawBytes(bytes: Array(repeating: 0, count: 16)[...])
  /// What follows. 1: the content can be requested by its label. 2: a label. 4: an ID. 8: a hash. 16: a
  /// private box.
  public var toggles: UInt8 = 0
  /// The name by which references mean the content.
  public var label = CString("")
  /// The ID of the content.
  public var id: UInt32 = 0
  /// The SHA-256 hash of the content, 32 bytes.
  public var signature = RawBytes(bytes: Array(repeating: 0, count: 32)[...])
  /// A box for the program that wrote the file, such as the random bytes of C2PA (`c2sh`).
  public var privateBox = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bytes("content_type", &contentType, count: 16)
    try f.flags(
      "toggles", &toggles,
      named: [1: "requestable", 2: "label", 4: "id", 8: "signature", 16: "private"])
    if toggles & 2 != 0 { try f.terminated("label", &label) }
    if toggles & 4 != 0 { try f("id", &id) }
    if toggles & 8 != 0 { try f.bytes("signature", &signature, count: 32) }
    if toggles & 16 != 0 { try f.bytes("private", &privateBox, count: nil) }
  }
}

/// `bfdb` in `jumb`: what the file in the next box is (ISO/IEC 19566-5, "Embedded File Description
/// box").
public struct EmbeddedFileDescription: Record {
  /// 1: there is a name. 2: the file is not in the next box, which has its address.
  public var toggles: UInt8 = 0
  /// The media type, such as `image/jpeg`.
  public var mediaType = CString("")
  /// The name of the file.
  public var fileName = CString("")

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.flags("toggles", &toggles, named: [1: "fileName", 2: "external"])
    try f.terminated("media_type", &mediaType)
    if toggles & 1 != 0 { try f.terminated("file_name", &fileName) }
  }
}

extension Schema {
  /// Boxes of Content Credentials.
  static let provenanceRules: [Rule] = [
    .parent(uuid: UserTypes.contentCredentials, ContentProvenance.self),
    .parent("jumb"),
    .leaf("jumd", JUMBFDescription.self, .inside(["jumb"])),
    .leaf("json", PlainText.self, .inside(["jumb"])),
    .leaf("cbor", OpaqueData.self, .inside(["jumb"])),
    .leaf("bfdb", EmbeddedFileDescription.self, .inside(["jumb"])),
    .leaf("bidb", OpaqueData.self, .inside(["jumb"])),
    .leaf("c2sh", OpaqueData.self, .inside(["jumb"])),
  ]
}
