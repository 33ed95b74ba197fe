extension TimecodeSourceFinder {
  /// Finds Sony's tables of timecode changes: in the `meta` of the file or of the movie, and in the
  /// files beside it.
  mutating func findSonyXML() throws(IOError) {
    try findSonyXML(among: movie.file.atoms, in: "")
    try findSonyXML(among: movie.atom.children, in: "moov/")
    for sidecar in options.sidecars where sidecar.bytes.count <= Self.mostBytes {
      guard let table = SonyTimecodeTable(sidecar.bytes[...]) else { continue }
      add(table, path: sidecar.name, offset: nil)
    }
  }

  private mutating func findSonyXML(
    among atoms: [Atom], in parent: String
  ) throws(IOError) {
    for (component, meta) in zip(atoms.pathComponents(), atoms) where meta.type == "meta" {
      for (name, xml) in zip(meta.children.pathComponents(), meta.children)
      where xml.type == "xml " {
        // Four bytes of version and flags come first.
        guard let bytes = try content(of: xml), bytes.count > 4,
          let table = SonyTimecodeTable(bytes.dropFirst(4))
        else { continue }
        add(table, path: "\(parent)\(component)/\(name)", offset: xml.offset)
      }
    }
  }

  private mutating func add(_ table: SonyTimecodeTable, path: String, offset: UInt64?) {
    var source = TimecodeSource(.sonyXML, path: path, offset: offset)
    let starts = table.changes.filter { !$0.isEnd }
    guard let first = starts.first else { return }
    if sonyDropFrame == nil { sonyDropFrame = first.label.isDropFrame }
    let duration = self.duration(of: table, &source, isDropFrame: first.label.isDropFrame ?? false)
    for change in starts {
      let time = duration?.multiplied(by: change.frame) ?? .zero
      source.add(
        change.label, at: time.isNumeric ? time : .zero, counting: duration)
    }
    // The last label must be as many frames later as the table says.
    if let end = table.changes.last, end.isEnd, let run = source.runs.last, let last = starts.last,
      source.runs.count == starts.count,
      let number = try? run.format.frameNumber(for: end.label.timecode)
    {
      let distance = number - run.frameNumber
      let day = run.format.framesPerDay
      if (distance < 0 ? distance + day : distance) != end.frame - last.frame {
        source.notes.append(
          "its last label, \(run.format.text(.frameNumber(number))), is not "
            + "\(counted(end.frame - last.frame, "frame")) after \(run.start)")
      }
    }
    found.append(source)
  }

  /// Returns how long a frame lasts. The table has only whole rates.
  private func duration(
    of table: SonyTimecodeTable, _ source: inout TimecodeSource, isDropFrame: Bool
  ) -> MediaTime? {
    guard let quanta = table.quanta, let scale = Int32(exactly: quanta) else {
      source.assume("the table has no rate", counting: frameDuration)
      return frameDuration
    }
    if let frameDuration,
      TimecodeFormat.counting(frameDuration, isDropFrame: false)?.labelQuanta == quanta
    {
      return frameDuration
    }
    return isDropFrame
      ? MediaTime(value: 1001, timescale: scale * 1000) : MediaTime(value: 1, timescale: scale)
  }
}
