extension Movie {
  /// Returns the timecode track that a new one replaces: the first that one of these video tracks
  /// refers to, or else the first of all. Nil if no timecode track can be read.
  func timecodeToReplace(for videoIDs: [UInt32]) -> Track? {
    let all = timecodeTracks
    let byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for id in videoIDs {
      for wanted in track(id)?.references(by: "tmcd") ?? [] {
        if let found = byID[wanted] { return found }
      }
    }
    return all.first
  }
}

extension Track {
  /// For a timecode track: the description of its first sample, or the first description if it has
  /// no samples. Nil if that is not a timecode description, or cannot be read.
  var timecodeDescription: Atom? {
    let first = try? sampleTable().first { _ in true }?.descriptionIndex
    let index = first.flatMap { $0 < sampleDescriptions.count ? $0 : nil } ?? 0
    guard index < sampleDescriptions.count,
      TimecodeMediaSubType(sampleDescriptions[index].type) != nil,
      (try? TimecodeFormat(sampleDescription: sampleDescriptions[index])) != nil
    else { return nil }
    return sampleDescriptions[index]
  }

  /// The format given by `timecodeDescription`; nil if that is nil.
  var timecodeFormat: TimecodeFormat? {
    timecodeDescription.flatMap { try? TimecodeFormat(sampleDescription: $0) }
  }
}

extension Atom {
  /// For the `trak` of a timecode track: returns the same track with the samples, times and format
  /// of `new`. It keeps its flags, size, language, names, user data, and everything else it has.
  ///
  /// `descriptions` are the entries of `stsd` that are kept, except for what the format at the same
  /// place says. Nil, and none at the end, are those of `new`.
  func replacingTimecode(
    by new: Atom, formats: [TimecodeFormat], keeping descriptions: [Atom?]
  ) throws(FormatError) -> Atom {
    var trak = self
    trak.form = .compact
    trak.claimedSize = nil
    trak.children = try replacing("tkhd", "edts", "mdia", by: new) { old, new throws(FormatError) in
      switch old.type {
      case "tkhd": try old.takingTrackHeader(of: new)
      case "mdia": try old.replacingMedia(by: new, formats: formats, keeping: descriptions)
      default: new
      }
    }
    return trak
  }

  /// Returns the children. The first old and new one of each of `types` are replaced by the result
  /// of `change`. If there is no old one, the new one is inserted after the previous type. If there
  /// is no new one, the old one is removed.
  private func replacing(
    _ types: FourCC..., by new: Atom, _ change: (Atom, Atom) throws(FormatError) -> Atom
  ) throws(FormatError) -> [Atom] {
    var result = children
    var place = 0
    for type in types {
      let old = result.firstIndex { $0.type == type }
      switch (old, new.first(type)) {
      case (let old?, let new?):
        var changed = try change(result[old], new)
        changed.claimedSize = nil
        result[old] = changed
        place = old + 1
      case (let old?, nil): result.remove(at: old)
      case (nil, let new?):
        result.insert(new, at: min(place, result.count))
        place += 1
      case (nil, nil): break
      }
    }
    return result
  }

  private func takingTrackHeader(of new: Atom) throws(FormatError) -> Atom {
    let source = try new.decode(TrackHeader.self)
    var changed = self
    try changed.update(TrackHeader.self) { header throws(FormatError) in
      header.trackID = source.trackID
      header.setDuration(source.duration)
    }
    return changed
  }

  private func replacingMedia(
    by new: Atom, formats: [TimecodeFormat], keeping descriptions: [Atom?]
  ) throws(FormatError) -> Atom {
    // If the handler is another one, the headers of the media are those of another kind of media,
    // too.
    let hasHandler =
      (try? first("hdlr")?.decode(HandlerReference.self).componentSubtype) == "tmcd"
    let minf = first("minf")
    let kept = descriptions.compactMap(\.self)
    let isInside = !kept.isEmpty && minf?.holdsMedia(of: kept).contains(false) == false
    let references = isInside ? minf : nil
    var changed = self
    changed.children = try replacing("mdhd", "hdlr", "minf", by: new) {
      old, new throws(FormatError) in
      switch old.type {
      case "mdhd": try old.takingMediaHeader(of: new)
      case "hdlr": hasHandler ? old : new
      default:
        try (hasHandler ? old : new).replacingInformation(
          by: new, references: references?.first("dinf"), formats: formats, keeping: descriptions)
      }
    }
    return changed
  }

  private func takingMediaHeader(of new: Atom) throws(FormatError) -> Atom {
    let source = try new.decode(MediaHeader.self)
    var changed = self
    try changed.update(MediaHeader.self) { header throws(FormatError) in
      header.timescale = source.timescale
      header.setDuration(source.duration)
    }
    return changed
  }

