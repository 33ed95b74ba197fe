/// The path of an atom: `moov/trak[1]/mdia/mdhd`. Indices count siblings of the same type from 0.
/// An index of 0 can be left out.
public struct AtomPath: Hashable, Sendable, LosslessStringConvertible {
  /// One component of a path.
  public struct Step: Hashable, Sendable {
    /// The type of the atom.
    public var type: FourCC
    /// The index among the siblings of this type, counted from 0.
    public var index: Int

    /// Creates the component of an atom.
    public init(_ type: FourCC, index: Int = 0) {
      self.type = type
      self.index = index
    }
  }

  /// The components, from the top level of the file to the atom.
  public var steps: [Step]

  /// Creates a path of components.
  public init(_ steps: [Step]) { self.steps = steps }

  /// A path written as `moov/trak[1]/mdia/mdhd`. A type of fewer than four characters is padded
  /// with spaces. Nil if the text is not a path.
  public init?(_ text: String) {
    steps = []
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      var name = part
      var index = 0
      if part.last == "]", let bracket = part.lastIndex(of: "["), bracket > part.startIndex {
        let digits = part[part.index(after: bracket)...].dropLast()
        guard let number = Int(digits), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        index = number
        name = part[..<bracket]
      }
      // "url" and "alis" are written as they are; a shorter name is padded with spaces, as its
      // atom's type is.
      let padding = String(repeating: " ", count: max(0, 4 - name.count))
      guard !name.isEmpty, !name.contains("["), !name.contains("]"),
        let type = FourCC(String(name) + padding)
      else { return nil }
      steps.append(Step(type, index: index))
    }
  }

  public var description: String {
    steps.map { $0.type.pathComponent + ($0.index == 0 ? "" : "[\($0.index)]") }
      .joined(separator: "/")
  }
}

extension AtomPath: ExpressibleByStringLiteral {
  /// Creates a path from a text that `init(_:)` accepts. Any other literal is a mistake in the program and
  /// stops it.
  public init(stringLiteral text: String) {
    guard let path = AtomPath(text) else { preconditionFailure("not a path: \(text)") }
    self = path
  }
}
