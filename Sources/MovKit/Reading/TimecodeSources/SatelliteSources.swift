extension TimecodeSourceFinder {
  /// The number of payloads, of about a second each, that are read until one has a fix.
  private static let mostPayloads = 16

  /// Finds the satellite time of GoPro cameras: in the samples of `gpmd`, and in the user data. It is
  /// UTC, and a clock; the timecode of these cameras counts from the midnight of their own clock, and
  /// drops numbers or not by model (gopro/labs#1284).
  mutating func findSatellites() throws(IOError) {
    for track in movie.tracks
    where track.sampleDescriptions.contains(where: { $0.type == "gpmd" }) {
      var best: (sample: SampleBuffer, data: GoProClock)?
      for sample in firstSamples(of: track, Self.mostPayloads) {
        guard let bytes = try head(of: sample, most: 1 << 20), let data = GoProClock(bytes),
          data.clock != nil
        else { continue }
        if best == nil || data.hasFix == true { best = (sample, data) }
        if data.hasFix != false { break }
      }
      guard let (sample, data) = best else { continue }
      let (place, overflow) = sample.sample.offset.addingReportingOverflow(
        UInt64(data.offset.magnitude))
      var source = TimecodeSource(
        .satellites, path: track.path, field: data.key, trackID: track.id,
        sampleIndex: sample.index, offset: overflow ? nil : place)
      fill(&source, data, at: sample.presentationTime)
      found.append(source)
    }
    for (path, atom, trackID) in userData({ $0 == "GPMF" }) {
      guard let bytes = try content(of: atom), let data = GoProClock(bytes), data.clock != nil
      else { continue }
      var source = TimecodeSource(
        .satellites, path: path, field: data.key, trackID: trackID, offset: atom.offset)
      fill(&source, data, at: .zero)
      found.append(source)
    }
  }

  private func fill(
    _ source: inout TimecodeSource, _ data: GoProClock, at time: MediaTime
  ) {
    guard let clock = data.clock else { return }
    source.add(clock, at: time, counting: frameDuration)
    source.certainty = .assumed
    source.notes.append("a clock in UTC, and not a timecode")
    if data.hasFix == false {
      source.notes.append("the camera had no fix, so the time is not reliable")
    }
    if let zone = data.zone {
      source.notes.append("the camera's time zone is \(zone) minutes from UTC")
    }
  }
}
