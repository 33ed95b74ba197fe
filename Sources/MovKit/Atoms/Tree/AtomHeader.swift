/// The head of every atom: size and type, then a 64-bit size and a user type where they apply
/// (ISO/IEC 14496-12, 4.2; QuickTime File Format, "Atoms").
struct AtomHeader: Record {
  /// 0: the atom goes on to the end of the file. 1: `largeSize` counts. Head included.
  var size: UInt32 = 8
  var type = FourCC(rawValue: 0)
  var largeSize: UInt64 = 0
  /// The 16 bytes that name a `uuid` atom.
  var userType = RawBytes()

  static let longest = 32

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("size", &size)
    try f("type", &type)
    if size == 1 { try f("largesize", &largeSize) }
    if type == "uuid" { try f.bytes("usertype", &userType, count: 16) }
  }

  /// Bytes of the whole atom as the head tells it; nil for "to the end of the file".
  var claimedSize: UInt64? {
    switch size {
    case 0: nil
    case 1: largeSize
    default: UInt64(size)
    }
  }

  /// Bytes of the head itself.
  var length: Int { (size == 1 ? 16 : 8) + (type == "uuid" ? 16 : 0) }

  var form: Atom.Form {
    switch size {
    case 0: .toEnd
    case 1: .extended
    default: .compact
    }
  }
}

extension FourCC {
  /// Whether an atom might be called so: printable ASCII, or the `©` of user data.
  var isPlausibleType: Bool {
    bytes.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0xA9 }
  }
}

/// Whether bytes that may be child atoms begin like one, or are a terminator of zeros, or nothing.
func looksLikeAtoms(_ bytes: Bytes) -> Bool {
  bytes.prefix(bytes.count < 8 ? 8 : 4).allSatisfy { $0 == 0 } || beginsWithAtom(bytes)
}

/// Whether the first bytes are the head of an atom that the bytes have room for.
func beginsWithAtom(_ bytes: Bytes) -> Bool {
  var reader = Reader(bytes)
  var header = AtomHeader()
  do { try header.fields(&reader) } catch { return false }
  guard let size = header.claimedSize else { return false }
  return size >= UInt64(header.length) && size <= UInt64(bytes.count)
    && header.type.isPlausibleType
}
