/// The names of the bits in a flags field. They are declared with the field, so that text, JSON and
/// code use the same names.
public struct FlagNames: Sendable, ExpressibleByDictionaryLiteral {
  /// The name of some bits.
  public struct Name: Sendable {
    /// The name, in camelCase.
    public var name: String
    /// The bits that the name is about.
    public var mask: UInt64
    /// The value of the bits in `mask` for which the name applies.
    public var value: UInt64

    /// Creates the name of the bits in `mask`. It applies if all of them are set or, if
    /// `isInverted`, if all of them are clear.
    public init(_ name: String, _ mask: UInt64, isInverted: Bool = false) {
      self.name = name
      self.mask = mask
      value = isInverted ? 0 : mask
    }

    /// Returns whether the name applies to the value of a flags field.
    public func applies(to flags: UInt64) -> Bool { flags & mask == value }
  }

  /// The names, in the order they are shown.
  public let names: [Name]

  /// Creates names, which are kept in the given order.
  public init(_ names: [Name]) { self.names = names }

  /// Returns the names that apply to the value of a flags field, with commas between them; nil if none
  /// does.
  public func text(of flags: UInt64) -> String? {
    var text = ""
    for name in names where name.applies(to: flags) {
      if !text.isEmpty { text += ", " }
      text += name.name
    }
    return text.isEmpty ? nil : text
  }

  /// Returns the value of a flags field in which just the names of a text apply, with commas between
  /// them; nil if a name is unknown, or together they contradict each other.
  func flags(of text: String) -> UInt64? {
    let wanted = text.split(separator: ",").map { word in
      word.drop { $0 == " " }
    }
    var flags = names.filter { $0.value == 0 }.reduce(0) { $0 | $1.mask }
    for word in wanted {
      guard let name = names.first(where: { $0.name == word }) else { return nil }
      flags = flags & ~name.mask | name.value
    }
    let applying = names.filter { $0.applies(to: flags) }.map(\.name)
    return Set(applying) == Set(wanted.map(String.init)) ? flags : nil
  }

  /// Creates names from masks and their names, which should be given lowest bit first. Names of bits above the 32nd
  /// are given to `init(_:)`.
  public init(dictionaryLiteral elements: (UInt32, String)...) {
    names = elements.map { Name($0.1, UInt64($0.0)) }
  }
}
