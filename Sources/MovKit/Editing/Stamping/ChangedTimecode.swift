/// A timecode track as a change makes it.
struct ChangedTimecode {
  private(set) var media: TimecodeMedia
  private(set) var kept = WrittenTimecode.Kept.samples
  /// The description of which each format is a change.
  private(set) var descriptions: [Atom]
  private(set) var result: TimecodeChange.Result
  private(set) var notes: [Diagnostic] = []

  private let track: Track
  private let change: TimecodeChange
  private let old: TimecodeTrack
  /// What is shown first; nil if nothing is.
  private let firstSegment: TimecodeTrack.Segment?

  init(
    _ track: Track, by change: TimecodeChange, trimmedTo videos: inout TimecodeVideos?
  ) throws(StampError) {
    self.track = track
    self.change = change
    old = try Self.timecode(of: track)
    firstSegment = old.firstSegment
    descriptions = track.sampleDescriptions
    media = TimecodeMedia(old)
    let first = firstSegment?.formatIndex ?? 0
    let shown = firstSegment?.first
    result = TimecodeChange.Result(
      trackID: track.id, oldStart: shown.map(old.formats[first].text),
      oldFormat: old.formats[first], newFormat: old.formats[first], isChanged: false)
    for index in media.formats.indices {
      media.formats[index] = try changed(media.formats[index])
    }
    try recount()
    countPastMidnight()
    let extent = try videos?.extent(for: track)
    try shift(trimmedTo: extent)
    try obeyFlags()
    result.newFormat = media.formats[first]
    result.newStart = try firstShown().map { media.formats[first].text($0) }
    if media.formats.map(\.mediaSubType) != old.formats.map(\.mediaSubType)
      || media.samples.indices.contains(where: {
        media.samples[$0] != TimecodeMedia.Sample(old.sample($0))
      })
    {
      kept = .times
    }
    if kept == .times, track.hasFragments { try takeFromFragments() }
    if let extent { try trim(to: extent) }
    result.isChanged = kept != .samples || media.formats != old.formats
    noteOddities()
  }

  /// Reads a track, all of whose samples must be readable because all are written again.
  private static func timecode(of track: Track) throws(StampError) -> TimecodeTrack {
    func refuse(_ reason: String) -> StampError {
      .format(FormatError(.notEditable(reason), path: track.path, at: track.atom.offset))
    }
    guard track.mediaElsewhere == nil else {
      throw refuse("the timecode samples are in another file")
    }
    let timecode: TimecodeTrack
    do { timecode = try TimecodeTrack(track) } catch {
      switch error {
      case .format(let error): throw .format(error)
      case .io(let error): throw .io(error)
      case .notStarted: throw refuse("the timecode cannot be read")
      }
    }
    guard timecode.sampleCount > 0 else { throw refuse("the timecode track has no samples") }
    guard timecode.sampleCount == timecode.table.count else {
      throw refuse(
        "only \(timecode.sampleCount) of \(counted(timecode.table.count, "timecode sample")) can be read"
      )
    }
    return timecode
  }

  // MARK: Formats

  /// Returns a format with the flags, the rate, the type and the reel of the change.
  private func changed(_ old: TimecodeFormat) throws(StampError) -> TimecodeFormat {
    // Nothing is known about a description that cannot be read.
    guard old.frameDuration.isNumeric || old.frameQuanta > 0 else { return old }
    var format = old
    if let reel = change.reel {
      guard reel.utf8.count <= Int(UInt16.max) else { throw .reelTooLong }
      if format.sourceName?.text != reel { format.sourceName = .init(reel: reel) }
    } else if change.dropsReel {
      format.sourceName = nil
    }
    if let type = change.mediaSubType, !old.isCounter { format.mediaSubType = type }
    func set(_ flag: TimecodeFormat.Flags, _ wanted: Bool?) {
      guard let wanted else { return }
      if wanted { format.flags.insert(flag) } else { format.flags.remove(flag) }
    }
    set(.wraps24Hours, change.wraps24Hours)
    set(.negativeTimesOK, change.allowsNegative)
    guard change.changesCounting else { return format }
    guard !old.isCounter else { throw .counter(track.id) }
    if let duration = change.frameDuration {
      format.frameDuration = duration
      format.frameQuanta = 0
    }
    if let quanta = change.quanta { format.frameQuanta = quanta }
    if change.frameDuration != nil, change.quanta == nil {
      format.frameQuanta = format.nominalQuanta ?? 1
    }
    guard (1...255).contains(format.frameQuanta) else {
      throw .quantaOutOfRange(Int64(format.frameQuanta))
    }
    set(.dropFrame, change.dropFrame)
    guard !format.isDropFrame || format.framesDroppedPerMinute > 0 || format == old else {
      throw .dropFrameRate(format.labelQuanta, format.frameDuration)
    }
    // Labels that skip numbers where nothing is to be caught up with say other times than before.
    if change.dropFrame == nil, change.keeps == .instants, format.isDropFrame,
      Self.keepsUp(old), !Self.keepsUp(format)
    {
      throw .dropFrameRate(format.labelQuanta, format.frameDuration)
    }
    return format
  }

