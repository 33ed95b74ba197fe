/// An atom that was not read from a file, was changed, or has what few atoms have. Only `Atom` changes
/// it, and only if no other atom has it too.
@safe final class OtherAtom: @unchecked Sendable {
  private var stored: Stored
  let form: Atom.Form
  let buffer: BytesRead?
  let place: UInt64
  let rarity: Rarity?

  /// The content. What few atoms have after their child atoms is kept apart: a change of very many tracks
  /// makes several of these for each.
  private enum Stored: Sendable {
    case bytes(Bytes)
    case atoms([Atom], preamble: Bytes)
    case children([Atom], Boxed<Beside>)
    case extent(Range<UInt64>)

    /// The bytes before and after child atoms.
    struct Beside { let preamble, tail: Bytes }

    init(_ content: Atom.Content) {
      switch content {
      case .bytes(let bytes): self = .bytes(bytes)
      case .children(let children):
        if children.tail.isEmpty {
          self = .atoms(children.atoms, preamble: children.preamble)
        } else {
          let beside = Beside(preamble: children.preamble, tail: children.tail)
          self = .children(children.atoms, Boxed(beside))
        }
      case .extent(let range): self = .extent(range)
      }
    }
  }

  var content: Atom.Content {
    get {
      switch stored {
      case .bytes(let bytes): .bytes(bytes)
      case .atoms(let atoms, let preamble):
        .children(Atom.Children(preamble: preamble, atoms: atoms))
      case .children(let atoms, let beside):
        .children(
          Atom.Children(preamble: beside.value.preamble, atoms: atoms, tail: beside.value.tail))
      case .extent(let range): .extent(range)
      }
    }
    set { stored = Stored(newValue) }
  }

  /// Whether the content is divided into child atoms.
  var isDivided: Bool {
    switch stored {
    case .atoms, .children: true
    case .bytes, .extent: false
    }
  }

  /// The number of bytes before the child atoms; 0 if the content is of another kind.
  var preambleCount: Int {
    switch stored {
    case .atoms(_, let preamble): preamble.count
    case .children(_, let beside): beside.value.preamble.count
    case .bytes, .extent: 0
    }
  }

  /// Whether the content was left in the file.
  var isLeftInFile: Bool { if case .extent = stored { true } else { false } }

  /// The child atoms; empty if the content is of another kind.
  var atoms: [Atom] {
    switch stored {
    case .atoms(let atoms, _), .children(let atoms, _): atoms
    case .bytes, .extent: []
    }
  }

  /// The properties that few atoms have.
  final class Rarity: Sendable {
    let userType: Bytes
    let claimedSize: UInt64?
    let compressedAtoms: [Atom]

    /// nil if the atom has none of them.
    init?(userType: Bytes, claimedSize: UInt64?, compressedAtoms: [Atom]) {
      if userType.isEmpty, claimedSize == nil, compressedAtoms.isEmpty { return nil }
      self.userType = userType
      self.claimedSize = claimedSize
      self.compressedAtoms = compressedAtoms
    }
  }

  /// No atom begins there, because its header would not fit.
  static let noPlace = UInt64.max

  static func place(_ offset: UInt64?) -> UInt64 { offset ?? noPlace }

  init(
    _ content: Atom.Content, in buffer: BytesRead?, form: Atom.Form, at place: UInt64,
    userType: Bytes, claimedSize: UInt64?, compressedAtoms: [Atom] = []
  ) {
    stored = Stored(content)
    self.buffer = buffer
    self.form = form
    self.place = place
    rarity = Rarity(
      userType: userType, claimedSize: claimedSize, compressedAtoms: compressedAtoms)
  }

  init(_ other: OtherAtom) {
    stored = other.stored
    buffer = other.buffer
    form = other.form
    place = other.place
    rarity = other.rarity
  }
}
