/// `keys` in `meta`: the names of metadata items, which `ilst` refers to by their place here,
/// counted from 1 (QuickTime File Format, "Metadata Item Keys Atom").
public struct KeyList: Record {
  public struct Key: Record {
    /// `mdta` for names like `com.apple.quicktime.make`, `udta` for types of user data.
    public var namespace: FourCC = "mdta"
    public var value = TextBytes(bytes: [])

    public init() {}

    public init(_ name: String) { value = TextBytes(name) }

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      guard var size = UInt32(exactly: value.bytes.count + 8) else {
        throw FormatError(.doesNotFit(bits: 32), path: "key_size")
      }
      try f("key_size", &size)
      try f("key_namespace", &namespace)
      guard size >= 8, let count = Int(exactly: size - 8) else {
        throw FormatError(.invalid("\(size) bytes"), path: "key_size")
      }
      try f.bytes("key_value", &value, count: count)
    }
  }

  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  public var keys: [Key] = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    var count = keys.count
    try f.count("entry_count", &count, bytes: 4)
    try f.list("keys", &keys, count: count)
  }

  /// The key that an item of `ilst` refers to by its type; nil where there is no such key.
  public func key(for item: FourCC) -> Key? {
    guard let index = Int(exactly: item.rawValue), index >= 1, index <= keys.count else {
      return nil
    }
    return keys[index - 1]
  }
}
