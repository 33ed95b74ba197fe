/// `odkm` in `schi`, which holds what a player of OMA DRM needs (OMA DRM Content Format 2.0).
public struct OMAKeyManagement: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.children()
  }
}

/// `ohdr` in `odkm`: which content this is, and where its rights are to be had (OMA DRM Content Format
/// 2.0).
public struct OMACommonHeaders: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// How the content is encrypted: 0 not, 1 AES in CBC mode, 2 AES in CTR mode.
  public var encryptionMethod: UInt8 = 0
  /// How the last block is filled: 0 not, 1 as in RFC 2630.
  public var paddingScheme: UInt8 = 0
  /// The size of the content before it was encrypted, in bytes; 0 if it is not known.
  public var plaintextLength: UInt64 = 0
  /// The ID of the content.
  public var contentID = AssetString(bytes: [])
  /// Where the rights are to be had.
  public var rightsIssuerURL = AssetString(bytes: [])
  /// Further headers as text, a name and a value each, with a zero after each header.
  public var textualHeaders = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("encryption_method", &encryptionMethod)
    try f("padding_scheme", &paddingScheme)
    try f("plaintext_length", &plaintextLength)
    var (id, url, texts) = (
      contentID.bytes.count, rightsIssuerURL.bytes.count, textualHeaders.bytes.count
    )
    try f.count("content_id_length", &id, bytes: 2)
    try f.count("rights_issuer_url_length", &url, bytes: 2)
    try f.count("textual_headers_length", &texts, bytes: 2)
    try f.bytes("content_id", &contentID, count: id)
    try f.bytes("rights_issuer_url", &rightsIssuerURL, count: url)
    try f.bytes("textual_headers", &textualHeaders, count: texts)
    try f.children()
  }
}

extension Schema {
  static let omaProtectionRules: [Rule] = [
    .parent("odkm", OMAKeyManagement.self),
    .parent("ohdr", OMACommonHeaders.self),
    // OMA took the format of samples over from ISMA.
    .leaf("odaf", ISMASampleFormat.self, .inside(["schi", "odkm"])),
  ]
}
