/// An atom that says something of a track that is removed, or counts it among others. It is none of another track,
/// and none of fragments.
package struct TrackMention: Hashable, Sendable {
  /// The path of the atom before the change.
  package let path: String
  /// Its place in bytes from the start of the file; nil if it is not from one.
  package let offset: UInt64?
  /// Whether what it says of the track goes with it. Otherwise it stays.
  package let isRemoved: Bool
}

extension MovieEditor {
  /// Takes tracks out of what describes them or counts them: pointers of Canon (`CCTP`), profiles of Sony
  /// (`PROF`), and groups of tracks (`grpl`; ISO/IEC 14496-12, 8.18.3).
  /// - Parameter besideHeader: Whether that is done beside the movie header too. A change in place cannot.
  mutating func removeMentions(
    of gone: Set<UInt32>, besideHeader: Bool
  ) throws(FormatError) -> [TrackMention] {
    guard !gone.isEmpty else { return [] }
    var found: [TrackMention] = []
    let schema = movie.file.schema
    try changeMovie { moov throws(FormatError) in
      var walk = MentionWalk(gone, schema)
      try walk.visit(&moov, at: "moov", in: AtomContext())
      found += walk.found
    }
    var atoms = topLevel
    var walk = MentionWalk(gone, schema, removes: besideHeader)
    for (index, component) in zip(atoms.indices, atoms.pathComponents())
    where MentionWalk.holders.contains(atoms[index].type) {
      try walk.visit(&atoms[index], at: component.description, in: AtomContext())
    }
    if besideHeader, !walk.found.isEmpty { topLevel = atoms }
    return found + walk.found
  }
}

/// Goes through the atoms that mention tracks.
private struct MentionWalk {
  /// The atoms that have those in them.
  static let holders: Set<FourCC> = ["uuid", "CCTP", "meta", "grpl"]

  private let gone: Set<UInt32>
  private let schema: Schema
  private let removes: Bool
  private(set) var found: [TrackMention] = []

  init(_ gone: Set<UInt32>, _ schema: Schema, removes: Bool = true) {
    self.gone = gone
    self.schema = schema
    self.removes = removes
  }

  mutating func visit(
    _ parent: inout Atom, at path: String, in context: AtomContext
  ) throws(FormatError) {
    guard case .children(let level) = parent.content,
      parent.type == "grpl"
        || level.atoms.contains(where: { Self.holders.contains($0.type) || $0.isOfTrack })
    else { return }
    let before = found.count
    var kept: [Atom] = []
    kept.reserveCapacity(level.atoms.count)
    for (component, old) in zip(level.atoms.pathComponents(), level.atoms) {
      var atom: Atom? = old
      if parent.type == "grpl" {
        atom = try old.without(gone)
      } else if let id = old.trackOfDescription, gone.contains(id) {
        atom = nil
      } else if Self.holders.contains(old.type) {
        var inner = self
        if old.type == "grpl" {
          inner = MentionWalk(gone.subtracting(parent.itemIDs), schema, removes: removes)
        }
        inner.found = []
        var changed = old
        try inner.visit(&changed, at: "\(path)/\(component)", in: context.entering(parent))
        found += inner.found
        atom =
          old.type == "grpl" && changed.children.isEmpty && !old.children.isEmpty ? nil : changed
        if let atom { kept.append(atom) }
        continue
      }
      if atom != old {
        found.append(
          TrackMention(path: "\(path)/\(component)", offset: old.offset, isRemoved: removes))
      }
      if let atom { kept.append(atom) }
    }
    guard removes, found.count > before else { return }
    let isShorter = kept.count < level.atoms.count
    parent.children = kept
    if isShorter { try parent.recount(in: context, schema) }
  }
}

extension Atom {
  /// Whether the atom describes one track.
  fileprivate var isOfTrack: Bool { ["CCDT", "APRF", "VPRF"].contains(type) }

  /// The ID of the track that the atom describes; nil if it describes none.
  fileprivate var trackOfDescription: UInt32? {
    switch type {
    case "CCDT": try? decode(CanonTrackPointer.self).trackID
    case "APRF": try? decode(AudioProfile.self).trackID
    case "VPRF": try? decode(VideoProfile.self).trackID
    default: nil
    }
  }

  /// For a child of `grpl`: returns it without tracks; nil if none is left. Groups with more than the IDs of
  /// their members stay, because what else they say may be about the members too.
  fileprivate func without(_ gone: Set<UInt32>) throws(FormatError) -> Atom? {
    guard let group = try? decoded(EntityGroup.self), group.trailing.isEmpty,
      group.record.entityIDs.contains(where: gone.contains)
    else { return self }
    let rest = group.record.entityIDs.filter { !gone.contains($0) }
    guard !rest.isEmpty else { return nil }
    var changed = self
    try changed.update(EntityGroup.self) { group throws(FormatError) in
      group.entityIDs = try Table(rest)
    }
    return changed
  }

  /// For a `meta`: the IDs of its items, which its groups count too.
  fileprivate var itemIDs: Set<UInt32> {
    let entries = first("iinf")?.all("infe") ?? []
    return Set(entries.compactMap { try? $0.decode(ItemInformationEntry.self).itemID })
  }
}
