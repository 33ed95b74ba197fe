/// Which atoms of one list are those of another: a track by its ID, others by their type and their
/// order among those of the type.
struct AtomMatches {
  /// The places in both lists, in the order of the first; what is only in the second comes after what it
  /// follows there. One of both is -1 if the atom is only in one list.
  private(set) var pairs: [(first: Int32, second: Int32)] = []
  /// Whether the atoms that are in both are in the same order.
  private(set) var haveSameOrder = true

  /// What tells an atom from others beside it.
  private struct Key: Hashable {
    let type: FourCC
    var userType: Bytes = []
    /// The ID of the track that it is about.
    var track: UInt32?

    init(_ atom: Atom) {
      type = atom.type
      userType = atom.userType
      switch atom.type {
      case "trak": track = atom.first("tkhd").flatMap { try? $0.decode(TrackHeader.self).trackID }
      case "traf":
        track = atom.first("tfhd").flatMap { try? $0.decode(TrackFragmentHeader.self).trackID }
      case "trex": track = try? atom.decode(TrackExtends.self).trackID
      default: break
      }
    }
  }

  init(_ first: [Atom], _ second: [Atom], leavingOut isLeftOut: (Atom) -> Bool) {
    let a = first.indices.filter { !isLeftOut(first[$0]) }.map { Int32(clamping: $0) }
    let b = second.indices.filter { !isLeftOut(second[$0]) }.map { Int32(clamping: $0) }
    pairs.reserveCapacity(max(a.count, b.count))
    // Most lists have the same atoms in the same order.
    var same = 0
    while same < a.count, same < b.count,
      Key(first[Int(a[same])]) == Key(second[Int(b[same])])
    {
      pairs.append((a[same], b[same]))
      same += 1
    }
    match(first, a[same...], second, b[same...])
  }

  private mutating func match(
    _ first: [Atom], _ a: ArraySlice<Int32>, _ second: [Atom], _ b: ArraySlice<Int32>
  ) {
    guard !a.isEmpty || !b.isEmpty else { return }
    // The last place is at the end of each list, from where it is taken.
    var free: [Key: [Int32]] = [:]
    for place in b.reversed() { free[Key(second[Int(place)]), default: []].append(place) }
    var found: [Int32: Int32] = [:]
    for place in a {
      if let other = free[Key(first[Int(place)])]?.popLast() { found[place] = other }
    }
    // Tracks whose IDs changed are those of the same order.
    let taken = Set(found.values)
    var left: [FourCC: [Int32]] = [:]
    for place in b.reversed() where !taken.contains(place) {
      let atom = second[Int(place)]
      if Key(atom).track != nil { left[atom.type, default: []].append(place) }
    }
    for place in a where found[place] == nil {
      if let other = left[first[Int(place)].type]?.popLast() { found[place] = other }
    }
    let matched = Set(found.values)
    var rest = b.makeIterator()
    var upcoming = rest.next()
    var furthest: Int32 = -1
    for place in a {
      guard let other = found[place] else {
        pairs.append((place, -1))
        continue
      }
      if other < furthest { haveSameOrder = false }
      furthest = max(furthest, other)
      while let next = upcoming, next < other {
        if !matched.contains(next) { pairs.append((-1, next)) }
        upcoming = rest.next()
      }
      pairs.append((place, other))
    }
    while let next = upcoming {
      if !matched.contains(next) { pairs.append((-1, next)) }
      upcoming = rest.next()
    }
  }
}
