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
      // The size counts itself and the namespace.
      var size = value.bytes.count + 8
      try f.count("key_size", &size, bytes: 4)
      try f("key_namespace", &namespace)
      try f.bytes("key_value", &value, count: size - 8)
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