  /// For a `minf`: takes the header of timecode media, or the part of it that says how timecode is drawn,
  /// if there is none.
  private mutating func takeMediaInformationHeader(of new: Atom) {
    guard let header = new.first("gmhd"), let look = header.first("tmcd") else { return }
    if let own = children.firstIndex(where: { $0.type == "gmhd" }) {
      if children[own].first("tmcd") == nil { children[own].children.append(look) }
    } else if let other = children.firstIndex(where: { $0.type == "nmhd" }) {
      children[other] = header
    } else {
      children.insert(header, at: 0)
    }
  }

  /// For a `minf`. `references` is the `dinf` that the descriptions refer to; nil if their media is
  /// in another file.
  private func replacingInformation(
    by new: Atom, references: Atom?, formats: [TimecodeFormat], keeping descriptions: [Atom?]
  ) throws(FormatError) -> Atom {
    var changed = self
    changed.takeMediaInformationHeader(of: new)
    changed.children = try changed.replacing("dinf", "stbl", by: new) {
      old, new throws(FormatError) in
      if old.type == "dinf" { return references ?? new }
      var table = new
      table.children = try new.children.map { child throws(FormatError) in
        guard child.type == "stsd" else { return child }
        var entries: [Atom] = []
        for (index, entry) in child.children.enumerated() {
          guard index < descriptions.count, let old = descriptions[index] else {
            entries.append(entry)
            continue
          }
          var kept = try old.describing(formats[index])
          if references == nil {
            try kept.update(TimecodeDescription.self) { $0.dataReferenceIndex = 1 }
          }
          entries.append(kept)
        }
        var stsd = child
        stsd.children = entries
        return stsd
      }
      return table
    }
    return changed
  }

  /// For the `trak` of a timecode track: returns the same track with other formats, one for each of
  /// its descriptions, and other tables of the samples, unless they stay.
  func changingTimecode(
    to formats: [TimecodeFormat], tables: [Atom]?
  ) throws(FormatError) -> Atom {
    var trak = self
    try trak.change(["mdia", "minf", "stbl"]) { stbl throws(FormatError) in
      var result: [Atom] = []
      // The durations of the samples stay.
      var rest = (tables ?? []).filter { $0.type != "stts" }
      for child in stbl.children {
        switch child.type {
        case "stsd":
          var stsd = child
          var remaining = formats[...]
          // Free space is no description.
          for index in stsd.children.indices where !stsd.children[index].type.isFreeSpace {
            guard let format = remaining.popFirst() else { break }
            let entry = stsd.children[index]
            // One that cannot be read stays as it is.
            guard (try? TimecodeFormat(sampleDescription: entry)) != nil else { continue }
            stsd.children[index] = try entry.describing(format)
          }
          result.append(stsd)
        case "stsc", "stsz", "stz2", "stco", "co64":
          guard tables != nil else {
            result.append(child)
            continue
          }
          let isSame = { (atom: Atom) in Self.tableKind(atom.type) == Self.tableKind(child.type) }
          if let index = rest.firstIndex(where: isSame) { result.append(rest.remove(at: index)) }
        default: result.append(child)
        }
      }
      stbl.children = result
      for table in rest { stbl.appendChild(table) }
    }
    return trak
  }

  /// The type of table that an atom can take the place of.
  private static func tableKind(_ type: FourCC) -> FourCC {
    switch type {
    case "stz2": "stsz"
    case "co64": "stco"
    default: type
    }
  }

  /// Returns the timecode description changed to `format`. It keeps everything else.
  private func describing(_ format: TimecodeFormat) throws(FormatError) -> Atom {
    if let old = try? TimecodeFormat(sampleDescription: self), old == format, claimedSize == nil {
      return self
    }
    let wanted = try format.sampleDescription()
    let record = try wanted.decode(TimecodeDescription.self)
    var changed = self
    changed.form = .compact
    changed.claimedSize = nil
    changed.type = wanted.type
    if try TimecodeFormat(sampleDescription: self).sourceName != format.sourceName {
      changed.children.removeAll { $0.type == "name" }
      for name in wanted.all("name") { changed.appendChild(name) }
    }
    let hasChildren = !changed.children.isEmpty
    try changed.update(TimecodeDescription.self) { old throws(FormatError) in
      old.flags = record.flags
      old.timeScale = record.timeScale
      old.frameDuration = record.frameDuration
      old.numberOfFrames = record.numberOfFrames
      // The end of these bytes can be recognized only if a child follows.
      if !hasChildren { old.hasWideReserved = false }
    }
    return changed
  }
}
