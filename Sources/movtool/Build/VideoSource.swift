import MovKit

/// The source of the video of a new movie.
enum VideoSource {
  case stream(VideoStreamFeed, FilePath)
  case movie(Movie, File, FilePath)

  /// Opens a movie, or a byte stream of H.264 or HEVC; `-` is standard input. `target` is the path
  /// of the new movie.
  init(
    _ path: FilePath, rate: CountingRate?, parameterSets: ParameterSetPlacement = .description,
    for target: FilePath
  ) throws {
    var options = VideoStreamReader.Options()
    options.placement = parameterSets
    options.frameDuration = rate?.frameDuration
    func stream(_ stream: ByteStream) throws(ReadingError) -> VideoSource {
      .stream(try VideoStreamFeed(stream, options: options, beside: target), path)
    }
    if path == FilePath("-") {
      do { self = try stream(.standardInput()) } catch ReadingError.format(let error) {
        throw Failure.problem(
          "\(error); standard input (-) must be a byte stream, and a movie must be a file",
          file: path)
      }
      return
    }
    let file: File
    do throws(IOError) { file = try Input.file(path) } catch {
      guard case .notARegularFile(let kind) = error.kind, kind == .pipe || kind == .device else {
        throw error
      }
      do { self = try stream(ByteStream(path)) } catch ReadingError.format(let error) {
        throw Failure.problem(
          "\(error); what is read from a \(kind) must be a byte stream, and all else must be a file",
          file: path)
      }
      return
    }
    if try Self.isByteStream(file) {
      self = try stream(ByteStream(path))
      return
    }
    do { self = .movie(try MovieOutline(file).movie(), file, path) } catch {
      // A file without atoms may be a stream that was cut in the middle of a picture.
      guard case .format = error, file.size > 0, (try? AtomFile(from: file)) == nil else {
        throw error
      }
      do { self = try stream(ByteStream(path)) } catch let reason {
        if case ReadingError.format(let format) = reason, case .wrongKind = format.reason {
          throw error
        }
        throw Failure.problem(
          "\(error), and not a byte stream either: \(reason)", file: path)
      }
    }
  }

  /// Whether a file begins with a start code. A movie can begin with the same bytes if its first atom has a 64-bit
  /// size, or one of 256 to 511 bytes, but then the letters of its type follow.
  private static func isByteStream(_ file: File) throws(IOError) -> Bool {
    let head = try file.read(at: 0, count: Int(min(file.size, 4096)))
    guard let one = head.firstIndex(where: { $0 != 0 }), one >= 2, head[one] == 1 else {
      return false
    }
    let type = head.dropFirst(4).prefix(4)
    return type.count < 4 || !type.allSatisfy { (0x61...0x7A).contains($0) }
  }

  /// Warns of what the new track does not have or say of a byte stream, as far as its beginning shows.
  func warnOfLosses(_ session: Session) {
    guard case .stream(let stream, let path) = self else { return }
    if stream.beginsInUnit {
      session.messages.warning(
        "left out what comes before the first start code: the stream begins in the middle of a picture, or is no "
          + "byte stream of H.264 or HEVC", file: path)
    }
    guard stream.hasOtherLayers else { return }
    session.messages.warning(
      "the stream has pictures of more than one layer, such as the two views of MV-HEVC; the track has all of them "
        + "but describes the base layer only (there is no lhvC), which is what players show",
      rule: "layers-not-described", file: path)
  }

  /// Warns of pictures that were left out of a byte stream. All of it must have been read.
  func warnOfSkippedPictures(_ session: Session) {
    guard case .stream(let stream, let path) = self else { return }
    func pictures(_ count: Int) -> String { counted(count, "picture") }
    let first = stream.undecodablePicturesAtStart
    if first > 0 {
      session.messages.warning(
        "skipped \(pictures(first)) before the first parameter sets", file: path)
    }
    if let damaged = stream.picturesBeforeEntry, damaged > 0 {
      let (are, they) = damaged == 1 ? ("picture is", "it") : ("\(damaged) pictures are", "them")
      session.messages.warning(
        "the first \(are) predicted from others that the stream does not have; players show \(they) damaged, or "
          + "nothing", file: path)
    }
    if let gap = stream.firstGap {
      let later = stream.undecodablePictures - first
      let time = gap.readableOrKind
      session.messages.warning(
        later == 1
          ? "skipped the picture at \(time), whose parameter sets do not come before it; what follows is shown one "
            + "picture earlier"
          : "skipped \(pictures(later)) whose parameter sets do not come before them, the first at \(time); what "
            + "follows is shown earlier by their duration", file: path)
    }
  }

  /// Returns why the samples could not be written: if the stream is why, an error that names it, and not the output.
  func reason(_ error: WritingError) -> any Error {
    guard case .stream(_, let path) = self, case .format(let format) = error,
      case .noFrameRate = format.reason
    else { return error }
    return Failure(error, about: path)
  }

  /// The files that must not be overwritten.
  var files: [File] {
    if case .movie(_, let file, _) = self { [file] } else { [] }
  }

  /// When the movie shows the first frame.
  var start: MediaTime {
    switch self {
    case .stream: .zero
    case .movie(let movie, _, _): movie.shownStart
    }
  }

  /// Returns the duration of a frame.
  func frameDuration() throws -> MediaTime {
    switch self {
    case .stream(let stream, _): return stream.frameDuration
    case .movie(let movie, _, let path):
      guard let video = movie.tracks(.video).first,
        let timing = try video.frameTiming()
      else {
        throw Failure.problem(
          movie.unreadableTrack(.video)?.problem
            ?? "the movie has no video for the timecode to count", file: path)
      }
      return timing.frameDuration
    }
  }
}
