@testable import MovKit

/// A file whose bytes move from some places on, each by its own distance; nil makes them vanish.
struct MovedStretches {
  private let stretches: [(source: Range<UInt64>, destination: UInt64)]

  init(_ moves: [(from: UInt64, by: Int64?)]) {
    let all = [(from: 0, by: 0)] + moves
    let ends = moves.map(\.from) + [.max]
    stretches = zip(all, ends).compactMap { move, end in
      guard let distance = move.by else { return nil }
      return (move.from..<end, UInt64(Int64(move.from) + distance))
    }
  }

  /// Moves the offsets in an atom of the top level; atoms without a place stand at 0.
  func apply(to atom: inout Atom) throws(FormatError) {
    atom.placeWhereUnknown()
    let map = SourceMap(stretches)
    let start = atom.offset ?? 0
    let relocation = Relocation(
      map: map, fileSize: .max, oldEnds: [start: start + atom.size], schema: .standard)
    while true {
      let (moved, tooNarrow) = try relocation.moved(atom, to: map.destination(of: start) ?? start)
      guard !tooNarrow.isEmpty else {
        atom = moved
        return
      }
      try atom.widenOffsets(at: tooNarrow, schema: .standard)
    }
  }
}

extension Atom {
  fileprivate mutating func placeWhereUnknown() {
    if offset == nil { offset = 0 }
    guard case .children(var inside) = content else { return }
    for index in inside.atoms.indices { inside.atoms[index].placeWhereUnknown() }
    content = .children(inside)
  }
}
