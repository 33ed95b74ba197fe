import MovKit

/// Decodes a frame with ffmpeg, which gets the part of the movie that the frame needs through a pipe, and
/// gives the picture through another.
struct FrameDecoder {
  /// What the picture is for.
  enum Use {
    /// The picture as it is stored.
    case whole(SamplePicture.StillFormat)
    /// A small JPEG of the picture as it is shown: turned, and with square pixels. Neither side has more
    /// than this number of pixels.
    case small(side: Int)
  }

  static let program = "ffmpeg"

  private let output: TrackOutput
  private let sample: SampleBuffer
  private let movie: Movie
  private let path: FilePath

  init(_ sample: SampleBuffer, of output: TrackOutput, in movie: Movie, _ path: FilePath) {
    self.sample = sample
    self.output = output
    self.movie = movie
    self.path = path
  }

  /// Whether there is a program that decodes.
  static var isThere: Bool { Process.isInPath(program, Process.environment("PATH") ?? "") }

  /// Returns the file of the picture.
  ///
  /// - Throws: `Failure` if there is no ffmpeg, or it cannot decode the frame.
  func picture(_ use: Use, _ messages: Messages) throws(Failure) -> [UInt8] {
    guard Self.isThere else {
      throw .problem(
        "this video must be decoded, and ffmpeg is not on the PATH: install it, or extract the samples "
          + "with 'movtool extract track'", file: path)
    }
    var excerpt: FrameExcerpt
    do throws(FormatError) {
      excerpt = try FrameExcerpt(of: sample, from: output, in: movie)
    } catch { throw Failure(ReadingError.format(error), about: path) }
    if case .whole = use, let finding = excerpt.findingOfStart(in: movie) {
      messages.report([finding], file: path)
    }
    let arguments = arguments(use)
    messages.detail(
      "running \(([Self.program] + arguments).map(\.shellWord).joined(separator: " "))", file: nil
    )
    let result: PipedProgram.Result
    do throws(IOError) {
      result = try PipedProgram(Self.program, arguments, mostOutput: mostOutput(use))
        .run { () throws(IOError) in try excerpt.next() }
    } catch { throw Failure(error, about: path) }
    switch result.end {
    case .exited(0) where !result.output.isEmpty: return result.output
    case .exited, .signalled: break
    case .stalled: throw .problem("ffmpeg did nothing for a minute, and was ended", file: path)
    case .gaveTooMuch:
      throw .problem("ffmpeg wrote more than a picture can have, and was ended", file: path)
    }
    let reason = result.messages.split(separator: UInt8(ascii: "\n")).first
      .map { ": \(String(decoding: $0.prefix(300), as: UTF8.self))" }
    throw .problem("ffmpeg cannot decode the frame\(reason ?? "")", file: path)
  }

  private func arguments(_ use: Use) -> [String] {
    var words = ["-nostdin", "-v", "error"]
    if case .whole = use { words.append("-noautorotate") }
    // Its decoder of H.264 holds pictures back until an open group of pictures has recovered, although all
    // that this one needs is there.
    if ["avc1", "avc3"].contains(sample.sampleDescription?.type) {
      words += ["-flags", "+output_corrupt", "-flags2", "+showall"]
    }
    words += ["-f", "mov", "-i", "pipe:0", "-map", "0:i:\(sample.trackID)", "-frames:v", "1"]
    // Its decoders of AV1 and MPEG-1 give frames later than they get them, and do not hide all that come before.
    let isLate = sample.sampleDescription.map { Self.lateTypes.contains($0.type) } ?? false
    let filters = isLate ? ["select='gte(t,-0.0005)'"] : []
    if case .whole = use { words += filters.flatMap { ["-vf", $0] } }
    switch use {
    case .whole(.png): words += ["-c:v", "png"]
    case .whole(.jpeg): words += ["-c:v", "mjpeg", "-q:v", "2"]
    case .small(let side):
      let wide = "max(1,trunc(\(side)*min(1,iw*sar/ih)))"
      let high = "max(1,trunc(\(side)*min(1,ih/(iw*sar))))"
      words += [
        "-vf", (filters + ["scale='\(wide)':'\(high)'", "setsar=1"]).joined(separator: ","),
        "-c:v", "mjpeg", "-q:v", "5",
      ]
    }
    return words + ["-f", "image2pipe", "pipe:1"]
  }

  /// The formats of AV1 and MPEG-1 video.
  private static let lateTypes: [FourCC] = ["av01", "m1v ", "m1v1", "mp1v", "mpeg"]

  /// The most bytes that a picture can have: 16 bits of four channels for each pixel, twice as many to
  /// allow for streams whose pictures are larger than their description says.
  private func mostOutput(_ use: Use) -> Int {
    if case .small = use { return 1 << 20 }
    let description = try? sample.sampleDescription?.decode(VideoDescription.self)
    return 64 << 20 + 16 * Int(description?.width ?? 0) * Int(description?.height ?? 0)
  }
}
