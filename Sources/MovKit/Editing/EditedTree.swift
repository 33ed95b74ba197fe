extension Atom {
  /// Puts children back that were taken out one after another. The place of each is how many came before it then.
  mutating func putBack(_ taken: [(place: Int, track: Atom)]) {
    guard zip(taken, taken.dropFirst()).allSatisfy({ $0.place <= $1.place }) else {
      for (place, child) in taken.reversed() { insertChild(child, at: place) }
      return
    }
    guard !taken.isEmpty else { return }
    // In the order of the file, as mostly: all of them in one pass.
    let old = children
    var new: [Atom] = []
    new.reserveCapacity(old.count + taken.count)
    var rest = old[...]
    var passed = 0
    for (place, child) in taken {
      new += rest.prefix(place - passed)
      rest = rest.dropFirst(place - passed)
      passed = place
      if !new.isEmpty { new[new.count - 1].claimedSize = nil }
      new.append(child)
    }
    children = new + rest
  }

  /// Adds children after the last one of a type, or after all.
  mutating func insert(_ added: [Atom], afterLast type: FourCC) {
    guard !added.isEmpty else { return }
    let place = children.lastIndex { $0.type == type }.map { $0 + 1 } ?? children.endIndex
    insertChildren(added, at: place)
  }
}

extension Atom {
  /// For a `trak`: changes the first `stbl` in its media.
  mutating func updateSampleTable(
    _ body: (inout Atom) throws(FormatError) -> Void
  ) throws(FormatError) {
    try updateFirst("mdia") { mdia throws(FormatError) in
      try mdia.updateFirst("minf") { minf throws(FormatError) in
        try minf.updateFirst("stbl", body)
      }
    }
  }

  /// For a `stbl`: gives it other sample descriptions.
  mutating func replaceDescriptions(by descriptions: [Atom]) throws(FormatError) {
    try updateFirst("stsd") { stsd throws(FormatError) in
      stsd.children = []
      for description in descriptions { stsd.appendChild(description) }
      try stsd.update(SampleDescriptions.self) { record throws(FormatError) in
        try record.setCountedChildren(descriptions.count)
      }
    }
  }

  /// Changes the first child of a type, if there is one. The sizes of the atom and its children are
  /// then those of their content.
  mutating func updateFirst(
    _ type: FourCC, _ change: (inout Atom) throws(FormatError) -> Void
  ) throws(FormatError) {
    guard let index = indexOfFirst(type) else { return }
    do { try change(&children[index]) } catch { throw error.inside("\(self.type)") }
    removeClaimedSizes()
  }

  /// Makes the sizes of the atom and its children those of their content.
  @inline(never)
  private mutating func removeClaimedSizes() {
    for index in children.indices where children[index].claimedSize != nil {
      children[index].claimedSize = nil
    }
    claimedSize = nil
  }

  /// Removes the children of a type.
  mutating func removeChildren(_ type: FourCC) { removeChildren { child, _ in child.type == type } }

  /// Removes some children, of which the closure gets the component in a path as well. If there are
  /// none, the list of children, of which there may be a million, stays the one that others have too.
  mutating func removeChildren(where isGone: (Atom, PathComponent) -> Bool) {
    let named = zip(children, children.pathComponents())
    guard named.contains(where: isGone) else { return }
    var kept: [Atom] = []
    kept.reserveCapacity(children.count)
    for (child, name) in named where !isGone(child, name) { kept.append(child) }
    children = kept
  }
}