  /// Whether drop frame keeps labels up with real time at the rate of a format.
  private static func keepsUp(_ format: TimecodeFormat) -> Bool {
    let frame = format.frameDuration
    guard frame.isNumeric, frame.value > 0 else { return false }
    return TimecodeFormat.dropsNumbers(at: TimecodeFormat.rateInUse(near: frame) ?? frame)
  }

  // MARK: Values

  /// Gives each sample the number by which the new format says the same label, or the same instant.
  private mutating func recount() throws(StampError) {
    guard change.changesCounting else { return }
    var rounded = 0
    for index in media.samples.indices {
      let formatIndex = media.samples[index].formatIndex
      let (before, after) = (old.formats[formatIndex], media.formats[formatIndex])
      guard case .frameNumber(let number) = media.samples[index].value, before != after else {
        continue
      }
      switch change.keeps {
      case .labels:
        guard let label = before.timecode(forFrameNumber: number) else { continue }
        do throws(TimecodeError) {
          media.samples[index].value = .frameNumber(try after.frameNumber(for: label))
        } catch { throw .timecode(error) }
      case .instants:
        guard let (new, isExact) = Self.frames(number, of: before, in: after) else {
          throw .timecode(.tooLarge("\(number)"))
        }
        if !isExact { rounded += 1 }
        media.samples[index].value = .frameNumber(new)
      }
    }
    if rounded > 0 {
      note(
        "timecode-rounded",
        "\(counted(rounded, of: media.samples.count, "timecode sample", "begins", "begin")) between two frames of the new "
          + "rate; the nearest frame was taken")
    }
  }

  /// Returns how many frames of one format last as long as a number of another, rounded, and whether
  /// that is exact; nil if the number does not fit 64 bits.
  private static func frames(
    _ number: Int64, of old: TimecodeFormat, in new: TimecodeFormat
  ) -> (Int64, isExact: Bool)? {
    guard old.frameDuration != new.frameDuration else { return (number, true) }
    guard old.frameDuration.isNumeric, new.frameDuration.isNumeric, old.frameDuration.value > 0,
      new.frameDuration.value > 0,
      let factor = Int64(
        exactly: Int128(old.frameDuration.value) * Int128(new.frameDuration.timescale)),
      let divisor = Int64(
        exactly: Int128(new.frameDuration.value) * Int128(old.frameDuration.timescale))
    else { return nil }
    let (whole, rest) = (Int128(number) * Int128(factor))
      .quotientAndRemainder(dividingBy: Int128(divisor))
    let up: Int128 = rest.magnitude * 2 >= divisor.magnitude ? rest.signum() : 0
    return Int64(exactly: whole + up).map { ($0, rest == 0) }
  }

