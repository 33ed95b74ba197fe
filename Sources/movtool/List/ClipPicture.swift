import MovKit

/// A small picture of a clip: its first key frame that is shown.
struct ClipPicture: Sendable {
  /// The most pixels of a side.
  static let side = 160
  /// The most bytes that a page takes for a clip. So small a JPEG has a tenth.
  private static let mostBytes = 1 << 16

  /// A JPEG file.
  let file: [UInt8]
  /// When the movie shows it.
  let time: MediaTime

  /// Decodes the picture of a movie. Nil without video; also if it cannot be decoded, which is said.
  init?(of movie: Movie, _ path: FilePath, _ messages: Messages) {
    guard let track = movie.tracks(.video).first else { return nil }
    do throws(Failure) {
      let (output, sample) = try Self.keyFrame(of: track, in: movie, path)
      guard let sample, let shown = sample.shownRange else { return nil }
      file = try FrameDecoder(sample, of: output, in: movie, path)
        .picture(.small(side: Self.side), messages)
      time = shown.start
      guard file.starts(with: [0xFF, 0xD8, 0xFF]), file.count <= Self.mostBytes else {
        throw .problem("ffmpeg did not write a small JPEG", file: path)
      }
    } catch {
      guard case .problem(let text, let file) = error else { return nil }
      messages.warning("no picture: \(text)", rule: "picture-left-out", file: file ?? path)
      return nil
    }
  }

  /// Finds the first key frame in decode order that the movie shows; without one, the first frame that
  /// it shows.
  private static func keyFrame(
    of track: Track, in movie: Movie, _ path: FilePath
  ) throws(Failure) -> (TrackOutput, SampleBuffer?) {
    let reader = MovieReader(movie)
    let output: TrackOutput
    do throws(FormatError) { output = try reader.addOutput(for: track) } catch {
      throw .problem(error.advised(), file: path)
    }
    reader.startReading()
    output.samplesAtOnce = 1
    output.isQuietWhereCut = true
    var first: SampleBuffer?
    do throws(ReadingError) {
      while let sample = try output.nextSample() {
        guard sample.shownRange != nil, sample.size > 0 else { continue }
        if sample.isSync { return (output, sample) }
        first = first ?? sample
      }
    } catch { throw .problem(error.advised(), file: path) }
    return (output, first)
  }
}

extension JSONWriter {
  /// Writes a picture as an address that has it in itself (RFC 2397); null if there is none.
  mutating func write(_ picture: ClipPicture?) throws(Failure) {
    guard let picture else { return try null() }
    try beginObject(inline: true)
    try member("address", "data:image/jpeg;base64," + Base64.text(of: picture.file))
    try member("time", picture.time)
    try endObject()
  }
}
