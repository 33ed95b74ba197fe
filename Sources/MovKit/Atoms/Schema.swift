/// The one list of what is declared: which record an atom's bytes are, under which parent.
public struct Schema: Sendable {
  public struct Rule: Sendable {
    /// nil: any type that no other rule knows there.
    public var type: FourCC?
    public var place: Place
    public var record: any Record.Type
    /// Whether child atoms follow the record's own fields.
    public var hasChildren: Bool
  }

  /// Where a rule holds.
  public enum Place: Sendable {
    case anywhere
    case top
    case inside([FourCC])
    /// In an atom that itself is in another: the items of `ilst`.
    case insideChild(of: FourCC)
    /// In the `stsd` of a media with this handler.
    case sampleDescription(handler: FourCC)
    /// In `udta`, under a type that begins with `©`.
    case internationalText
  }

  private var typed: [FourCC: [Rule]] = [:]
  private var untyped: [Rule] = []
  /// Types whose records hold places in the file, wherever they stand.
  private(set) var typesWithOffsets: Set<FourCC> = []

  public init(_ rules: [Rule]) {
    for rule in rules {
      if let type = rule.type {
        typed[type, default: []].append(rule)
        if rule.record.holdsFileOffsets { typesWithOffsets.insert(type) }
      } else {
        untyped.append(rule)
      }
    }
  }

  /// All rules, in no particular order.
  public var rules: [Rule] { typed.values.flatMap { $0 } + untyped }

  /// The rules for a type, whatever their place.
  func rules(for type: FourCC) -> [Rule] { typed[type] ?? [] }

  /// What an atom of this type is here; nil where nothing is declared.
  package func rule(for type: FourCC, in context: AtomContext) -> Rule? {
    let matches = { (rule: Rule) in rule.place.holds(for: type, in: context) }
    return typed[type]?.first(where: matches) ?? untyped.first(where: matches)
  }
}

extension Schema.Place {
  func holds(for type: FourCC, in context: AtomContext) -> Bool {
    switch self {
    case .anywhere: true
    case .top: context.parent == nil
    case .inside(let parents): context.parent.map(parents.contains) ?? false
    case .insideChild(let grandparent): context.grandparent == grandparent
    case .internationalText: context.parent == "udta" && type.rawValue >> 24 == 0xA9
    case .sampleDescription(let handler):
      context.parent == "stsd"
        && (context.handler ?? RegisteredNames.sampleEntry(type)?.kind) == handler
    }
  }
}

extension Schema.Rule {
  /// An atom of fields only.
  static func leaf(_ type: FourCC, _ record: any Record.Type, _ place: Schema.Place = .anywhere)
    -> Self
  {
    Self(type: type, place: place, record: record, hasChildren: false)
  }

  /// An atom with child atoms behind its fields, if it has any.
  static func parent(
    _ type: FourCC, _ record: any Record.Type = Container.self,
    _ place: Schema.Place = .anywhere
  ) -> Self {
    Self(type: type, place: place, record: record, hasChildren: true)
  }

  /// Whatever else stands in a place.
  static func anyLeaf(_ record: any Record.Type, _ place: Schema.Place) -> Self {
    Self(type: nil, place: place, record: record, hasChildren: false)
  }

  static func anyParent(_ record: any Record.Type, _ place: Schema.Place) -> Self {
    Self(type: nil, place: place, record: record, hasChildren: true)
  }
}

extension Schema {
  /// Everything that this library declares.
  public static let standard = Schema(
    fileRules + movieRules + trackRules + mediaRules + sampleDescriptionRules + sampleTableRules
      + userDataRules + metadataRules + fragmentRules)
}
