/// `adrm` in a description of protected Audible sound (`aavd`). Audible publishes no specification; where
/// the fields are is known from programs that decrypt.
public struct AudibleProtection: Record {
  /// The first 8 bytes.
  public var header = RawBytes(bytes: Bytes(repeating: 0, count: 8))
  /// The encrypted key.
  public var key = RawBytes(bytes: Bytes(repeating: 0, count: 56))
  /// The 4 bytes before the checksum.
  public var separator = RawBytes(bytes: Bytes(repeating: 0, count: 4))
  /// A SHA-1 that shows whether the right key was found.
  public var checksum = RawBytes(bytes: Bytes(repeating: 0, count: 20))
  /// What follows.
  public var rest = RawBytes()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bytes("header", &header, count: 8)
    try f.bytes("encrypted_key", &key, count: 56)
    try f.bytes("separator", &separator, count: 4)
    try f.bytes("checksum", &checksum, count: 20)
    try f.bytes("rest", &rest, count: nil)
  }
}
