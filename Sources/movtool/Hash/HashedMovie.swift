import MovKit

/// The hashes of a movie's tracks.
struct HashedMovie: Sendable {
  struct Track: Sendable {
    let id: UInt32
    /// The four-character code of the media; nil if the track has no handler.
    let handler: FourCC?
    /// The format of the first sample description; nil if there is none.
    let format: FourCC?
    let samples: UInt64
    let bytes: UInt64
    /// The hash in hexadecimal digits.
    let hash: String
  }

  /// A track that has no hash, and why.
  struct FailedTrack: Sendable {
    /// Nil if the header of the track cannot be read.
    let id: UInt32?
    let error: String
  }

  /// How many tracks without a hash are named. A movie can have one in every eight bytes.
  private static let mostFailures = 100

  let path: FilePath
  let algorithm: HashAlgorithm
  private(set) var tracks: [Track] = []
  /// The first tracks that have no hash.
  private(set) var failures: [FailedTrack] = []
  /// The number of tracks that have no hash.
  private(set) var failureCount = 0
  /// Why nothing could be read; nil if something was.
  private(set) var error: String?

  /// Hashes the tracks of a movie that `selector` means, or all. What goes wrong is part of the result, and goes to
  /// `messages` too.
  static func read(
    _ path: FilePath, _ algorithm: HashAlgorithm, _ selector: TrackSelector?, _ messages: Messages
  ) -> HashedMovie {
    do throws(Failure) {
      return try SourceWatch.run(about: path) { () throws(Failure) in
        var movie = HashedMovie(path: path, algorithm: algorithm)
        try movie.hash(selector, messages)
        return movie
      }
    } catch {
      var movie = HashedMovie(path: path, algorithm: algorithm)
      if case .problem(let text, let about) = error {
        messages.error(text, file: about ?? path)
        movie.error = text
      }
      return movie
    }
  }

  private init(path: FilePath, algorithm: HashAlgorithm) {
    self.path = path
    self.algorithm = algorithm
  }

  /// Counts a track that has no hash, and names it if it is one of the first.
  private mutating func fail(_ track: @autoclosure () -> FailedTrack) {
    failureCount += 1
    if failures.count < Self.mostFailures { failures.append(track()) }
  }

  private mutating func hash(
    _ selector: TrackSelector?, _ messages: Messages
  ) throws(Failure) {
    let source: File
    do throws(IOError) { source = try Input.file(path) } catch { throw Failure(error, about: path) }
    let movie: Movie
    do throws(ReadingError) { movie = try MovieOutline(source).movie() } catch {
      throw .problem(error.advised(), file: path)
    }
    for finding in movie.diagnostics where finding.severity == .error {
      messages.report(finding, file: path)
      // A finding does not fail by itself, but a track that was asked for has no hash.
      if finding.rule == "track-unreadable", selector == nil {
        messages.error("a track cannot be hashed: \(finding.path) cannot be read", file: path)
      }
    }
    if selector == nil {
      let unreadable = movie.unreadableTracks
      // Each is made when it is asked for, and only those that are named are.
      for index in unreadable.indices { fail(FailedTrack(unreadable[index])) }
    }
    let chosen =
      try selector.map { (selector) throws(Failure) in
        [try movie.track(selector, among: movie.tracks, of: path)]
      } ?? movie.tracks
    for track in chosen {
      do throws(ReadingError) { tracks.append(try Self.hash(track, of: movie, algorithm)) } catch {
        // The disk, and not the track, is at fault.
        if case .io(let reason) = error { throw Failure(reason, about: path) }
        let reason = error.advised()
        messages.error("track \(track.id) cannot be hashed: \(reason)", file: path)
        fail(FailedTrack(id: track.id, error: reason))
      }
    }
  }

  private static func hash(
    _ track: MovKit.Track, of movie: Movie, _ algorithm: HashAlgorithm
  ) throws(ReadingError) -> Track {
    let reader = MovieReader(movie)
    let output: TrackOutput
    do throws(FormatError) { output = try reader.addOutput(for: track) } catch {
      throw .format(error)
    }
    output.samplesAtOnce = output.alikeInPacket
    reader.startReading()
    var digest = algorithm.makeDigest()
    var (samples, bytes) = (UInt64(0), UInt64(0))
    while let batch = try output.nextBatch() {
      digest.update(batch.bytes)
      for sample in batch.samples { samples &+= UInt64(clamping: sample.sampleCount) }
      bytes &+= UInt64(batch.bytes.count)
    }
    return Track(
      id: track.id, handler: track.mediaType?.rawValue,
      format: track.sampleDescriptions.first?.type, samples: samples, bytes: bytes,
      hash: digest.finish().hexadecimalText)
  }

  /// The lines for people, one for each track.
  var lines: [String] {
    tracks.map { track in
      let codes = [track.handler, track.format].compactMap { $0 }.map { ", \($0)" }.joined()
      return "\(algorithm.rawValue) \(track.hash)  \(path.description.escaped): track \(track.id)"
        + "\(codes), \(counted(track.samples, "sample")), "
        + "\(counted(track.bytes, "byte"))\n"
    }
  }

  /// Writes a JSON document.
  func write(to json: inout JSONWriter) throws(Failure) {
    try json.beginObject()
    try json.member(schema: .hash)
    try json.member("file", path.description)
    try json.member("algorithm", algorithm.rawValue)
    try json.key("tracks")
    try json.beginArray()
    for track in tracks {
      try json.beginObject()
      try json.member("trackID", track.id)
      try json.member("handler", track.handler?.description)
      try json.member("format", track.format?.description)
      try json.member("samples", track.samples)
      try json.member("bytes", track.bytes)
      try json.member("hash", track.hash)
      try json.endObject()
    }
    try json.endArray()
    try json.key("failed")
    try json.beginArray()
    for track in failures {
      try json.beginObject()
      try json.member("trackID", track.id)
      try json.member("error", track.error)
      try json.endObject()
    }
    try json.endArray()
    try json.member("failedCount", failureCount)
    try json.member("error", error)
    try json.endObject()
    try json.endDocument()
  }
}

extension HashedMovie.FailedTrack {
  fileprivate init(_ track: UnreadableTrack) { self.init(id: track.id, error: "\(track)") }
}