  /// Gives the samples that follow on through midnight the numbers of the days after it, if labels begin again there
  /// no longer.
  private mutating func countPastMidnight() {
    guard change.wraps24Hours == false else { return }
    // Where the samples before go on: how many days after them, and with which number.
    var days: Int64 = 0
    var next: (number: Int64, format: Int)?
    for index in media.samples.indices {
      let sample = media.samples[index]
      let format = media.formats[sample.formatIndex]
      let day = format.framesPerDay
      guard case .frameNumber(let number) = sample.value, day > 0,
        old.formats[sample.formatIndex].flags.contains(.wraps24Hours),
        let length = MediaTime(ticks: sample.duration, per: media.timescale)
          .flatMap({ format.nearestFrames(in: $0) }), let end = number.adding(length)
      else {
        (days, next) = (0, nil)
        continue
      }
      if let next, next.number % day == number % day,
        next.format == sample.formatIndex || media.formats[next.format].countsAlike(format)
      {
        // A label that is shown after the last of a day belongs to the next.
        days = days.addingClamping(next.number / day - number / day)
      } else {
        days = 0
      }
      next = (end, sample.formatIndex)
      if days > 0, let later = days.times(day)?.adding(number) {
        media.samples[index].value = .frameNumber(later)
      }
    }
  }

  /// Shifts all samples as far as the change says.
  private mutating func shift(trimmedTo extent: TimecodeExtent?) throws(StampError) {
    let labelled = try labelledFirst(trimmedTo: extent)
    guard
      let base = labelled?.formatIndex ?? firstSegment?.formatIndex
        ?? media.samples.first?.formatIndex,
      let delta = try delta(base, from: labelled?.value),
      // Time that is no frame of the first format may be one of another.
      delta != 0 || change.start == nil && media.formats.count > 1
    else { return }
    // That of the last sample: mostly all have one format.
    var known = (formatIndex: base, frames: delta)
    var countsOtherwise = false
    for index in media.samples.indices {
      let formatIndex = media.samples[index].formatIndex
      let format = media.formats[formatIndex]
      if formatIndex != known.formatIndex {
        let isAlike = format.countsAlike(media.formats[base])
        countsOtherwise = countsOtherwise || !isAlike
        known = (
          formatIndex, isAlike ? delta : try self.delta(formatIndex, for: delta, of: base)
        )
      }
      let value = media.samples[index].value
      do throws(TimecodeError) {
        media.samples[index].value = try format.shifted(value, by: known.frames)
      } catch { throw .timecode(error) }
    }
    if countsOtherwise, change.start != nil {
      note(
        "timecode-shifts-differ",
        "its stretches count at different rates, so those that count otherwise than the first get labels that are as "
          + "much later or earlier, by another number of frames; check that they still fit")
    }
  }

  /// Returns the number of frames by which samples of a format are shifted that counts otherwise than the first, whose
  /// samples are shifted by `delta`.
  private func delta(
    _ formatIndex: Int, for delta: Int64, of base: Int
  ) throws(StampError) -> Int64 {
    if change.start == nil, !media.formats[formatIndex].isCounter {
      return try self.delta(formatIndex, from: nil) ?? 0
    }
    let (first, format) = (media.formats[base].countingFromZero, media.formats[formatIndex])
    if let label = first.timecode(forFrameNumber: delta),
      let frames = try? format.countingFromZero.frameNumber(atOrAfter: label)
    {
      return frames
    }
    // It has fewer labels in a second than that.
    guard let (frames, _) = Self.frames(delta, of: first, in: format) else {
      throw .timecode(.tooLarge("\(delta)"))
    }
    return frames
  }

  /// Makes the numbers such as changed flags allow: below 24 hours if labels wrap, with the same labels, and
  /// not negative.
  private mutating func obeyFlags() throws(StampError) {
    guard change.wraps24Hours == true || change.allowsNegative == false else { return }
    for index in media.samples.indices {
      let format = media.formats[media.samples[index].formatIndex]
      guard case .frameNumber(let number) = media.samples[index].value else { continue }
      guard number >= 0 || format.flags.contains(.negativeTimesOK) || change.allowsNegative != false
      else {
        throw .timecode(
          .negativeNotAllowed(
            old.formats[media.samples[index].formatIndex].text(.frameNumber(number))))
      }
      let day = format.framesPerDay
      if change.wraps24Hours == true, day > 0, number >= day {
        media.samples[index].value = .frameNumber(number % day)
      }
    }
  }

