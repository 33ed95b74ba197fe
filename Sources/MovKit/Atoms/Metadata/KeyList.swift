/// `keys` in `meta`: the names of metadata items. `ilst` refers to them by their index here,
/// counted from 1 (QuickTime File Format, "Metadata Item Keys Atom").
public struct KeyList: Record {
  /// The name of a metadata item.
  public struct Key: Record {
    /// The kind of name: `mdta` for names such as `com.apple.quicktime.make`, `udta` for types of
    /// user data.
    public var namespace: FourCC = "mdta"
    /// The name itself.
    public var value = TextBytes(bytes: [])

    public init() {}

    /// A name in the namespace `mdta`.
    public init(_ name: String) { value = TextBytes(name) }

    public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      // The size includes itself and the namespace.
      var size = value.bytes.count + 8
      try f.count("key_size", &size, bytes: 4)
      try f("key_namespace", &namespace)
      try f.bytes("key_value", &value, count: size - 8)
    }
  }

  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The names, in the order in which `ilst` numbers them.
  public var keys: RecordList<Key> = []

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    var count = keys.count
    try f.count("entry_count", &count, bytes: 4)
    try f.list("keys", &keys, count: count)
  }

  /// Returns the key that an item of `ilst` refers to by its type, which is the key's index counted
  /// from 1; nil if there is no such key.
  public func key(for item: FourCC) -> Key? {
    guard let index = Int(exactly: item.rawValue), index >= 1, index <= keys.count else {
      return nil
    }
    return keys[index - 1]
  }
}
