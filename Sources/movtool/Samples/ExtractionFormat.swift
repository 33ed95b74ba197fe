import MovKit

/// The format in which the samples of a track are extracted.
enum ExtractionFormat: String, CaseIterable, Sendable {
  case raw, annexb, wav, adts, amr, flac, elementary

  /// The format that the extension of a file's name states; nil if it states none, or one that the samples
  /// have without a format.
  init?(nameOf path: FilePath) {
    switch path.nameExtension {
    case ".wav", ".wave", ".bwf", ".rf64": self = .wav
    case ".aac", ".adts": self = .adts
    case ".amr": self = .amr
    case ".flac": self = .flac
    default: return nil
    }
  }

  /// What a track must be to be written so, for a message; nil if it can be anything.
  var need: String? {
    switch self {
    case .raw: nil
    case .annexb: "H.264 or HEVC, which a byte stream has"
    case .wav: "uncompressed audio, which a WAV file has"
    case .adts: "AAC that ADTS can describe"
    case .amr: "AMR"
    case .flac: "FLAC"
    case .elementary: "of a codec that players read without a container"
    }
  }
}