  /// Returns the number of frames by which the timecode is shifted, in frames of a format.
  /// - Parameter first: What the change gives a label; nil if nothing is shown.
  private func delta(_ base: Int, from first: TimecodeSample?) throws(StampError) -> Int64? {
    let format = media.formats[base]
    if let start = change.start {
      guard !format.isCounter else { throw .counter(track.id) }
      guard case .frameNumber(let shown)? = first else {
        throw .format(
          FormatError(
            .notEditable("the movie shows nothing of the timecode track"), path: track.path,
            at: track.atom.offset))
      }
      do throws(TimecodeError) {
        let text = try TimecodeText(start)
        guard text.separatorSaysDropFrame != true || format.isDropFrame else {
          throw .notDropFrame(format.text(text.timecode))
        }
        let (delta, overflow) = try format.frameNumber(for: text.timecode)
          .subtractingReportingOverflow(shown)
        guard !overflow else { throw .tooLarge(start) }
        return delta
      } catch { throw .timecode(error) }
    }
    switch change.shift {
    case nil: return nil
    case .frames(let frames)?: return frames
    case .time(let time)?:
      guard let frames = format.nearestFrames(in: time) else {
        throw .timecode(.tooLarge("\(time) s"))
      }
      return frames
    case .label(let label)?:
      // A minute of drop frame is as many frames as there are before the first label of the next.
      do throws(TimecodeError) {
        return try format.countingFromZero.frameNumber(atOrAfter: label)
      } catch { throw .timecode(error) }
    }
  }

  /// The value that gets the label of the change, as the samples are now, and its format: what is shown first or, if
  /// the timecode will be trimmed to a video, at the first frame of that. Nil if the change says no label, or if
  /// nothing is shown.
  private func labelledFirst(
    trimmedTo extent: TimecodeExtent?
  ) throws(StampError) -> (value: TimecodeSample, formatIndex: Int)? {
    guard change.start != nil, let segment = firstSegment else { return nil }
    guard let extent, !media.formats[segment.formatIndex].isCounter else {
      return try firstShown().map { ($0, segment.formatIndex) }
    }
    do throws(FormatError) {
      let trimmed = try trimmed(media, to: extent)
      return trimmed.samples.first.flatMap { first in
        media.formats.firstIndex(of: trimmed.formats[first.formatIndex]).map { (first.value, $0) }
      }
    } catch { throw .format(error) }
  }

  /// The value that is shown first, as the samples are now; nil if nothing is shown.
  private func firstShown() throws(StampError) -> TimecodeSample? {
    guard let segment = firstSegment else { return nil }
    let format = media.formats[segment.formatIndex]
    let value = media.samples[segment.sampleIndex].value
    // A sample can be shown from its middle on.
    let skipped: Int64?
    if format.frameDuration == old.formats[segment.formatIndex].frameDuration {
      skipped = segment.sampleValue.frames(to: segment.first)
    } else {
      skipped = format.frames(in: segment.source.start - segment.sampleStart)
    }
    return value.advanced(byFrames: skipped ?? 0)
  }

  // MARK: Times

  /// Makes tables of samples that are in fragments: they are written again beside the header, which says
  /// neither their durations nor the edits that show them.
  private mutating func takeFromFragments() throws(StampError) {
    func refuse(_ reason: String) -> StampError {
      .format(FormatError(.notEditable(reason), path: track.path, at: track.atom.offset))
    }
    var end: Int64 = 0
    for index in media.samples.indices {
      let start = old.sample(index).mediaTime
      guard start.isNumeric, UInt32(exactly: start.timescale) == track.timescale,
        start.value == end
      else {
        throw refuse(
          "its fragments do not begin at time 0 or do not follow one another; remux the movie without "
            + "fragments first")
      }
      end += Int64(media.samples[index].duration)
    }
    if let list = track.atom.descendant("edts", "elst") {
      do throws(FormatError) { media.edits = Array(try list.decode(EditList.self).entries) } catch {
        throw .format(error)
      }
    }
    kept = .nothing
  }

