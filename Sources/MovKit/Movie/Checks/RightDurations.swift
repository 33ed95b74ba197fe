/// The durations that the headers of tracks and media should state, and by how much stated ones may be wrong: what is
/// checked, and what wrong ones are corrected to.
enum RightDurations {
  /// The duration that the edits or the media of a `trak` give it, in ticks of the movie; nil if they do
  /// not say. It is the stated one if that lasts until composition offsets show the last frame, or if it is
  /// that of the part of the audio that is played. Edits that cannot be meant (`edit-timescale`) say nothing, and
  /// neither does the header of media whose `stts` has times for more or fewer samples than there are. A tick of which
  /// the media fills a part counts, so that no media lasts 0.
  static func duration(
    of trak: Atom, timescale: UInt32, near stated: UInt64,
    playing part: GaplessPlayback?
  ) -> UInt64? {
    if let elst = trak.descendant("edts", "elst"), let list = try? elst.decode(EditList.self),
      !list.entries.isEmpty
    {
      guard editInMediaTicks(list, of: trak, timescale: timescale) == nil else {
        return nil
      }
      var sum: UInt64 = 0
      for edit in list.entries {
        guard edit.segmentDuration > 0, !list.isDurationUnknown(edit) else { return nil }
        sum = sum.addingClamping(edit.segmentDuration)
      }
      return sum
    }
    guard let media = trak.mediaHeader,
      !media.isDurationUnknown, media.timescale > 0,
      case let samples = SampleDurations(trak), samples.areOfAllSamples || samples.ticks == 0
    else { return nil }
    func inMovie(_ ticks: UInt64) -> UInt64 {
      let (whole, rest) = (UInt128(ticks) * UInt128(timescale))
        .quotientAndRemainder(dividingBy: UInt128(media.timescale))
      return UInt64(clamping: rest > 0 ? whole + 1 : whole)
    }
    let expected = inMovie(media.duration)
    if differs(expected, stated, timescale), stated < expected,
      trak.handler == MediaType.audio.rawValue, let part, let total = part.total,
      // Some programs count one frame more than the media has.
      max(total, media.duration) - min(total, media.duration) <= 1,
      !differs(inMovie(part.length), stated, timescale)
    {
      return stated
    }
    guard differs(expected, stated, timescale), stated > expected,
      let ctts = trak.descendant("mdia", "minf", "stbl", "ctts"),
      let offsets = try? ctts.decode(CompositionOffsets.self).entries
    else { return expected }
    let latest = offsets.reduce(0) { max($0, $1.sampleOffset) }
    let shown = inMovie(media.duration.addingClamping(UInt64(latest)))
    return stated <= shown || !differs(stated, shown, timescale) ? stated : expected
  }

  /// The duration that the samples of a `trak` give its media, in ticks of the media, if the header states another.
  /// Nil if they do not say, which they do not if `stts` has times for more or fewer samples than there are. Where
  /// composition offsets move samples, it is right as well to count until the last one is shown (ISO/IEC 14496-12,
  /// 8.4.2.3), and to count that from the first one. Where samples last differently, that one may last as long as any:
  /// `stts` says when the next one is decoded, not for how long it is shown.
  static func duration(of trak: Atom, insteadOf header: MediaHeader) -> UInt64? {
    guard !header.isDurationUnknown, header.timescale > 0 else { return nil }
    let samples = SampleDurations(trak)
    guard samples.areOfAllSamples, samples.ticks > 0,
      differs(samples.ticks, header.duration, header.timescale)
    else { return nil }
    if let stbl = trak.descendant("mdia", "minf", "stbl"), let shown = shownSpan(of: stbl),
      let durations = try? stbl.first("stts")?.decode(TimeToSample.self).entries
    {
      func isStated(_ end: UInt64) -> Bool {
        !differs(end, header.duration, header.timescale)
          || !differs(end - shown.start, header.duration, header.timescale)
      }
      guard !isStated(shown.end),
        !durations.contains(where: {
          $0.sampleCount > 0 && isStated(shown.last.addingClamping(UInt64($0.sampleDelta)))
        })
      else { return nil }
    }
    return samples.ticks
  }

  /// When the samples of a `stbl` are shown, in ticks: the first, the last, and the end of all. Nil if none is shown
  /// later than it is decoded, or the tables cannot be read. What is shown before the start of the media counts as its
  /// start.
  private static func shownSpan(of stbl: Atom) -> (start: UInt64, last: UInt64, end: UInt64)? {
    guard stbl.first("ctts") != nil, let table = try? SampleTable(stbl, fileSize: .max)
    else { return nil }
    var (start, last, end) = (UInt64.max, UInt64(0), UInt64(0))
    var walk = SampleTable.Iterator(table)
    while let run = walk.nextTimes() {
      let first = SampleTable.presentationTime(of: run.decodeTime, offset: run.offset)
      func moment(after samples: Int) -> UInt64 {
        let length = run.duration.timesOrGreatest(UInt64(samples))
        return UInt64(clamping: first.addingClamping(Int64(clamping: length)))
      }
      start = min(start, UInt64(clamping: first))
      last = max(last, moment(after: run.count - 1))
      end = max(end, moment(after: run.count))
    }
    return start < end ? (start, last, end) : nil
  }

  /// Returns the only edit of a `trak` that is not empty, if it has the media's whole length in ticks of the media, and
  /// that is twice as long or more in ticks of the movie, so that it cannot be meant. One that is shorter can.
  /// - Parameter timescale: that of the movie.
  static func editInMediaTicks(
    _ list: EditList, of trak: Atom, timescale: UInt32
  ) -> EditList.Row? {
    var only: EditList.Row?
    for edit in list.entries where !edit.isEmpty {
      guard only == nil else { return nil }
      only = edit
    }
    guard let edit = only, edit.segmentDuration > 0, timescale > 0,
      let media = trak.mediaHeader,
      UInt64(media.timescale) >= 2 * UInt64(timescale),
      edit.segmentDuration == SampleDurations(trak).ticks
    else { return nil }
    return edit
  }

  /// Whether two durations differ by more than rounding explains.
  static func differs(_ a: UInt64, _ b: UInt64, _ timescale: UInt32) -> Bool {
    max(a, b) - min(a, b) > tolerance(timescale)
  }

  /// The ticks of a twentieth of a second, by which writers differ when they round.
  private static func tolerance(_ timescale: UInt32) -> UInt64 { max(1, UInt64(timescale) / 20) }

  /// A duration for people.
  static func text(_ ticks: UInt64, _ timescale: UInt32) -> String {
    MediaTime(ticks: ticks, per: timescale)?.inSeconds ?? counted(ticks, "tick")
  }
}
