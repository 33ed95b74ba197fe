import MovKit

/// `movtool build`
enum Build: DeclaresCommand {
  static let word = "build"
  static let target = Positional(
    name: "OUT", role: .output,
    help: "File to write: QuickTime if it ends in .mov or .qt, MP4 if it ends in .mp4 or .m4v")
  static let video = Option<FilePath>.path(
    "--video", role: .input, placeholder: "FILE|-",
    help:
      "H.264 or HEVC byte stream (Annex B) in a file or pipe, - for standard input; or a movie, "
      + "whose tracks are all copied"
  ).excluding("--from-json").orAnother()
  static let fromJSON = Option<FilePath>.path(
    "--from-json", role: .input, placeholder: "FILE|-",
    help: "Make the file that a document of 'movtool inspect --json' describes, instead of a movie "
      + "from streams. Sizes, counts and file offsets follow from what the document has"
  ).excluding("--video")
  static let media = Option<FilePath>.path(
    "--media", role: .input, placeholder: "FILE",
    help: "With --from-json, the file that the document was made of: what the document leaves out "
      + "or cuts short is taken from it")
  static let rate = Option<CountingRate>.rate(
    "--rate",
    help: "Frames per second of a byte stream (default: as the stream states)")
  static let inBandParameterSets = Option.flag(
    "--in-band-parameter-sets",
    help: "Keep a byte stream's parameter sets in the samples (avc3, hev1), so that they can "
      + "change between fragments")
  static let audio = Option<FilePath>.path(
    "--audio", role: .input, placeholder: "WAV",
    help: "Add uncompressed audio from a WAV, BWF or RF64 file; repeat for several tracks. "
      + "Replaces a movie's own audio"
  ).repeating()
  static let timecode = Option.startTimecode(
    "--timecode", otherwise: "bwf",
    help: "Timecode of the first frame, or bwf for the start time that the audio file states "
      + "(bext). Replaces a movie's own timecode")
  static let dropFrame = Option.flag(
    "--drop-frame", help: "Use drop frame, even if --timecode has no ; or ,")
  static let reel = Option.text(
    "--reel", placeholder: "NAME", expected: "a name",
    help: "Source name of the timecode: the tape, card or clip")
  static let fastStart = Option.flag(
    "--fast-start",
    help: "Put the header before the media; with --fragment, an index of the fragments (sidx)")
  static let fragment = Option.duration(
    "--fragment", placeholder: "SECONDS",
    help: "Write fragments. A fragment ends at the first sync sample of the leading track after "
      + "SECONDS. The leading track is the first video track that is not cover art or a slide "
      + "show; if there is none, the first audio track; otherwise the first other track that is not "
      + "timecode. OUT stays readable up to its last complete fragment if the program stops; with "
      + "--fast-start OUT appears only when it is complete")

  static let command = Command(
    name: word, summary: "make a movie from video, audio and timecode",
    discussion: [
      "Nothing is re-encoded. Video comes from an encoder's byte stream, read as it arrives, or "
        + "from another movie, which is rewrapped without fragments and with the header last, unless --fragment "
        + "or --fast-start says otherwise. Frames that are coded out of order get correct presentation "
        + "times. OUT appears only when it is complete; with --fragment, when its first fragment is.",
      "'movtool inspect FILE --json --bytes all' prints a document of which --from-json makes the "
        + "same file. If the document was edited, offsets in it mean the file that it was made of: "
        + "they are moved with the bytes that they point at.",
    ],
    positionals: [target],
    options: [
      Option.overwrite.declaration, video.declaration, fromJSON.declaration, media.declaration,
      rate.declaration,
      inBandParameterSets.declaration, audio.declaration,
      timecode.declaration, dropFrame.declaration, reel.declaration, fastStart.declaration,
      fragment.declaration,
    ],
    examples: [
      Example(
        line: "movtool build take.mov --video take.h264 --rate 30000/1001 --audio take.wav "
          + "--timecode bwf --reel A001",
        effect: "Combine video and audio, with the audio recorder's timecode."),
      Example(
        line: "movtool build clip.mp4 --video - --fast-start",
        effect:
          "Write video from a pipe, such as x264 -o -, to a movie that plays while it downloads."),
      Example(
        line: "movtool build live.mp4 --video - --fragment 2",
        effect: "Record so that a crash or power failure loses little more than two seconds."),
      Example(
        line: "movtool build edited.mov --from-json clip.json --media clip.mov",
        effect: "Make a movie from an edited document of 'movtool inspect --json clip.mov'."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let path = arguments.file(target)
    guard arguments[media] == nil || arguments[fromJSON] != nil else {
      throw arguments.usage("'--media' requires '--from-json'")
    }
    guard arguments[video] != nil || arguments[fromJSON] != nil else {
      throw arguments.usage("missing option '--video FILE|-' or '--from-json FILE|-'")
    }
    if let document = arguments[fromJSON] {
      if let other = command.options.first(where: { option in
        ![fromJSON.declaration.name, media.declaration.name, "--overwrite"].contains(option.name)
          && arguments.isGiven(option)
      }) {
        throw arguments.usage(
          "options '--from-json' and '\(other.name)' cannot be used together")
      }
      do { try JSONBuild.run(document, arguments, session) } catch {
        throw Failure(error, about: path)
      }
      return session.messages.detail("wrote the file", file: path)
    }
    do {
      let build = try MovieBuild(arguments, session)
      if let error = build.knownError { throw error }
      try build.run()
      session.messages.detail("wrote the movie", file: path)
    } catch let error as StampError where error.isKnown(withRate: arguments[rate] != nil) {
      if case .timecode(let error) = error {
        if case .negativeNotAllowed = error {
          throw arguments.badValue(
            timecode, "\(error); 'movtool insert timecode --allow-negative' can write it")
        }
        throw arguments.badValue(timecode, "\(error)")
      }
      if !arguments[dropFrame], let message = error.messageOfSeparator(in: arguments[timecode]) {
        throw arguments.badValue(timecode, message)
      }
      throw arguments.usage(error.advised())
    } catch let error as StampError where error.id == "quanta-out-of-range" {
      throw Failure.problem(
        "\(error); leave out --timecode, and use 'movtool insert timecode --quanta' afterwards",
        file: arguments[video] ?? path)
    } catch StampError.timecode(let error) {
      throw arguments.badValue(timecode, "\(error)", for: arguments[video] ?? path)
    } catch let error as StampError {
      if !arguments[dropFrame], let message = error.messageOfSeparator(in: arguments[timecode]) {
        throw arguments.badValue(timecode, message, for: arguments[video] ?? path)
      }
      throw Failure(error, about: arguments[video] ?? path)
    } catch {
      throw Failure(error, about: path)
    }
  }
}
