import MovKit

/// Finds the atoms of long lists of like ones, of which text shows only the first: a movie in
/// fragments can have a hundred thousand `moof`.
struct LongLists {
  /// More atoms of one type than this, in one parent, are a long list.
  static let most = 16
  /// How many of a long list are shown.
  static let shown = 8

  /// For each level the types of long lists, and how many of each were seen.
  private var seen: [[FourCC: Int]] = []
  /// The level whose atoms are left out at the moment, with what is inside them.
  private var hiddenLevel: Int?
  /// What was left out since the last atom that was shown, in its order.
  private var leftOut: [Gap] = []

  /// What is left out in one place.
  struct Gap {
    let depth: Int
    fileprivate var counts: [(type: FourCC, count: Int)]

    /// `… 43,690 more moof, 43,690 more mdat`
    var text: String {
      "… " + counts.map { "\(grouped($0.count)) more \($0.type)" }.joined(separator: ", ")
    }
  }

  init(_ topLevel: [Atom]) { seen = [Self.longTypes(topLevel)] }

  /// Takes the next atom of a walk, whose outermost atoms have depth 0. Returns whether it is left
  /// out.
  mutating func leavesOut(_ atom: Atom, depth: Int) -> Bool {
    if let hiddenLevel, depth > hiddenLevel { return true }
    hiddenLevel = nil
    seen.removeLast(max(0, seen.count - depth - 1))
    if depth < seen.count, let count = seen[depth][atom.type] {
      seen[depth][atom.type] = count + 1
      if count >= Self.shown {
        hiddenLevel = depth
        add(atom.type, depth)
        return true
      }
    }
    if seen.count == depth + 1 { seen.append(Self.longTypes(atom.children)) }
    return false
  }

  /// What was left out since this was last asked.
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

  private static func longTypes(_ atoms: [Atom]) -> [FourCC: Int] {
    guard atoms.count > most else { return [:] }
    var counts: [FourCC: Int] = [:]
    for atom in atoms { counts[atom.type, default: 0] += 1 }
    return counts.filter { $0.value > most }.mapValues { _ in 0 }
  }
}

/// `43,690`
private func grouped(_ number: Int) -> String {
  var digits = Array(String(number))
  var place = digits.count - 3
  while place > 0 {
    digits.insert(",", at: place)
    place -= 3
  }
  return String(digits)
}