  /// Makes the timecode begin and end with its video.
  private mutating func trim(to extent: TimecodeExtent) throws(StampError) {
    let shifted = media
    let trimmed: TimecodeMedia
    do throws(FormatError) { trimmed = try self.trimmed(shifted, to: extent) } catch {
      throw .format(error)
    }
    try checkCountedBack(trimmed)
    if let first = trimmed.samples.first {
      result.newFormat = trimmed.formats[first.formatIndex]
      result.newStart = result.newFormat.text(first.value)
    }
    var kinds = NumberedKinds<TimecodeFormat>()
    // Of equal formats, the description of the first is taken.
    var ofKind: [Atom] = []
    for (format, description) in zip(shifted.formats, descriptions)
    where kinds.known(format) == nil {
      _ = kinds.number(of: format)
      ofKind.append(description)
    }
    descriptions = trimmed.formats.map { kinds.known($0).map { ofKind[$0] } ?? descriptions[0] }
    guard !isSame(trimmed) else { return }
    media = trimmed
    kept = .nothing
  }

  private func trimmed(
    _ shifted: TimecodeMedia, to extent: TimecodeExtent
  ) throws(FormatError) -> TimecodeMedia {
    if let first = old.segments.first, first.movieTime > extent.start {
      let rest = old.restOfLabel(at: first.movieTime, in: first)
      let hidden = try extent.countedBack(run(of: first, shifted), rest: rest).hidden
      return try TimecodeMedia(runs(of: shifted, backTo: extent), of: extent, hidden: hidden)
    }
    let hidden = hiddenPart(from: extent.start)
    return try TimecodeMedia(
      runs(of: shifted, dividesFirst: hidden == nil), of: extent, hidden: hidden ?? .zero)
  }

  /// Refuses labels that were counted back to before 0 where the flags do not allow them.
  private func checkCountedBack(_ trimmed: TimecodeMedia) throws(StampError) {
    guard let first = trimmed.samples.first, case .frameNumber(let number) = first.value,
      number < 0, case .frameNumber(let shown)? = try firstShown(), shown >= 0
    else { return }
    let format = trimmed.format(of: first)
    guard format.flags.contains(.negativeTimesOK) else {
      throw .timecode(.negativeNotAllowed(format.text(first.value)))
    }
  }

  /// How much of the first label an edit hides, if timecode begins with the video; nil if it begins elsewhere.
  private func hiddenPart(from start: MediaTime) -> MediaTime? {
    guard let first = old.segments.first, first.movieTime == start, first.rate == 1 << 16 else {
      return nil
    }
    guard let rest = old.restOfLabel(at: start, in: first) else { return .zero }
    let hidden = old.formats[first.formatIndex].frameDuration - rest
    return hidden.isNumeric && hidden >= .zero ? hidden : nil
  }

  /// The stretches that the movie shows, with the values of `shifted`. The last timecode counts on to the
  /// end of the video.
  /// - Parameter extent: The video to whose first frame the first timecode counts back; nil if it does not begin later.
  private func runs(
    of shifted: TimecodeMedia, dividesFirst: Bool = true, backTo extent: TimecodeExtent? = nil
  ) throws(FormatError) -> some Sequence<TimecodeRun> {
    let segments = old.segments
    for index in segments.indices {
      _ = try run(of: segments.segment(index, hasLast: false), shifted)
    }
    // There can be a million, so they are made again when they are asked for.
    return segments.indices.lazy.flatMap { index -> [TimecodeRun] in
      let segment = segments.segment(index, hasLast: false)
      guard var run = try? run(of: segment, shifted) else { return [] }
      if index == segments.count - 1 { run.duration = nil }
      guard index > 0 || dividesFirst else { return [run] }
      let rest = old.restOfLabel(at: segment.movieTime, in: segment)
      if index == 0, let back = try? extent?.countedBack(run, rest: rest).runs { return back }
      return run.divided(afterFirst: rest)
    }
  }

  private func run(
    of segment: TimecodeTrack.Segment, _ shifted: TimecodeMedia
  ) throws(FormatError) -> TimecodeRun {
    guard segment.rate == 1 << 16,
      case .frameNumber(let number) = shifted.samples[segment.sampleIndex].value,
      let skipped = segment.sampleValue.frames(to: segment.first)
    else {
      throw FormatError(
        .notEditable("the timecode is a counter, or is played at another rate"),
        path: track.path, at: track.atom.offset)
    }
    let (first, overflow) = number.addingReportingOverflow(skipped)
    guard !overflow else { throw FormatError(.invalidTime("the timecode is too large")) }
    return TimecodeRun(
      at: segment.movieTime, duration: segment.duration,
      format: shifted.formats[segment.formatIndex], frameNumber: first)
  }

