/// The list of all declared atoms: which record an atom's bytes are, under which parent.
///
/// A program can add its own atoms, which are then read, shown and kept like all others:
///
/// ```swift
/// let schema = Schema.standard.adding(.leaf("LENS", LensSerial.self, .inside(["udta"])))
/// let movie = try Movie(path: "clip.mov", schema: schema)
/// ```
public struct Schema: Sendable {
  /// The declaration of one type of atom in one place.
  public struct Rule: Sendable {
    /// The type of the atom; nil for any type that no other rule declares in this place.
    public var type: FourCC?
    /// The 16 bytes that name the kind of a `uuid` atom that the rule is for; empty for atoms of
    /// any other type.
    public var userType: [UInt8] = []
    /// Where the rule applies.
    public var place: Place
    /// The type of the record that the atom's bytes hold.
    public var record: any Record.Type
    /// Whether child atoms follow the record's own fields.
    public var hasChildren: Bool
    /// Whether the record holds another atom in compressed form.
    var holdsCompressedAtom = false
    /// Whether other atoms are in it, as they are or in compressed form.
    var hasAtoms: Bool { hasChildren || holdsCompressedAtom }
  }

  /// Where a rule applies.
  public enum Place: Sendable {
    /// In any context.
    case anywhere
    /// At the top level of the file.
    case top
    /// In an atom of one of these types.
    case inside([FourCC])
    /// In an atom of this type whose first byte, its version, has this value.
    case insideVersion(UInt8, of: FourCC)
    /// In an atom that is itself in an atom of this type, such as in the items of `ilst`.
    case insideChild(of: FourCC)
    /// In the `stsd` of a media with this handler.
    case sampleDescription(handler: FourCC)
    /// In `udta`, for a type that begins with `©`.
    case internationalText
  }

  /// The rules of each type that has some.
  private var typed: [[Rule]] = []
  private var places = FourCCTable()
  private var untyped: [Rule] = []
  /// Types whose records hold offsets in the file, in any place.
  private(set) var typesWithOffsets = FourCCTable()

  /// A schema of these rules. If several rules match, the first one with a type applies, then the
  /// first one without.
  public init(_ rules: [Rule]) {
    for rule in rules {
      if let type = rule.type {
        append([rule], of: type)
        if rule.record.holdingFileOffsets != nil { typesWithOffsets.insert(type) }
      } else {
        untyped.append(rule)
      }
    }
  }

  /// Returns a schema that also has these rules. They come before the others, so that a program can
  /// declare an atom in another way than this one does.
  public func adding(_ rules: Rule...) -> Schema {
    var result = Schema(rules)
    for (type, place) in places { result.append(typed[place], of: type) }
    result.untyped += untyped
    for (type, _) in typesWithOffsets { result.typesWithOffsets.insert(type) }
    return result
  }

  private mutating func append(_ rules: [Rule], of type: FourCC) {
    let place = places.insert(type)
    if place == typed.count { typed.append([]) }
    typed[place] += rules
  }

  /// All rules, in no particular order.
  public var rules: [Rule] { typed.flatMap { $0 } + untyped }

  /// The rules for a type in any place.
  func rules(for type: FourCC) -> [Rule] { places.index(of: type).map { typed[$0] } ?? [] }

  /// Returns the rule for an atom of this type in this context; nil if none is declared. A rule for
  /// `uuid` atoms of one kind applies only to that `userType`.
  package func rule(for type: FourCC, userType: Bytes = [], in context: AtomContext) -> Rule? {
    let matches = { (rule: Rule) in
      rule.place.holds(for: type, in: context)
        && (rule.userType.isEmpty || rule.userType[...] == userType)
    }
    if let place = places.index(of: type), let rule = typed[place].first(where: matches) {
      return rule
    }
    return untyped.first(where: matches)
  }

  /// Returns the rule for this atom in this context; nil if none is declared.
  package func rule(for atom: Atom, in context: AtomContext) -> Rule? {
    rule(for: atom.type, userType: atom.type == "uuid" ? atom.userType : [], in: context)
  }
}

extension Schema.Place {
  func holds(for type: FourCC, in context: AtomContext) -> Bool {
    switch self {
    case .anywhere: true
    case .top: context.parent == nil
    case .inside(let parents): context.parent.map(parents.contains) ?? false
    case .insideVersion(let version, let parent):
      context.parent == parent && context.parentVersion == version
    case .insideChild(let grandparent): context.grandparent == grandparent
    case .internationalText: context.parent == "udta" && type.rawValue >> 24 == 0xA9
    case .sampleDescription(let handler):
      context.parent == "stsd"
        && (context.handler ?? RegisteredNames.sampleEntry(type)?.kind) == handler
    }
  }
}

extension Schema.Rule {
  /// Declares an atom that has only fields.
  public static func leaf(
    _ type: FourCC, _ record: any Record.Type, _ place: Schema.Place = .anywhere
  )
    -> Self
  {
    Self(type: type, place: place, record: record, hasChildren: false)
  }

  /// Declares the `uuid` atoms of one kind, which have only fields.
  public static func leaf(
    uuid userType: [UInt8], _ record: any Record.Type, _ place: Schema.Place = .anywhere
  ) -> Self {
    Self(type: "uuid", userType: userType, place: place, record: record, hasChildren: false)
  }

  /// Declares an atom that has child atoms after its fields. The `fields` of its record end with
  /// `f.children()`.
  public static func parent(
    _ type: FourCC, _ record: any Record.Type, _ place: Schema.Place = .anywhere
  ) -> Self {
    Self(type: type, place: place, record: record, hasChildren: true)
  }

  /// Declares the `uuid` atoms of one kind, which have child atoms after their fields.
  public static func parent(
    uuid userType: [UInt8], _ record: any Record.Type, _ place: Schema.Place = .anywhere
  ) -> Self {
    Self(type: "uuid", userType: userType, place: place, record: record, hasChildren: true)
  }

  /// Declares the `uuid` atoms of one kind, which have only child atoms.
  public static func parent(uuid userType: [UInt8], _ place: Schema.Place = .anywhere) -> Self {
    Self(
      type: "uuid", userType: userType, place: place, record: Container.self, hasChildren: true)
  }

  /// Declares an atom that has only child atoms.
  public static func parent(_ type: FourCC, _ place: Schema.Place = .anywhere) -> Self {
    parent(type, Container.self, place)
  }

  /// Declares an atom that has only fields, among them another atom in compressed form.
  static func compressed(
    _ type: FourCC, _ record: any HoldsCompressedAtom.Type, _ place: Schema.Place
  ) -> Self {
    Self(
      type: type, place: place, record: record, hasChildren: false, holdsCompressedAtom: true)
  }

  /// Any other atom in a place, with fields only.
  static func anyLeaf(_ record: any Record.Type, _ place: Schema.Place) -> Self {
    Self(type: nil, place: place, record: record, hasChildren: false)
  }

  /// Any other atom in a place, with child atoms.
  static func anyParent(_ record: any Record.Type, _ place: Schema.Place) -> Self {
    Self(type: nil, place: place, record: record, hasChildren: true)
  }
}

extension Schema {
  /// All atoms that this library declares.
  public static let standard = Schema(
    [
      fileRules, movieRules, trackRules, referenceMovieRules, compressedMovieRules, mediaRules,
      hintRules,
      sampleDescriptionRules, sampleTableRules, tierRules, multiviewInformationRules,
      subTrackRules, userDataRules, metadataRules, itemRules,
      fragmentRules, userTypeRules, canonRules, sonyRules, provenanceRules,
    ].flatMap { $0 })
}
