import MovKit

/// A tree of atoms of which not all are shown: of many atoms of one type beside one another only the
/// first ones, and no more than a number in total. What is left out is kept as columns of numbers.
struct ShortTree {
  struct Limits {
    /// More atoms of one type with one parent than this are cut to `shown`.
    var siblings = 128
    var shown = 64
    /// The number of atoms that are shown in total.
    var atoms = 20_000
    /// The number of types of one parent that have an entry each in what is left out.
    var types = 64
  }

  /// The atoms of one type that are left out in one parent.
  struct Rest {
    /// nil for atoms of several types.
    let type: FourCC?
    /// Nil if some have no place in the file, because they are in compressed form.
    var offsets: PackedColumn? = PackedColumn(isDelta: true)
    var sizes = PackedColumn()
  }

  private struct Level {
    /// The number of atoms so far of each type that has too many; nil if none has.
    var long: LongTypes?
    var rests: [Rest] = []
    var places: [FourCC?: Int] = [:]

    init(_ atoms: [Atom], _ limits: Limits) {
      long = LongTypes(atoms, moreThan: limits.siblings)
    }

    mutating func add(_ atom: Atom, _ limits: Limits) {
      let isNew = places[atom.type] == nil
      let type = isNew && places.count >= limits.types ? nil : atom.type
      let place = places[type] ?? rests.count
      if place == rests.count {
        places[type] = place
        rests.append(Rest(type: type))
      }
      if let offset = atom.offset {
        rests[place].offsets?.append(offset)
      } else {
        rests[place].offsets = nil
      }
      rests[place].sizes.append(atom.size)
    }
  }

  private let limits: Limits
  private var levels: [Level]
  /// The level whose atoms are being left out, with what is in them.
  private var hidden: Int?
  /// The number of atoms shown so far.
  private(set) var count = 0
  /// The number of atoms left out, without those inside them.
  private(set) var leftOut = 0

  init(_ topLevel: [Atom], _ limits: Limits) {
    self.limits = limits
    levels = [Level(topLevel, limits)]
  }

  /// Takes the next atom, after the parents before it were closed. Returns whether it is left out.
  mutating func leavesOut(_ atom: Atom, depth: Int) -> Bool {
    if let hidden, depth > hidden { return true }
    hidden = nil
    guard levels.indices.contains(depth) else { return false }
    var isLeftOut = count >= limits.atoms
    if let number = levels[depth].long?.add(atom.type), number >= limits.shown { isLeftOut = true }
    if isLeftOut {
      hidden = depth
      leftOut += 1
      levels[depth].add(atom, limits)
      return true
    }
    count += 1
    levels.append(Level(atom.atomsInside, limits))
    return false
  }

  /// Closes the innermost parent, or the file. Returns what was left out of it.
  mutating func close() -> [Rest] {
    var rests = levels.popLast()?.rests ?? []
    for index in rests.indices {
      rests[index].offsets?.finish()
      rests[index].sizes.finish()
    }
    return rests
  }
}
