import MovKit

/// `movtool build`
enum Build {
  static let target = Positional(
    name: "OUT", role: .output,
    help: "File to write: QuickTime where it ends in .mov, MP4 in .mp4 or .m4v")
  static let video = Option<FilePath>.path(
    "--video", role: .input, placeholder: "FILE|-",
    help:
      "H.264 or HEVC as a byte stream (Annex B), in a file or a pipe, - for standard input; or a "
      + "movie, whose tracks are all taken with their times"
  ).required()
  static let rate = Option<FrameRate>.rate(
    "--rate",
    help: "Frames a second of a byte stream (default: as the stream tells, where it does)")
  static let inBandParameterSets = Option.flag(
    "--in-band-parameter-sets",
    help: "Keep the parameter sets of a byte stream in the samples (avc3, hev1): with --fragment "
      + "they can change on the way")
  static let audio = Option<FilePath>.path(
    "--audio", role: .input, placeholder: "WAV",
    help: "Uncompressed sound: WAV, BWF or RF64; repeat it for several tracks. It takes the place "
      + "of a movie's sound"
  ).repeating()
  static let timecode = Option.text(
    "--timecode", placeholder: "TC|bwf", expected: "HH:MM:SS:FF, HH:MM:SS;FF or bwf",
    help: "Timecode of the first frame; bwf: when the sound begins, as its file tells (bext). It "
      + "takes the place of a movie's timecode")
  static let dropFrame = Option.flag(
    "--drop-frame", help: "Drop frame, even where --timecode has no ; or ,")
  static let reel = Option.text(
    "--reel", placeholder: "NAME", expected: "a name",
    help: "Source name of the timecode: the name of the tape, card or clip")
  static let fastStart = Option.flag(
    "--fast-start",
    help: "Put the header ahead of the media; with --fragment, an index of the fragments (sidx)")
  static let fragment = Option<MediaTime>.seconds(
    "--fragment", placeholder: "SECONDS",
    help: "Write a fragment as often, at the next sync sample. OUT can be read from the first one "
      + "on, and is left to its last whole fragment whatever ends the program; with --fast-start it "
      + "appears when it is whole")

  static let command = Command(
    name: "build", summary: "make a movie from a video stream, sound and timecode",
    discussion: [
      "Nothing is coded anew. Video comes from an encoder's byte stream, which is read as it comes, "
        + "or from another movie; frames that are coded out of order get the times at which they "
        + "are shown. OUT appears under its name when it is whole."
    ],
    positionals: [target],
    options: [
      video.declaration, rate.declaration, inBandParameterSets.declaration, audio.declaration,
      timecode.declaration, dropFrame.declaration, reel.declaration, fastStart.declaration,
      fragment.declaration,
    ],
    examples: [
      Example(
        line: "movtool build take.mov --video take.h264 --rate 30000/1001 --audio take.wav "
          + "--timecode bwf --reel A001",
        effect: "Join picture and sound, with the sound recorder's timecode."),
      Example(
        line: "movtool build clip.mp4 --video - --fast-start",
        effect:
          "Write what comes through a pipe, such as that of x264 -o -, into a movie that plays "
          + "while it is loaded."),
      Example(
        line: "movtool build live.mp4 --video - --fragment 2",
        effect: "Record so that a crash, or a loss of power, loses little more than two seconds."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let path = arguments.file(target)
    do {
      try MovieBuild(arguments, session).run()
    } catch StampError.timecode(let error) {
      throw arguments.badValue(timecode, "\(error)")
    } catch let error as WritingError {
      if case .io(let error) = error { throw Failure(error, about: path) }
      throw Failure(error, about: path)
    } catch {
      throw Failure(error, about: path)
    }
  }
}
