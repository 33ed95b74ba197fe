import MovKit

/// `movtool edit timecode`
enum EditTimecode: DeclaresCommand {
  static let word = "timecode"
  /// What stays when frames are counted in another way.
  enum Kept: String, CaseIterable, Sendable { case instants, labels }

  static let files = MovieChange.files
  static let start = Option.startTimecode(
    "--start",
    help: "Shift the timecode, with all its segments, so that the movie starts at this label"
  ).excluding("--shift")
  static let shift = Option<TimecodeChange.Shift>.shift(
    "--shift",
    help: "Shift the timecode by a label, frames or seconds: +01:00:00:00, -100f or -100, +2.5s"
  ).excluding("--start")
  static let rate = Option<CountingRate>.rate(
    "--rate", help: "Count RATE frames per second; needs --keep")
  static let quanta = Option.quanta()
  static let dropFrame = Option.flag(
    "--drop-frame", help: "Count drop frame; needs --keep unless the timecode is drop frame already"
  ).excluding("--non-drop-frame")
  static let nonDropFrame = Option.flag(
    "--non-drop-frame",
    help: "Count non-drop frame; needs --keep unless the timecode is non-drop frame already"
  ).excluding("--drop-frame")
  static let keep = Option<Kept>.choice(
    "--keep",
    help: "With another rate or drop frame: keep the label of each sample (labels), or the time "
      + "that it stands for (instants), which keeps the frame numbers if only drop frame changes")
  static let reel = Option.text(
    "--reel", placeholder: "NAME", expected: "a name",
    help: "Name the reel: the tape, card or clip"
  ).excluding("--no-reel", "--reel-from-name")
  static let reelFromName = Option<NamePattern>.namePattern(
    "--reel-from-name",
    help:
      "Name the reel after the file: what PATTERN takes of its name without the extension. * is "
      + "any number of characters, ? one, # a digit, and braces are around the part to take; '*' "
      + "takes the whole name"
  ).excluding("--no-reel", "--reel")
  static let noReel = Option.flag("--no-reel", help: "Remove the name of the reel")
    .excluding("--reel", "--reel-from-name")
  static let wrap = Option.flag("--wrap", help: "Wrap to 00:00:00 at 24 hours")
    .excluding("--no-wrap")
  static let noWrap = Option.flag("--no-wrap", help: "Continue past 24 hours").excluding("--wrap")
  static let allowNegative = Option.flag(
    "--allow-negative", help: "Set the flag that allows times before zero"
  ).excluding("--no-negative")
  static let noNegative = Option.flag("--no-negative", help: "Clear that flag")
    .excluding("--allow-negative")
  static let type = Option<TimecodeMediaType>.choice(
    "--type", help: "Store frame numbers in 32 bits (tmcd) or 64 bits (tc64)")
  static let trim = Option.flag(
    "--trim-to-video",
    help: "Make the timecode last exactly as long as the video that it belongs to")
  static let track = Option.track(
    help: "Timecode track to change, repeated for several (default: all)"
  ).repeating()

  /// The options of which at least one is needed.
  private static let changes = [
    start.declaration, shift.declaration, rate.declaration, quanta.declaration,
    dropFrame.declaration, nonDropFrame.declaration, reel.declaration, reelFromName.declaration,
    noReel.declaration, wrap.declaration, noWrap.declaration, allowNegative.declaration,
    noNegative.declaration, type.declaration, trim.declaration,
  ]

