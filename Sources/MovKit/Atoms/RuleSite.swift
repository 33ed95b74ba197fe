/// Where a rule of a schema applies, without references: copying one takes no time.
struct RuleSite: Sendable {
  /// `Schema.Place`, with the places of the parents in a list for all rules.
  private enum Place: Sendable {
    case anywhere
    case top
    case inside(first: Int32, count: Int32)
    case insideVersion(UInt8, of: FourCC)
    case insideChild(of: FourCC)
    case sampleDescription(handler: FourCC)
    case internationalText
  }

  private let place: Place
  /// Whether the rule is for `uuid` atoms of one kind only.
  let isOfOneKind: Bool
  /// Whether child atoms follow the fields of those that it applies to.
  let hasChildren: Bool
  /// Whether other atoms are in those that it applies to, as they are or in compressed form.
  let hasAtoms: Bool
  /// The place of the next rule for the same type; -1 after the last one.
  var next = -1

  /// Adds the types of the parents to the list.
  init(of rule: Schema.Rule, _ parents: inout [FourCC]) {
    isOfOneKind = !rule.userType.isEmpty
    hasChildren = rule.hasChildren
    hasAtoms = rule.hasAtoms
    switch rule.place {
    case .anywhere: place = .anywhere
    case .top: place = .top
    case .inside(let types):
      place = .inside(first: Int32(clamping: parents.count), count: Int32(clamping: types.count))
      parents += types
    case .insideVersion(let version, let type): place = .insideVersion(version, of: type)
    case .insideChild(let type): place = .insideChild(of: type)
    case .sampleDescription(let handler): place = .sampleDescription(handler: handler)
    case .internationalText: place = .internationalText
    }
  }

  /// Whether the rule applies to atoms of a type in a context. The list has the types of the parents.
  @inline(__always)
  func holds(for type: FourCC, in context: AtomContext, _ parents: [FourCC]) -> Bool {
    switch place {
    case .anywhere: return true
    case .top: return context.parent == nil
    case .inside(let first, let count):
      guard let parent = context.parent else { return false }
      for index in Int(first)..<Int(first) + Int(count) where parents[index] == parent {
        return true
      }
      return false
    case .insideVersion(let version, let parent):
      return context.parent == parent && context.parentVersion == version
    case .insideChild(let grandparent): return context.grandparent == grandparent
    case .internationalText: return context.parent == "udta" && type.rawValue >> 24 == 0xA9
    case .sampleDescription(let handler):
      return context.parent == "stsd"
        && (context.handler ?? RegisteredNames.sampleEntry(type)?.kind) == handler
    }
  }
}