  /// Whether media says what the track says already, at the same times.
  private func isSame(_ trimmed: TimecodeMedia) -> Bool {
    guard let rows = try? track.atom.descendant("edts", "elst")?.decode(EditList.self) else {
      return false
    }
    return trimmed.samples == media.samples && trimmed.timescale == media.timescale
      && trimmed.edits == Array(rows.entries)
  }

  // MARK: Notes

  private mutating func noteOddities() {
    let before = Set(old.formats.flatMap(\.oddities))
    for oddity in Set(media.formats.flatMap(\.oddities)).subtracting(before)
      .sorted(by: { $0.ruleID < $1.ruleID })
    {
      note(oddity.ruleID, oddity.message)
    }
    guard change.changesCounting, let video = track.countedVideo else { return }
    var known = Set(old.formats.map(\.frameDuration))
    for format in media.formats
    where !format.isCounter && known.insert(format.frameDuration).inserted {
      guard let finding = video.rateFinding(format.frameDuration, isNew: true) else { continue }
      note(finding.rule, finding.message)
    }
  }

  private mutating func note(_ rule: String, _ message: String) {
    notes.append(Diagnostic(rule, .warning, message, path: track.path, at: track.atom.offset))
  }
}

extension TimecodeMedia {
  /// The samples and formats of a track, without its edits.
  fileprivate init(_ track: TimecodeTrack) {
    self.init(
      timescale: track.track.timescale, formats: track.formats,
      samples: (0..<track.sampleCount).map { Sample(track.sample($0)) }, edits: [])
  }
}

extension TimecodeFormat {
  /// Whether as many frames have the same labels, and last as long, as in another format.
  fileprivate func countsAlike(_ other: TimecodeFormat) -> Bool {
    frameDuration == other.frameDuration && labelQuanta == other.labelQuanta
      && framesDroppedPerMinute == other.framesDroppedPerMinute && isCounter == other.isCounter
  }

  /// The same, whose labels are lengths: they go on after 24 hours, and can be negative.
  fileprivate var countingFromZero: TimecodeFormat {
    var format = self
    format.flags.insert(.negativeTimesOK)
    format.flags.remove(.wraps24Hours)
    return format
  }

  /// Returns the number of frames in a time, rounded to the nearest, halves away from zero; nil if
  /// the frame duration or the time is not a number, or the number does not fit 64 bits.
  fileprivate func nearestFrames(in time: MediaTime) -> Int64? {
    guard frameDuration.isNumeric, frameDuration.value > 0, time.isNumeric else { return nil }
    let divisor = Int128(frameDuration.value) * Int128(time.timescale)
    let (whole, rest) = (Int128(time.value) * Int128(frameDuration.timescale))
      .quotientAndRemainder(dividingBy: divisor)
    return Int64(exactly: rest.magnitude * 2 >= divisor.magnitude ? whole + rest.signum() : whole)
  }

  /// Returns a value some frames later. Labels that wrap at 24 hours do so.
  /// - Throws: `TimecodeError` if the result is negative and may not be, or does not fit its type.
  fileprivate func shifted(
    _ value: TimecodeSample, by frames: Int64
  ) throws(TimecodeError) -> TimecodeSample {
    switch value {
    case .counter(let count):
      guard let exact = UInt64(exactly: Int128(count) + Int128(frames)) else {
        throw .tooLarge("\(Int128(count) + Int128(frames))")
      }
      return .counter(exact)
    case .frameNumber(let number):
      var (sum, overflow) = number.addingReportingOverflow(frames)
      guard !overflow else { throw .tooLarge("\(Int128(number) + Int128(frames))") }
      let day = framesPerDay
      // A number that was outside of the day already stays there.
      if flags.contains(.wraps24Hours), day > 0, (0..<day).contains(number) {
        if sum >= day || !flags.contains(.negativeTimesOK) { sum %= day }
        if sum < 0, !flags.contains(.negativeTimesOK) { sum += day }
      }
      guard sum >= 0 || number < 0 || flags.contains(.negativeTimesOK) else {
        throw .negativeNotAllowed(text(.frameNumber(sum)))
      }
      return .frameNumber(sum)
    }
  }
}
