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
    public var record: any Record.Type { recordType() }
    // A function, because every start of a program makes some five hundred rules, and the runtime prepares
    // each type that it is given.
    private let recordType: @Sendable () -> any Record.Type
    /// Whether the record has fields that are offsets in the file.
    let holdsFileOffsets: Bool
    /// Whether child atoms follow the record's own fields.
    public var hasChildren: Bool
    /// Whether the record holds another atom in compressed form.
    var holdsCompressedAtom = false
    /// Whether other atoms are in it, as they are or in compressed form.
    var hasAtoms: Bool { hasChildren || holdsCompressedAtom }

    fileprivate init<R: Record>(
      _ type: FourCC?, userType: [UInt8] = [], _ record: R.Type, _ place: Place, hasChildren: Bool
    ) {
      self.type = type
      self.userType = userType
      self.place = place
      recordType = { R.self }
      holdsFileOffsets = R.holdingFileOffsets != nil
      self.hasChildren = hasChildren
    }
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

  /// The rules, and how they are found. One list is for all types, because every start of a program makes
  /// some five hundred rules.
  private struct Index: Sendable {
    /// The rules that have a type, and for each of them the place here of the next one of its type; -1 for
    /// the last one.
    var typed: [(rule: Rule, next: Int)] = []
    /// The types of these, and for each of them the places of its first rule and of its last one.
    var types = FourCCTable()
    var ends: [(first: Int, last: Int)] = []
    var untyped: [Rule] = []
    var typesWithOffsets = FourCCTable()

    mutating func append(_ rule: Rule) {
      guard let type = rule.type else { return untyped.append(rule) }
      let (number, place) = (types.insert(type), typed.count)
      typed.append((rule, -1))
      if number == ends.count {
        ends.append((place, place))
      } else {
        typed[ends[number].last].next = place
        ends[number].last = place
      }
      if rule.holdsFileOffsets { typesWithOffsets.insert(type) }
    }

    /// Returns the first rule of a type for which `matches` is true. The rules are looked at where they are:
    /// this is asked of every atom, and a copy has three references.
    @inline(__always)
    func firstRule(for type: FourCC, where matches: (borrowing Rule) -> Bool) -> Rule? {
      placeOfFirstRule(for: type, where: matches).map { typed[$0].rule }
    }

    /// Returns the place of that rule.
    @inline(__always)
    func placeOfFirstRule(for type: FourCC, where matches: (borrowing Rule) -> Bool) -> Int? {
      let rules = typed.span
      var place = types.index(of: type).map { ends[$0].first } ?? -1
      while place >= 0 {
        if matches(rules[place].rule) { return place }
        place = rules[place].next
      }
      return nil
    }
  }

  // A reference, because a schema goes along with every atom that is looked at.
  private let index: Boxed<Index>

  /// Types whose records hold offsets in the file, in any place.
  var typesWithOffsets: FourCCTable { index.value.typesWithOffsets }

  /// Whether atoms of this type have offsets in the file, in any place, by this schema or the standard one.
  func mayHaveOffsets(_ type: FourCC) -> Bool {
    typesWithOffsets.contains(type)
      || index !== Self.standard.index && Self.standard.typesWithOffsets.contains(type)
  }

  /// A schema of these rules. If several rules match, the first one with a type applies, then the
  /// first one without.
  public init(_ rules: [Rule]) { self.init(lists: [rules]) }

  fileprivate init(lists: [[Rule]]) {
    var index = Index()
    index.typed.reserveCapacity(lists.reduce(0) { $0 + $1.count })
    for list in lists { for rule in list { index.append(rule) } }
    self.index = Boxed(index)
  }

  /// Returns a schema that also has these rules. They come before the others, so that a program can
  /// declare an atom in another way than this one does.
  public func adding(_ rules: Rule...) -> Schema {
    Schema(lists: [rules, self.rules])
  }

  /// All rules, in no particular order.
  public var rules: [Rule] { index.value.typed.map(\.rule) + index.value.untyped }

  /// The rules for a type in any place.
  func rules(for type: FourCC) -> [Rule] {
    var rules: [Rule] = []
    _ = index.value.firstRule(for: type) { rule in
      rules.append(rule)
      return false
    }
    return rules
  }

  /// Returns the rule for an atom of this type in this context; nil if none is declared. A rule for
  /// `uuid` atoms of one kind applies only to that `userType`.
  package func rule(for type: FourCC, userType: Bytes = [], in context: AtomContext) -> Rule? {
    index.value.firstRule(for: type) { $0.applies(to: type, userType, in: context) }
      ?? index.value.untyped.first { $0.applies(to: type, userType, in: context) }
  }

  /// Whether atoms of this type, which is not `uuid`, have others in them in this context.
  func hasAtoms(_ type: FourCC, in context: AtomContext) -> Bool {
    let index = index.value
    if let place = index.placeOfFirstRule(
      for: type, where: { $0.applies(to: type, [], in: context) })
    {
      return index.typed.span[place].rule.hasAtoms
    }
    return index.untyped.first { $0.applies(to: type, [], in: context) }?.hasAtoms ?? false
  }

  /// Returns the rule for this atom in this context; nil if none is declared.
  package func rule(for atom: Atom, in context: AtomContext) -> Rule? {
    rule(for: atom.type, userType: atom.type == "uuid" ? atom.userType : [], in: context)
  }
}

