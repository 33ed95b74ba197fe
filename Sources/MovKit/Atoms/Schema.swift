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
    fileprivate let recordType: @Sendable () -> any Record.Type
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
    /// The rules that have a type, then those that have none, each in order.
    var rules: [Rule] = []
    /// The records of the rules. To look at one does not copy what a rule refers to.
    var records: [@Sendable () -> any Record.Type] = []
    /// Where each of the rules applies.
    var sites: [RuleSite] = []
    /// The types of the atoms that rules apply inside of. Sites have the places of theirs.
    var parents: [FourCC] = []
    /// The types that have rules, and for each of them the places of its first rule and of its last one.
    var types = FourCCTable()
    var ends: [(first: Int, last: Int)] = []
    /// The place of the first rule without a type.
    var firstUntyped = 0
    var typesWithOffsets = FourCCTable()
    var compressedTypes = FourCCTable()

    init(lists: [[Rule]]) {
      let count = lists.reduce(0) { $0 + $1.count }
      rules.reserveCapacity(count)
      records.reserveCapacity(count)
      sites.reserveCapacity(count)
      var untyped: [Rule] = []
      for list in lists {
        for rule in list {
          if let type = rule.type { append(rule, of: type) } else { untyped.append(rule) }
        }
      }
      firstUntyped = rules.count
      for rule in untyped { append(rule) }
    }

    private mutating func append(_ rule: Rule) {
      sites.append(RuleSite(of: rule, &parents))
      records.append(rule.recordType)
      rules.append(rule)
    }

    private mutating func append(_ rule: Rule, of type: FourCC) {
      let (number, place) = (types.insert(type), rules.count)
      append(rule)
      if number == ends.count {
        ends.append((place, place))
      } else {
        sites[ends[number].last].next = place
        ends[number].last = place
      }
      if rule.holdsFileOffsets { typesWithOffsets.insert(type) }
      if rule.holdsCompressedAtom { compressedTypes.insert(type) }
    }

    /// Returns the place of the rule that applies to an atom of a type; nil if there is none. This is asked
    /// of every atom, so only sites are looked at, which have no references.
    @inline(__always)
    func place(for type: FourCC, _ userType: Bytes, in context: AtomContext) -> Int? {
      var place = types.index(of: type).map { ends[$0].first } ?? -1
      while place >= 0 {
        if applies(place, to: type, userType, in: context) { return place }
        place = sites[place].next
      }
      return (firstUntyped..<sites.count).first { applies($0, to: type, userType, in: context) }
    }

    @inline(__always)
    private func applies(
      _ place: Int, to type: FourCC, _ userType: Bytes, in context: AtomContext
    ) -> Bool {
      let site = sites[place]
      return site.holds(for: type, in: context, parents)
        && (!site.isOfOneKind || rules[place].userType[...] == userType)
    }
  }

  // A reference, because a schema goes along with every atom that is looked at.
  private let index: Boxed<Index>

  /// Types whose records hold offsets in the file, in any place.
  var typesWithOffsets: FourCCTable { index.value.typesWithOffsets }

  /// Types whose records hold other atoms in compressed form, in any place.
  private var compressedTypes: FourCCTable { index.value.compressedTypes }

  /// Whether atoms of this type have offsets in the file, in any place, by this schema or the standard one.
  func mayHaveOffsets(_ type: FourCC) -> Bool {
    typesWithOffsets.contains(type)
      || index !== Self.standard.index && Self.standard.typesWithOffsets.contains(type)
  }

  /// Whether bytes that were not divided into atoms may be some that have offsets in the file: the type of such
  /// an atom, or of one that holds others in compressed form, is anywhere among them.
  func mayHaveOffsets(in bytes: Bytes) -> Bool {
    var type: UInt32 = 0
    for (index, byte) in zip(1..., bytes) {
      type = type << 8 | UInt32(byte)
      let code = FourCC(rawValue: type)
      if index >= 4, mayHaveOffsets(code) || compressedTypes.contains(code) { return true }
    }
    return false
  }

  /// A schema of these rules. If several rules match, the first one with a type applies, then the
  /// first one without.
  public init(_ rules: [Rule]) { self.init(lists: [rules]) }

  fileprivate init(lists: [[Rule]]) { index = Boxed(Index(lists: lists)) }

  /// Returns a schema that also has these rules. They come before the others, so that a program can
  /// declare an atom in another way than this one does.
  public func adding(_ rules: Rule...) -> Schema {
    Schema(lists: [rules, self.rules])
  }

  /// All rules, in no particular order.
  public var rules: [Rule] { index.value.rules }

  /// The rules for a type in any place.
  func rules(for type: FourCC) -> [Rule] {
    let index = index.value
    var rules: [Rule] = []
    var place = index.types.index(of: type).map { index.ends[$0].first } ?? -1
    while place >= 0 {
      rules.append(index.rules[place])
      place = index.sites[place].next
    }
    return rules
  }

  /// Returns the rule for an atom of this type in this context; nil if none is declared. A rule for
  /// `uuid` atoms of one kind applies only to that `userType`.
  package func rule(for type: FourCC, userType: Bytes = [], in context: AtomContext) -> Rule? {
    let index = index.value
    return index.place(for: type, userType, in: context).map { index.rules[$0] }
  }

  /// The record of the rule for this atom, and whether child atoms follow its fields; nil if none is
  /// declared. Unlike a rule, they are made without copies of what it refers to.
  @inline(__always)
  func record(for atom: Atom, in context: AtomContext) -> (
    type: any Record.Type, hasChildren: Bool
  )? {
    let userType = atom.type == "uuid" ? atom.userType : []
    guard let place = index.value.place(for: atom.type, userType, in: context) else { return nil }
    return (index.value.records[place](), index.value.sites[place].hasChildren)
  }

  /// The record of an atom that has others in it, and whether they are in compressed form.
  typealias ParentRecord = (type: any Record.Type, isCompressed: Bool)

  /// The record of an atom of this type if it has others in it; else nil. `userType` is that of a `uuid` atom.
  @inline(__always)
  func parentRecord(
    for type: FourCC, userType: Bytes, in context: AtomContext
  ) -> ParentRecord? {
    guard let place = index.value.place(for: type, userType, in: context),
      index.value.sites[place].hasAtoms
    else { return nil }
    return (index.value.records[place](), !index.value.sites[place].hasChildren)
  }

  /// Whether an atom of this type is declared in this context. `userType` is that of a `uuid` atom.
  func hasRule(for type: FourCC, userType: Bytes, in context: AtomContext) -> Bool {
    index.value.place(for: type, userType, in: context) != nil
  }

  /// Whether atoms of this type, which is not `uuid`, have others in them in this context.
  func hasAtoms(_ type: FourCC, in context: AtomContext) -> Bool {
    guard let place = index.value.place(for: type, [], in: context) else { return false }
    return index.value.sites[place].hasAtoms
  }

  /// Returns the rule for this atom in this context; nil if none is declared.
  package func rule(for atom: Atom, in context: AtomContext) -> Rule? {
    rule(for: atom.type, userType: atom.type == "uuid" ? atom.userType : [], in: context)
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
