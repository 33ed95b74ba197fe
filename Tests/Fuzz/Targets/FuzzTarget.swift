/// What a fuzzer feeds with bytes. Each target checks laws that hold for any bytes; besides, nothing
/// may trap, hang, or take memory that the bytes do not justify.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// Atoms: read, found by path, shown field by field, and written again to the same bytes. Compressed
  /// data, decompressed.
  case tree
  /// Sample tables, edits and metadata, walked from both ends, and samples read.
  case samples
  /// Timecode tracks, and every other place that says a timecode.
  case timecode
  /// A movie stamped, changed, and rid of its timecode, as a copy and in place, and read back.
  case edit
  /// Words of command lines: timecode, times, rates, paths, patterns, sums.
  case words
  /// Lists of segments: JSON, CSV, EDL and ALE.
  case lists
  /// JSON of atoms, and atoms made of what is shown of them.
  case json
  /// Byte streams of H.264 and HEVC, in pieces and whole.
  case stream
  /// Parameter sets, SEI messages and decoder configurations.
  case parameters
  /// WAV files, and linear timecode in audio.
  case audio
  /// Backups, also forged ones, against a file.
  case backup
  /// Command lines of the tool over one or two movies.
  case commands

  /// - Throws: `BrokenLaw` if one does not hold.
  func run(_ bytes: [UInt8]) throws {
    switch self {
    case .tree: try TreeTarget.run(bytes)
    case .samples: try SamplesTarget.run(bytes)
    case .timecode: try TimecodeTarget.run(bytes)
    case .edit: try EditTarget.run(bytes)
    case .words: try WordsTarget.run(bytes)
    case .lists: try ListsTarget.run(bytes)
    case .json: try JSONTarget.run(bytes)
    case .stream: try StreamTarget.run(bytes)
    case .parameters: try ParametersTarget.run(bytes)
    case .audio: try AudioTarget.run(bytes)
    case .backup: try BackupTarget.run(bytes)
    case .commands: try CommandsTarget.run(bytes)
    }
  }
}

struct BrokenLaw: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Throws if a law does not hold.
func law(_ holds: Bool, _ what: @autoclosure () -> String) throws(BrokenLaw) {
  guard holds else { throw BrokenLaw(what()) }
}
