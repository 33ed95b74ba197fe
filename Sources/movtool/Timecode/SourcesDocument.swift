import MovKit

/// Writes everything in a file that says a timecode as one JSON document.
struct SourcesDocument: TimecodeJSONDocument {
  let path: FilePath
  let sources: TimecodeSources
  let diagnostics: [Diagnostic]

  /// Reads a movie or a WAV file, and the file that a Sony camera wrote beside it.
  init(_ path: FilePath, _ arguments: Arguments) throws(Failure) {
    self.path = path
    let source: File
    do throws(IOError) { source = try Input.open(path) } catch { throw Failure(error, about: path) }
    arguments.spared.insert(source.identity)
    var options = TimecodeSources.Options()
    do throws(ReadingError) {
      if WaveFile.isWave(source) {
        sources = try TimecodeSources(wave: source)
        diagnostics = sources.diagnostics
        return
      }
      let movie = try MovieOutline(source).movie()
      do throws(IOError) { options.sidecars = try Self.sidecars(of: path) } catch {
        throw .io(error)
      }
      sources = try movie.timecodeSources(options)
      diagnostics = movie.diagnostics + sources.diagnostics
    } catch {
      if case .io(let problem) = error { throw Failure(problem, about: path) }
      throw .problem(error.advised(), file: path)
    }
  }

  /// The number of bytes of a file beside the movie that are read, at most.
  private static let mostBytes: UInt64 = 1 << 24

  /// Returns Sony's XML of a movie, `C0001M01.XML` of `C0001.MP4`; nothing if there is none.
  /// - Throws: `IOError` if there is one that cannot be read.
  static func sidecars(
    of path: FilePath
  ) throws(IOError) -> [TimecodeSources.Options.Sidecar] {
    guard !path.isStandardStream, path.nameExtension != nil else { return [] }
    let folder = path.bytes.dropLast(path.lastComponent.count)
    let name = FilePath(bytes: folder + path.stem + Array("M01.XML".utf8))
    let file: File
    do throws(IOError) { file = try Input.file(name) } catch {
      if error.saysThereIsNoFile { return [] }
      throw error
    }
    guard file.size <= mostBytes else { return [] }
    let content = try file.read(at: 0, count: Int(file.size))
    return [TimecodeSources.Options.Sidecar(name: name.description, bytes: content)]
  }

  func write(to json: inout JSONWriter) throws(Failure) {
    try json.beginObject()
    try json.member(schema: .timecodeSources)
    try json.member("file", path.description)
    try json.key("sources")
    try json.beginArray()
    for source in sources.sources { try write(source, to: &json) }
    try json.endArray()
    try json.key("disagreements")
    try json.beginArray()
    for disagreement in sources.disagreements { try write(disagreement, to: &json) }
    try json.endArray()
    try json.member(diagnostics: diagnostics)
    try json.endObject()
  }

  private func write(_ source: TimecodeSource, to json: inout JSONWriter) throws(Failure) {
    try json.beginObject()
    try json.member("kind", source.kind.rawValue)
    try json.member("path", source.path)
    try json.member("field", source.field)
    try json.member("track", source.trackID)
    try json.member("sample", source.sampleIndex)
    try json.member("offset", source.offset)
    let first = source.eachRun.first
    try json.member("start", source.start)
    try json.member("frames", first?.frameNumber)
    try json.member("frameDuration", first?.format.frameDuration ?? .invalid)
    try json.member("frameQuanta", first?.format.frameQuanta)
    try json.member("dropFrame", flag: first?.format.isDropFrame)
    try json.member("label", source.label)
    try json.member("timeOfDay", source.timeOfDay ?? .invalid)
    try json.member("clock", source.clock)
    try json.member("reel", source.reel)
    try json.member("certainty", source.certainty.rawValue)
    try json.key("notes")
    try json.beginArray()
    for note in source.notes { try json.value(note) }
    try json.endArray()
    try json.key("runs")
    try json.beginArray()
    for run in source.eachRun {
      try json.beginObject(inline: true)
      try json.member("time", run.time)
      try json.member("duration", run.duration ?? .invalid)
      try json.member("start", run.start)
      try json.member("frames", run.frameNumber)
      try json.endObject()
    }
    try json.endArray()
    try json.endObject()
  }

  private func write(
    _ disagreement: TimecodeDisagreement, to json: inout JSONWriter
  ) throws(Failure) {
    try json.beginObject(inline: true)
    try json.key("sources")
    try json.beginArray(inline: true)
    try json.value(disagreement.first)
    try json.value(disagreement.second)
    try json.endArray()
    try json.member("frames", disagreement.frames)
    try json.member("dropFrame", disagreement.differsInDropFrame)
    try json.endObject()
  }
}
