extension Atom {
  /// In a `trak`: adds a reference of a type to a track, beside those there are.
  mutating func addReference(_ type: FourCC, to trackID: UInt32) throws(FormatError) {
    var tref = first("tref") ?? Atom("tref", children: [])
    if let index = tref.children.firstIndex(where: { $0.type == type }) {
      try tref.children[index].update(TrackReferenceType.self) { record throws(FormatError) in
        record.trackIDs = try Table(record.trackIDs + [trackID])
      }
    } else {
      var reference = TrackReferenceType()
      reference.trackIDs = try Table([trackID])
      tref.children.append(try Atom(type, reference))
    }
    if let index = children.firstIndex(where: { $0.type == "tref" }) {
      children[index] = tref
    } else {
      // Behind the edits and ahead of the media, where QuickTime has it.
      let place = children.firstIndex { $0.type == "mdia" } ?? children.endIndex
      children.insert(tref, at: place)
    }
  }

  /// In a `trak`: drops references to tracks, and what is empty then.
  mutating func removeReferences(to trackIDs: Set<UInt32>) throws(FormatError) {
    guard let index = children.firstIndex(where: { $0.type == "tref" }) else { return }
    var tref = children[index]
    var isChanged = false
    var kept: [Atom] = []
    for var reference in tref.children {
      guard let record = try? reference.decode(TrackReferenceType.self),
        record.trackIDs.contains(where: trackIDs.contains)
      else {
        kept.append(reference)
        continue
      }
      isChanged = true
      let rest = record.trackIDs.filter { !trackIDs.contains($0) }
      guard !rest.isEmpty else { continue }
      try reference.update(TrackReferenceType.self) { record throws(FormatError) in
        record.trackIDs = try Table(rest)
      }
      kept.append(reference)
    }
    guard isChanged else { return }
    if kept.isEmpty {
      children.remove(at: index)
    } else {
      tref.children = kept
      children[index] = tref
    }
  }
}
