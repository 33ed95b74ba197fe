/// The path of an atom that holds metadata. A file can have an item in every few bytes, so what their
/// paths have in common is kept once, and the text is made when it is asked for.
struct MetadataPath: Hashable, Sendable, CustomStringConvertible {
  private let beginning: String
  /// The last components, if they are not part of `beginning`.
  private var first = Component.none
  private var second = Component.none

  /// A `PathComponent` in eight bytes.
  private struct Component: Hashable {
    private var type = FourCC(rawValue: 0)
    /// No list has that many atoms: there is no memory for them.
    private var index = UInt32.max

    static let none = Component()
    private static let only = UInt32.max - 1

    private init() {}

    init(_ component: PathComponent) {
      type = component.type
      index = component.index.map { min(UInt32(clamping: $0), Self.only - 1) } ?? Self.only
    }

    /// Nil if there is no component.
    var component: PathComponent? {
      guard self != .none else { return nil }
      return PathComponent(type: type, index: index == Self.only ? nil : Int(index))
    }
  }

  init(_ text: String) { beginning = text }

  /// Returns the path of an atom in the one that this path names.
  func inside(_ component: PathComponent) -> MetadataPath {
    var inner = second == .none ? self : MetadataPath(description)
    if inner.first == .none {
      inner.first = Component(component)
    } else {
      inner.second = Component(component)
    }
    return inner
  }

  var description: String {
    var text = beginning
    for component in [first.component, second.component] {
      guard let component else { continue }
      text += "/\(component)"
    }
    return text
  }
}
