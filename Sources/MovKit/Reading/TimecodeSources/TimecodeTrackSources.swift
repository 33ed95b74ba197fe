extension TimecodeSourceFinder {
  /// Finds the timecode tracks, through their edits.
  mutating func findTimecodeTracks() throws(IOError) {
    for track in movie.timecodeTracks {
      let timecode: TimecodeTrack
      do throws(ReadingError) { timecode = try TimecodeTrack(track) } catch {
        switch error {
        case .io(let error): throw error
        case .format(let error): note(error, path: track.path)
        case .notStarted: break
        }
        continue
      }
      let timeline = TimecodeTimeline(timecode)
      var source = TimecodeSource(
        .timecodeTrack, path: track.path, trackID: track.id,
        sampleIndex: timecode.sampleCount > 0 ? 0 : nil,
        offset: timecode.sampleCount > 0 ? timecode.table[0].offset : track.atom.offset)
      source.reel = timeline.reel
      source.label = timeline.start
      source.eachRun = TimecodeRuns(of: timecode, timeline.segments)
      if source.eachRun.first == nil {
        source.notes.append(
          timeline.segments.isEmpty ? "it shows nothing" : "it is a counter, and not a timecode")
      }
      for oddity in timeline.format.oddities { source.notes.append(oddity.message) }
      found.append(source)
    }
  }
}
