extension Atom {
  /// For a `trak`: adds a reference of a type to a track, besides the existing ones.
  mutating func addReference(_ type: FourCC, to trackID: UInt32) throws(FormatError) {
    try addReferences(type, to: [trackID])
  }

  /// For a `trak`: adds references of a type to tracks, besides the existing ones.
  mutating func addReferences(_ type: FourCC, to trackIDs: [UInt32]) throws(FormatError) {
    guard !trackIDs.isEmpty else { return }
    var tref = first("tref") ?? Atom("tref", children: [])
    if let index = tref.children.firstIndex(where: { $0.type == type }) {
      try tref.children[index].update(TrackReferenceType.self) { record throws(FormatError) in
        record.trackIDs = try Table(record.trackIDs + trackIDs)
      }
    } else {
      var reference = TrackReferenceType()
      reference.trackIDs = try Table(trackIDs)
      tref.appendChild(try Atom(type, reference))
    }
    if let index = children.firstIndex(where: { $0.type == "tref" }) {
      children[index] = tref
    } else {
      // After the edits and before the media, as in QuickTime.
      let place = children.firstIndex { $0.type == "mdia" } ?? children.endIndex
      insertChild(tref, at: place)
    }
  }

  /// For a `trak`: removes references to tracks, and the atoms that are empty then.
  mutating func removeReferences(to trackIDs: Set<UInt32>) throws(FormatError) {
    try removeReferences { trackIDs.contains($0) }
  }

  /// For a `trak`: removes the references to the tracks whose IDs are gone.
  mutating func removeReferences(where isGone: (UInt32) -> Bool) throws(FormatError) {
    for index in children.indices.reversed() where children[index].type == "tref" {
      let before = children[index].children
      var kept: [Atom] = []
      for reference in before {
        if let rest = try reference.without(isGone) { kept.append(rest) }
      }
      guard kept != before else { continue }
      if kept.isEmpty {
        children.remove(at: index)
      } else {
        children[index].children = kept
      }
    }
  }

  /// Returns a reference without some tracks; nil if no track is left.
  private func without(_ isGone: (UInt32) -> Bool) throws(FormatError) -> Atom? {
    guard let record = try? decode(TrackReferenceType.self),
      record.trackIDs.contains(where: isGone)
    else { return self }
    let rest = record.trackIDs.filter { !isGone($0) }
    guard !rest.isEmpty else { return nil }
    var changed = self
    try changed.update(TrackReferenceType.self) { record throws(FormatError) in
      record.trackIDs = try Table(rest)
    }
    return changed
  }

  /// For a `trak`: the tracks to which it refers by a type.
  func referredTracks(by type: FourCC) -> Set<UInt32> {
    var found: Set<UInt32> = []
    for reference in all("tref").flatMap({ $0.all(type) }) {
      let ids = (try? reference.decode(TrackReferenceType.self).trackIDs) ?? Table()
      found.formUnion(ids)
    }
    return found
  }

  /// For a `trak`: replaces references to the tracks `old` by references to `new`, without
  /// duplicates.
  mutating func redirectReferences(
    from old: Set<UInt32>, to new: UInt32
  ) throws(FormatError) {
    for index in children.indices where children[index].type == "tref" {
      var references = children[index].children
      var isChanged = false
      for place in references.indices {
        guard let record = try? references[place].decode(TrackReferenceType.self),
          record.trackIDs.contains(where: old.contains)
        else { continue }
        var seen = false
        let redirected = record.trackIDs.compactMap { id -> UInt32? in
          guard old.contains(id) || id == new else { return id }
          defer { seen = true }
          return seen ? nil : new
        }
        guard redirected != Array(record.trackIDs) else { continue }
        try references[place].update(TrackReferenceType.self) { record throws(FormatError) in
          record.trackIDs = try Table(redirected)
        }
        isChanged = true
      }
      if isChanged { children[index].children = references }
    }
  }
}

extension Atom {
  /// Returns the IDs of the tracks of this `moov` that refer to timecode tracks, by the IDs of those.
  /// Tracks that cannot be read count too: their references stay.
  func tracksReferring(toTimecode ids: Set<UInt32>) -> [UInt32: Set<UInt32>] {
    var referring: [UInt32: Set<UInt32>] = [:]
    for trak in children where trak.type == "trak" {
      guard let id = trak.trackID else { continue }
      for reference in trak.all("tref").flatMap({ $0.all("tmcd") }) {
        let targets = (try? reference.decode(TrackReferenceType.self).trackIDs) ?? Table()
        for target in targets where ids.contains(target) {
          referring[target, default: []].insert(id)
        }
      }
    }
    return referring
  }
}
