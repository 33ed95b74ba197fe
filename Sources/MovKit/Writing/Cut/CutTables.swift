extension Atom {
  /// For a `trak` of which only some samples are kept: removes what counts or dates samples and
  /// cannot be made again, and reports it.
  mutating func removeTablesOfWhole(
    _ track: Track, losses: inout RemuxLosses
  ) throws(FormatError) {
    let unmade = children.filter { Self.ofWholeTrack.contains($0.type) }
    for atom in unmade { losses.addCut(atom, of: track, in: track.path) }
    children.removeAll { Self.ofWholeTrack.contains($0.type) }
    try updateSampleTable { stbl throws(FormatError) in
      let path = "\(track.path)/mdia/minf/stbl"
      for table in stbl.children where !table.isOfPart {
        losses.addCut(table, of: track, in: path)
      }
      stbl.children.removeAll { !$0.isOfPart || $0.type == "cslg" }
    }
  }

  /// The children of `trak` that are about moments of the whole movie (QuickTime File Format, "Track
  /// Load Settings Atoms").
  private static let ofWholeTrack: Set<FourCC> = ["load"]

  /// For a child of `stbl`: whether it is made from the samples that are kept, or does not say which
  /// sample it is about.
  private var isOfPart: Bool {
    switch type {
    case "stsd", "sgpd", "cslg", "saiz", "saio", "senc": true
    default: KeptTrack.isMadeFromSamples(type) || type.isFreeSpace
    }
  }

  /// For a `moov` of which only a part is kept: removes Nero's chapter list from the user data,
  /// whose times are those of the whole movie, and reports it.
  mutating func removeChapterList(losses: inout RemuxLosses) throws(FormatError) {
    guard let list = descendant("udta", "chpl") else { return }
    losses.add(
      "atom-left-out",
      "left out, because its times are those of the whole movie; chapters in tracks stay",
      "moov/udta/chpl", list.offset)
    try updateFirst("udta") { udta throws(FormatError) in
      udta.children.removeAll { $0.type == "chpl" }
    }
  }

  /// For a `trak`: gives the media another timescale.
  mutating func setMediaTimescale(_ timescale: UInt32) throws(FormatError) {
    try updateFirst("mdia") { mdia throws(FormatError) in
      try mdia.updateFirst("mdhd") { mdhd throws(FormatError) in
        try mdhd.update(MediaHeader.self) { header throws(FormatError) in
          header.timescale = timescale
        }
      }
    }
  }

  /// For a `trak`: says how far presentation times are from decode times, if the old track said so
  /// (`cslg`; ISO/IEC 14496-12, 8.6.1.4).
  mutating func setCompositionShift(
    of parts: [(samples: SampleTable, stretches: [CopiedStretch])]
  ) throws(FormatError) {
    var record = CompositionShift()
    var (least, greatest) = (Int64.max, Int64.min)
    var (start, end) = (Int64.max, Int64.min)
    for (samples, stretches) in parts {
      // The differences may be any that include all samples.
      let offsets = samples.compositionOffsets
      for stretch in stretches where !stretch.samples.isEmpty {
        let delays = [offsets.lowerBound, offsets.upperBound].map {
          Int64($0).timesOrGreatest(stretch.factor).addingOrGreatest(stretch.delay)
        }
        least = min(least, delays[0])
        greatest = max(greatest, delays[1])
        // No codec reorders over so many frames.
        for index in Array(stretch.samples.prefix(256)) + stretch.samples.suffix(256) {
          let sample = samples[index]
          let shown = stretch.presentationTime(of: sample)
          start = min(start, shown)
          end = max(end, shown.addingOrGreatest(stretch.duration(of: sample)))
        }
      }
    }
    guard start <= end, least <= greatest else { return }
    record.leastDecodeToDisplayDelta = least
    record.greatestDecodeToDisplayDelta = greatest
    record.compositionToDTSShift = least < 0 ? Int64(0).subtracting(least) ?? 0 : 0
    record.compositionStartTime = start
    record.compositionEndTime = end
    let values = [record.compositionToDTSShift, least, greatest, start, end]
    record.version = values.allSatisfy { Int32(exactly: $0) != nil } ? 0 : 1
    let atom = try Atom("cslg", record)
    try updateSampleTable { stbl throws(FormatError) in
      let place = stbl.children.firstIndex { $0.type == "stsd" }.map { $0 + 1 } ?? 0
      stbl.insertChild(atom, at: place)
    }
  }
}

extension RemuxLosses {
  /// Reports an atom of a track that has no place in a part of the movie.
  fileprivate mutating func addCut(_ atom: Atom, of track: Track, in path: String) {
    add(
      "table-left-out",
      "left out, because it is about the samples or moments of the whole track \(track.id)",
      "\(path)/\(atom.type)", atom.offset)
  }
}