  static let command = Command(
    name: word, summary: "change the timecode of movies, in a copy or in place",
    discussion: [
      "Changes only what the options name: the samples, formats, edits, references and everything "
        + "else of the timecode tracks stay, and so do the other tracks. Prints what the timecode "
        + "was and is.",
      "If FILE has no timecode, use 'movtool insert timecode'.",
    ],
    positionals: [files],
    options: changes.prefix(6) + [keep.declaration] + changes.dropFirst(6) + [track.declaration]
      + MovieChange.options,
    examples: [
      Example(
        line: "movtool edit timecode clip.mov --shift +01:00:00:00 --in-place",
        effect: "Move the timecode an hour later."),
      Example(
        line:
          "movtool edit timecode A001C003.mov --reel-from-name '{A###}*' -o new/",
        effect: "Write a copy into a folder, whose reel is called A001."),
      Example(
        line: "movtool edit timecode clip.mov --non-drop-frame --keep labels -o fixed.mov",
        effect: "Count non-drop frame from the same first label."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    guard changes.contains(where: arguments.isGiven) else {
      throw arguments.usage("choose a change, such as --start, --shift or --reel")
    }
    try arguments.checkCountsFrames(rate)
    guard arguments[reel] != "" else {
      throw arguments.badValue(reel, "the name is empty; for none, use --no-reel")
    }
    try checkRequest(arguments)
    try MovieChange.run(files, arguments, session, reports: true) {
      (movie, path, session) throws(Failure) in
      do {
        var editor = try MovieEditor(checking: movie)
        let change = try change(from: arguments, of: movie, path)
        let (_, notes) = try editor.changeTimecode(change)
        session.messages.report(notes, file: path)
        return editor
      } catch let error as StampError {
        throw Failure.problem(message(error, arguments), file: path)
      } catch {
        throw Failure(error, about: path)
      }
    }
  }

  /// Throws if the new rate does not have the label of the start, or has no drop frame, whatever the movies are.
  private static func checkRequest(_ arguments: Arguments) throws(Failure) {
    var request = StampRequest(start: arguments[start] ?? "00:00:00:00")
    request.quanta = arguments[quanta].flatMap { UInt32(exactly: $0) }
    request.replaces = true
    if arguments[dropFrame] { request.dropFrame = true }
    guard let error = request.knownError(rate: arguments[rate]) else { return }
    switch error {
    case .timecode(.framesOutOfRange): throw arguments.badValue(start, "\(error)")
    case .dropFrameRate where arguments[dropFrame]:
      throw arguments.usage(message(error, arguments))
    default: break
    }
  }

  /// Returns the change that the options ask for.
  private static func change(
    from arguments: Arguments, of movie: Movie, _ path: FilePath
  ) throws(Failure) -> TimecodeChange {
    var change = TimecodeChange()
    change.start = arguments[start]
    change.shift = arguments[shift]
    change.frameDuration = arguments[rate]?.frameDuration
    change.quanta = arguments[quanta].flatMap { UInt32(exactly: $0) }
    if arguments[dropFrame] { change.dropFrame = true }
    if arguments[nonDropFrame] { change.dropFrame = false }
    change.reel = arguments[reel]
    if let pattern = arguments[reelFromName] {
      guard let part = pattern.part(of: path.baseName), !part.isEmpty else {
        throw .problem("the name does not match the pattern of --reel-from-name", file: path)
      }
      change.reel = part
    }
    change.dropsReel = arguments[noReel]
    if arguments[wrap] { change.wraps24Hours = true }
    if arguments[noWrap] { change.wraps24Hours = false }
    if arguments[allowNegative] { change.allowsNegative = true }
    if arguments[noNegative] { change.allowsNegative = false }
    change.mediaSubType = arguments[type]?.subType
    change.trimsToVideo = arguments[trim]
    for selector in arguments.all(track) {
      change.trackIDs += try movie.tracks(selector, of: path).map(\.id)
    }
    switch arguments[keep] {
    case .labels?: change.keeps = .labels
    case .instants?: change.keeps = .instants
    case nil:
      guard !change.isAmbiguous(for: movie) else {
        throw .problem(
          "either the labels or the times that they stand for would change; use --keep labels (the label "
            + "of each sample stays) or --keep instants (the time that it stands for stays)",
          file: path)
      }
    }
    return change
  }

  /// Returns the message, with the option that helps, if there is one.
  private static func message(_ error: StampError, _ arguments: Arguments) -> String {
    switch error {
    // A label that was written is taken as it is, also where labels wrap.
    case .timecode(.negativeNotAllowed(let label)) where arguments[start] != nil:
      "\(TimecodeError.negativeNotAllowed(label).advised()), or count back from 24:00:00:00, as in 23:59:59:00 for "
        + "-00:00:01:00"
    case .timecode(.negativeNotAllowed(let label)) where !arguments[wrap]:
      "\(TimecodeError.negativeNotAllowed(label).advised()), or --wrap to count back from 24:00:00:00"
    // What --keep says has no influence on a label that was written.
    case .timecode(.skippedByDropFrame(let label, let before, let after))
    where arguments[start]?.filter(\.isNumber) != label.filter(\.isNumber):
      "\(TimecodeError.skippedByDropFrame(label, before: before, after: after)); --keep instants keeps the "
        + "times and not the labels, and --start sets the first label"
    case .timecode(let error): error.advised()
    // The flag is mostly that of the movie, and nobody has written a label.
    case .dropFrameRate: "\(error); use another rate, or --non-drop-frame"
    default: error.advised()
    }
  }
}

extension TimecodeChange {
  /// Whether frames of a movie's timecode will be counted in another way, so that labels and
  /// instants cannot both stay. Of a single sample, neither does if it gets a new label.
  fileprivate func isAmbiguous(for movie: Movie) -> Bool {
    guard frameDuration != nil || quanta != nil || dropFrame != nil else { return false }
    return movie.timecodeTracks.contains { track in
      guard trackIDs.isEmpty || trackIDs.contains(track.id) else { return false }
      guard let timecode = try? TimecodeTrack(track),
        start == nil || timecode.sampleCount > 1
      else { return false }
      return timecode.formats.contains { countsOtherwise(than: $0) }
    }
  }

  /// Whether frames of a format would get other labels or times. A flag of drop frame that skips no numbers, and
  /// quanta by which labels count anyway, change neither.
  private func countsOtherwise(than old: TimecodeFormat) -> Bool {
    var new = old
    if let frameDuration { (new.frameDuration, new.frameQuanta) = (frameDuration, 0) }
    if let quanta { new.frameQuanta = quanta }
    if let dropFrame, dropFrame != old.isDropFrame {
      new.flags.formSymmetricDifference(.dropFrame)
    }
    return new.frameDuration != old.frameDuration || new.labelQuanta != old.labelQuanta
      || new.framesDroppedPerMinute != old.framesDroppedPerMinute
  }
}
