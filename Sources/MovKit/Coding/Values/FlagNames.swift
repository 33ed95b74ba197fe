/// What the bits of a flags field are called. Declared where the field is, so that text, JSON and
/// code use the same names.
public struct FlagNames: Sendable, ExpressibleByDictionaryLiteral {
  public struct Name: Sendable {
    public var name: StaticString
    public var mask: UInt64
    /// What the bits of `mask` hold where the name applies.
    public var value: UInt64

    /// `isInverted`: the name applies where the bit is clear.
    public init(_ name: StaticString, _ mask: UInt64, isInverted: Bool = false) {
      self.name = name
      self.mask = mask
      value = isInverted ? 0 : mask
    }

    public func applies(to flags: UInt64) -> Bool { flags & mask == value }
  }

  public let names: [Name]

  public init(_ names: [Name]) { self.names = names }

  /// Bits and their names, the lowest first.
  public init(dictionaryLiteral elements: (UInt32, StaticString)...) {
    names = elements.map { Name($0.1, UInt64($0.0)) }
  }
}
