/// Which atoms of one list are those of another: a track by its ID, others by their type and their
/// order among those of the type.
struct AtomMatches {
  /// The places in both lists, in the order of the first; what is only in the second comes after what it
  /// follows there. One of both is -1 if the atom is only in one list.
  private(set) var pairs: [(first: Int32, second: Int32)] = []
  /// Whether the atoms that are in both are in the same order.
  private(set) var haveSameOrder = true

  /// What distinguishes an atom from others beside it, and its place among them. There can be one for every eight
  /// bytes of a file.
  private struct Entry {
    let type: FourCC
    let place: Int32
    /// The ID of the track that it is about; -1 for none.
    let track: Int64

    init(_ atom: Atom, at place: Int32) {
      type = atom.type
      self.place = place
      track = atom.trackOfItsOwn.map { Int64($0) } ?? -1
    }
  }

  /// The atoms of a list that may be those of another.
  private struct Entries {
    let atoms: [Atom]
    var entries: [Entry]

    init(_ atoms: [Atom], leavingOut isLeftOut: (Atom) -> Bool) {
      self.atoms = atoms
      entries = []
      entries.reserveCapacity(atoms.count)
      for place in atoms.indices where !isLeftOut(atoms[place]) {
        entries.append(Entry(atoms[place], at: Int32(clamping: place)))
      }
    }

    func userType(_ entry: Entry) -> Bytes { atoms[Int(entry.place)].userType }
  }

  init(_ first: [Atom], _ second: [Atom], leavingOut isLeftOut: (Atom) -> Bool) {
    var a = Entries(first, leavingOut: isLeftOut)
    var b = Entries(second, leavingOut: isLeftOut)
    pairs.reserveCapacity(max(a.entries.count, b.entries.count))
    // Most lists have the same atoms in the same order.
    var same = 0
    while same < a.entries.count, same < b.entries.count,
      Self.order(a, a.entries[same], b, b.entries[same]) == 0
    {
      pairs.append((a.entries[same].place, b.entries[same].place))
      same += 1
    }
    a.entries.removeFirst(same)
    b.entries.removeFirst(same)
    match(a, b)
  }

  /// Returns less than 0, 0 or more than 0 as the first atom comes before the other, is like it or comes
  /// after it in an order that means nothing else.
  private static func order(_ a: Entries, _ one: Entry, _ b: Entries, _ other: Entry) -> Int {
    if one.type != other.type { return one.type.rawValue < other.type.rawValue ? -1 : 1 }
    if one.track != other.track { return one.track < other.track ? -1 : 1 }
    guard one.type == "uuid" else { return 0 }
    let (own, others) = (a.userType(one), b.userType(other))
    return own == others ? 0 : own.lexicographicallyPrecedes(others) ? -1 : 1
  }

  private mutating func match(_ a: Entries, _ b: Entries) {
    guard !a.entries.isEmpty || !b.entries.isEmpty else { return }
    var found = [Int32](repeating: -1, count: a.atoms.count)
    var isTaken = [Bool](repeating: false, count: b.atoms.count)
    Self.join(a, b, by: Self.order, &found, &isTaken)
    // Tracks whose IDs changed are those of the same order. Few are left of one file, or of the other.
    var (left, others) = (a, b)
    others.entries = b.entries.filter { $0.track >= 0 && !isTaken[Int($0.place)] }
    var wanted = Dictionary(others.entries.map { ($0.type, 1) }, uniquingKeysWith: +)
    left.entries = a.entries.filter { entry in
      guard found[Int(entry.place)] < 0, let count = wanted[entry.type], count > 0 else {
        return false
      }
      wanted[entry.type] = count - 1
      return true
    }
    Self.join(
      left, others,
      by: { _, one, _, other in
        one.type == other.type ? 0 : one.type.rawValue < other.type.rawValue ? -1 : 1
      }, &found, &isTaken)

    var upcoming = b.entries.makeIterator()
    var next = upcoming.next()
    var furthest: Int32 = -1
    for entry in a.entries {
      let other = found[Int(entry.place)]
      guard other >= 0 else {
        pairs.append((entry.place, -1))
        continue
      }
      if other < furthest { haveSameOrder = false }
      furthest = max(furthest, other)
      while let new = next, new.place < other {
        if !isTaken[Int(new.place)] { pairs.append((-1, new.place)) }
        next = upcoming.next()
      }
      pairs.append((entry.place, other))
    }
    while let new = next {
      if !isTaken[Int(new.place)] { pairs.append((-1, new.place)) }
      next = upcoming.next()
    }
  }

  /// Notes which atoms are like each other: of those that are, the first of one list is the first of the
  /// other.
  private static func join(
    _ a: Entries, _ b: Entries, by order: (Entries, Entry, Entries, Entry) -> Int,
    _ found: inout [Int32], _ isTaken: inout [Bool]
  ) {
    // The indices of the entries: to sort these themselves would take as much memory again.
    func sorted(_ list: Entries) -> [Int32] {
      list.entries.indices.map { Int32(clamping: $0) }.sorted {
        let order = order(list, list.entries[Int($0)], list, list.entries[Int($1)])
        return order == 0 ? $0 < $1 : order < 0
      }
    }
    let (ones, others) = (sorted(a), sorted(b))
    var next = 0
    for index in ones {
      let one = a.entries[Int(index)]
      while next < others.count, order(b, b.entries[Int(others[next])], a, one) < 0 { next += 1 }
      guard next < others.count, case let other = b.entries[Int(others[next])],
        order(b, other, a, one) == 0
      else { continue }
      found[Int(one.place)] = other.place
      isTaken[Int(other.place)] = true
      next += 1
    }
  }
}
