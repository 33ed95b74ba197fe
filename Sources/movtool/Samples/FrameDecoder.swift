import MovKit

/// Decodes a frame with ffmpeg, which gets the part of the movie that the frame needs as a movie of its own.
struct FrameDecoder {
  private let movie: OpenMovie
  private let sample: SampleBuffer

  init(_ movie: OpenMovie, _ sample: SampleBuffer) {
    self.movie = movie
    self.sample = sample
  }

  /// Returns the file of the picture.
  ///
  /// - Throws: `Failure` if there is no ffmpeg, or it cannot decode the frame.
  func picture(
    _ format: SamplePicture.StillFormat, _ session: Session
  ) throws(Failure) -> [UInt8] {
    guard Process.isInPath("ffmpeg", Process.environment("PATH") ?? "") else {
      throw .problem(
        "this video must be decoded, and ffmpeg is not on the PATH: install it, or extract the samples "
          + "with 'movtool extract track'", file: movie.path)
    }
    let folder = try Process.makeTemporaryFolder()
    let part = folder.appending(Array("part.mov".utf8))
    let picture = folder.appending(Array("picture.\(format.rawValue)".utf8))
    let messages = folder.appending(Array("messages".utf8))
    defer {
      for file in [part, picture, messages] { Process.remove(file) }
      Process.removeFolder(folder)
    }
    do { try write(to: part) } catch { throw Failure(error, about: movie.path) }
    let command =
      "ffmpeg -nostdin -v error -noautorotate -i \(word(part)) -map 0:i:\(sample.trackID) "
      + "-frames:v 1 -c:v \(format == .png ? "png" : "mjpeg -q:v 2") -f image2 \(word(picture))"
    session.messages.detail("running \(command)", file: nil)
    // A signal that ends this program ends the shell too, and nothing is left.
    let line =
      "trap 'rm -r \"$folder\"; exit 1' HUP INT TERM; folder=\(word(folder)); "
      + "\(command) </dev/null >/dev/null 2>\(word(messages))"
    guard Process.run(line), let bytes = Self.bytes(of: picture), !bytes.isEmpty else {
      let reason = Self.bytes(of: messages)?.split(separator: UInt8(ascii: "\n")).first
        .map { ": \(String(decoding: $0.prefix(300), as: UTF8.self))" }
      throw .problem("ffmpeg cannot decode the frame\(reason ?? "")", file: movie.path)
    }
    return bytes
  }

  /// The bytes of a file; nil if it cannot be read.
  private static func bytes(of path: FilePath) -> [UInt8]? {
    guard let file = try? File(path), let count = Int(exactly: file.size) else { return nil }
    return try? file.read(at: 0, count: count)
  }

  /// Writes the frame, and what it refers to, as a movie of one frame.
  private func write(to path: FilePath) throws {
    guard let shown = sample.shownRange else { return }
    let cut = try MovieCut(
      movie.movie, in: movie.source,
      to: MediaTimeRange(start: shown.start, end: shown.end), fastStart: true)
    _ = try cut.write(to: path)
  }

  /// The name as a word of the shell. The folder for temporary files can have any name.
  private func word(_ path: FilePath) -> String {
    String(decoding: path.bytes, as: UTF8.self).asShellWord
  }
}