extension Schema.Rule {
  @inline(__always)
  fileprivate func applies(
    to type: FourCC, _ userType: Bytes, in context: AtomContext
  ) -> Bool {
    place.holds(for: type, in: context)
      && (self.userType.isEmpty || self.userType[...] == userType)
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
  public static func leaf<R: Record>(
    _ type: FourCC, _ record: R.Type, _ place: Schema.Place = .anywhere
  ) -> Self {
    Self(type, record, place, hasChildren: false)
  }

  /// Declares the `uuid` atoms of one kind, which have only fields.
  public static func leaf<R: Record>(
    uuid userType: [UInt8], _ record: R.Type, _ place: Schema.Place = .anywhere
  ) -> Self {
    Self("uuid", userType: userType, record, place, hasChildren: false)
  }

  /// Declares an atom that has child atoms after its fields. The `fields` of its record end with
  /// `f.children()`.
  public static func parent<R: Record>(
    _ type: FourCC, _ record: R.Type, _ place: Schema.Place = .anywhere
  ) -> Self {
    Self(type, record, place, hasChildren: true)
  }

  /// Declares the `uuid` atoms of one kind, which have child atoms after their fields.
  public static func parent<R: Record>(
    uuid userType: [UInt8], _ record: R.Type, _ place: Schema.Place = .anywhere
  ) -> Self {
    Self("uuid", userType: userType, record, place, hasChildren: true)
  }

  /// Declares the `uuid` atoms of one kind, which have only child atoms.
  public static func parent(uuid userType: [UInt8], _ place: Schema.Place = .anywhere) -> Self {
    parent(uuid: userType, Container.self, place)
  }

  /// Declares an atom that has only child atoms.
  public static func parent(_ type: FourCC, _ place: Schema.Place = .anywhere) -> Self {
    parent(type, Container.self, place)
  }

  /// Declares an atom that has only fields, among them another atom in compressed form.
  static func compressed<R: HoldsCompressedAtom>(
    _ type: FourCC, _ record: R.Type, _ place: Schema.Place
  ) -> Self {
    var rule = Self(type, record, place, hasChildren: false)
    rule.holdsCompressedAtom = true
    return rule
  }

  /// Any other atom in a place, with fields only.
  static func anyLeaf<R: Record>(_ record: R.Type, _ place: Schema.Place) -> Self {
    Self(nil, record, place, hasChildren: false)
  }

  /// Any other atom in a place, with child atoms.
  static func anyParent<R: Record>(_ record: R.Type, _ place: Schema.Place) -> Self {
    Self(nil, record, place, hasChildren: true)
  }
}

extension Schema {
  /// All atoms that this library declares.
  public static let standard = Schema(
    lists: [
      fileRules, movieRules, trackRules, referenceMovieRules, compressedMovieRules, mediaRules,
      hintRules, sampleDescriptionRules, videoExtensionRules, soundExtensionRules, protectionRules,
      spatialRules, textConfigurationRules, multiviewDescriptionRules, vrWorldRules, jpeg2000Rules,
      windowsFormatRules, oldCodecRules, omaProtectionRules, sampleTableRules, tierRules,
      multiviewInformationRules, subTrackRules, userDataRules, metadataRules, itemRules,
      fragmentRules, userTypeRules, canonRules, sonyRules, provenanceRules,
    ])
}
