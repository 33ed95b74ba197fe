import MovKit

/// `movtool extract picture`
enum ExtractPicture: DeclaresCommand {
  static let word = "picture"
  static let file = Positional(
    name: "FILE", role: .input, help: "Movie to read; - for standard input",
    takesStandardInput: true)
  static let at = Option.moment(
    "--at",
    help:
      "Write the picture that is shown at this movie time or timecode, such as 2.5, 00:01:30 or "
      + "01:30:17:00 (default: the first that is shown)")
  static let track = Option.track(
    help: "Track to take the picture from (default: the first video track)")
  static let output = Option<FilePath>.path(
    "-o", "--output", role: .output, placeholder: "OUT",
    help: "Write to OUT, which ends in .png, .jpg or .jpeg, instead of PNG to standard output")

  static let command = Command(
    name: word, summary: "extract a frame as PNG or JPEG",
    discussion: [
      "Uncompressed video becomes PNG, with 16 bits a channel if it has more than 8. A sample that is a "
        + "JPEG or PNG file is copied. All other video is decoded by ffmpeg, which must be on the PATH. "
        + "ffmpeg gets only the samples that are needed for this frame.",
      "The picture is the one that is stored: not turned, not cropped and not stretched.",
    ],
    positionals: [file],
    options: [
      at.declaration, track.declaration, output.declaration, Option.overwrite.declaration,
    ],
    examples: [
      Example(
        line: "movtool extract picture clip.mov --at 01:00:10:12 -o frame.png",
        effect: "Write the frame with that timecode."),
      Example(
        line: "movtool extract picture photo-jpeg.mov -o frame.jpg",
        effect: "Copy the first frame of Photo JPEG as it is."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let path = arguments.file(file)
    let target = arguments.place(output)
    try session.keepFromTerminal("a picture", target, use: "-o OUT or a pipe")
    let format = try format(of: target?.path, arguments)
    let choice = TrackChoice(selector: arguments[track])
    let movie = try OpenMovie(path, during: nil, for: choice)
    let track = try movie.trackOrVideo(choice)
    guard track.mediaType?.hasPictures ?? false else {
      let kind = KindOfTrack(track).map { "\($0.rawValue)" } ?? "no video"
      throw .problem(
        "track \(track.id) is \(kind); give a video track with --track, if there is one", file: path
      )
    }
    arguments.spared.insert(movie.source.identity)
    let output = try movie.output(of: track)
    movie.warn(of: output, choice, nothing: "extracted", session)
    let sample = try sample(of: output, in: movie, arguments, session.messages)
    let bytes: [UInt8]
    switch try picture(of: sample, path) {
    case .pixels(let pixels) where format == .png: bytes = pixels.png()
    case .file(let data, format): bytes = Array(data)
    default:
      bytes = try FrameDecoder(sample, of: output, in: movie.movie, path)
        .picture(.whole(format), session.messages)
    }
    let result = try Output.to(target)
    try result.write(bytes[...])
    try result.finish()
  }

  /// The kind of file that a name asks for.
  private static func format(
    of path: FilePath?, _ arguments: Arguments
  ) throws(Failure) -> SamplePicture.StillFormat {
    guard let path, !path.isStandardOutput else { return .png }
    switch path.nameExtension {
    case ".png": return .png
    case ".jpg", ".jpeg": return .jpeg
    default:
      throw arguments.usage("the name \(path) must end in .png, .jpg or .jpeg")
    }
  }

  /// The sample that is asked for, or the first that is shown.
  private static func sample(
    of output: TrackOutput, in movie: OpenMovie, _ arguments: Arguments, _ messages: Messages
  ) throws(Failure) -> SampleBuffer {
    output.samplesAtOnce = 1
    if let moment = arguments[at] {
      var listing = try SampleListing(of: output, in: movie, keysOnly: false)
      try listing.mark(moment, messages)
      if let found = listing.asked.flatMap({ output.sample(at: $0) }) { return found }
    }
    var frames: PresentedFrames
    do throws(FormatError) { frames = try PresentedFrames(output.track) } catch {
      throw .problem(error.advised(), file: movie.path)
    }
    guard let first = frames.next().flatMap({ output.sample(at: $0.sample) }) else {
      throw .problem("the track shows nothing", file: movie.path)
    }
    return first
  }

  private static func picture(
    of sample: SampleBuffer, _ path: FilePath
  ) throws(Failure) -> SamplePicture {
    guard sample.sampleDescription?.type != "encv" else {
      throw .problem("the picture is encrypted, and cannot be decoded without the keys", file: path)
    }
    do throws(ReadingError) { return try sample.picture() } catch {
      throw Failure(error, about: path)
    }
  }
}
