/// The header of every atom: size and type, then a 64-bit size and a user type if the atom has them
/// (ISO/IEC 14496-12, 4.2; QuickTime File Format, "Atoms").
struct AtomHeader: Record {
  /// The size of the whole atom in bytes, header included. 0: the atom extends to the end of the
  /// file. 1: `largeSize` holds the size.
  var size: UInt32 = 8
  var type = FourCC(rawValue: 0)
  var largeSize: UInt64 = 0
  /// The 16 bytes that name a `uuid` atom.
  var userType = RawBytes()

  /// The size of the longest header in bytes.
  static let longest = 32

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("size", &size)
    try f("type", &type)
    if size == 1 { try f("largesize", &largeSize) }
    if type == "uuid" { try f.bytes("usertype", &userType, count: 16) }
  }

  /// The size of the whole atom in bytes that the header declares; nil for "to the end of the
  /// file".
  var claimedSize: UInt64? {
    switch size {
    case 0: nil
    case 1: largeSize
    default: UInt64(size)
    }
  }

  /// The size of the header itself in bytes.
  var length: Int { (size == 1 ? 16 : 8) + (type == "uuid" ? 16 : 0) }

  var form: Atom.Form {
    switch size {
    case 0: .toEnd
    case 1: .extended
    default: .compact
    }
  }
}

extension BytesRead {
  /// Returns the first 8 bytes of an atom's header, which are all if the size is at least 8 and the type is
  /// not `uuid`. There are 8 bytes at `place`.
  func header(at place: Int) -> (size: UInt32, type: FourCC) {
    (size(at: place), FourCC(rawValue: size(at: place + 4)))
  }

  /// Returns the first 4 bytes of an atom's header. They are there.
  func size(at place: Int) -> UInt32 {
    // No loop: the size of an atom is asked for more often than all else.
    UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + 2]) << 8
      | UInt32(bytes[place + 3])
  }
}

extension FourCC {
  /// Whether this may be the type of an atom: printable ASCII, or the `©` of user data.
  var isPlausibleType: Bool {
    bytes.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0xA9 }
  }
}

/// Whether bytes that may be child atoms begin with an atom, or are a terminator of zeros, or are
/// empty.
func looksLikeAtoms(_ bytes: Bytes) -> Bool {
  bytes.prefix(bytes.count < 8 ? 8 : 4).allSatisfy { $0 == 0 } || beginsWithAtom(bytes)
}

/// Whether the bytes begin with the header of an atom that they have room for.
func beginsWithAtom(_ bytes: Bytes) -> Bool {
  var reader = Reader(bytes)
  var header = AtomHeader()
  do { try header.fields(&reader) } catch { return false }
  guard let size = header.claimedSize else { return false }
  return size >= UInt64(header.length) && size <= UInt64(bytes.count)
    && header.type.isPlausibleType
}
