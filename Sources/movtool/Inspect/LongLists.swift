import MovKit

/// Finds long lists of atoms of one type, of which text shows only the first ones. A fragmented
/// movie can have a hundred thousand `moof` atoms.
struct LongLists {
  /// A list is long if one parent has more atoms of one type than this.
  static let most = 16
  /// The number of atoms of a long list that are shown.
  static let shown = 8

  /// For each level, how many atoms of the types of long lists there were so far; nil if it has no long
  /// list.
  private var seen: [LongTypes?] = []
  /// The level whose atoms are currently left out, together with their contents.
  private var hiddenLevel: Int?
  /// The atoms left out since the last atom that was shown, in their order.
  private var leftOut: [Gap] = []

  /// The atoms that are left out in one place.
  struct Gap {
    let depth: Int
    fileprivate var counts: [(type: FourCC, count: Int)]

    /// The number of atoms by type: `… 43,690 more moof, 43,690 more mdat`.
    var text: String {
      "… " + counts.map { "\(grouped($0.count)) more \($0.type)" }.joined(separator: ", ")
    }
  }

  init(_ topLevel: [Atom]) { seen = [LongTypes(topLevel, moreThan: Self.most)] }

  /// Takes the next atom of the tree, whose outermost atoms have depth 0. Returns whether it is
  /// left out.
  mutating func leavesOut(_ atom: Atom, depth: Int) -> Bool {
    if let hiddenLevel, depth > hiddenLevel { return true }
    hiddenLevel = nil
    seen.removeLast(max(0, seen.count - depth - 1))
    if depth < seen.count, let count = seen[depth]?.add(atom.type), count >= Self.shown {
      hiddenLevel = depth
      add(atom.type, depth)
      return true
    }
    if seen.count == depth + 1 { seen.append(LongTypes(atom.children, moreThan: Self.most)) }
    return false
  }

  /// Returns the atoms left out since the last call.
  mutating func takeGaps() -> [Gap] {
    defer { leftOut = [] }
    return leftOut
  }

  private mutating func add(_ type: FourCC, _ depth: Int) {
    if leftOut.last?.depth != depth { leftOut.append(Gap(depth: depth, counts: [])) }
    let gap = leftOut.count - 1
    if let place = leftOut[gap].counts.firstIndex(where: { $0.type == type }) {
      leftOut[gap].counts[place].count += 1
    } else {
      leftOut[gap].counts.append((type, 1))
    }
  }
}

/// Returns a number with thousands separators: `43,690`.
private func grouped(_ number: Int) -> String {
  var digits = Array(String(number))
  var place = digits.count - 3
  while place > 0 {
    digits.insert(",", at: place)
    place -= 3
  }
  return String(digits)
}
