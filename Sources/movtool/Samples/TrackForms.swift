import MovKit

extension Track {
  /// Whether the track is H.264 or HEVC, by its first sample description.
  var isNALCoded: Bool {
    let description = sampleDescriptions.first
    return description?.first("avcC") != nil || description?.first("hvcC") != nil
  }

  /// Whether a format can hold the track.
  func fits(_ format: ExtractionFormat?) -> Bool {
    switch format {
    case nil, .raw: true
    case .annexb: isNALCoded
    case .wav: isLinearPCM
    case .adts: elementaryForm == .adts
    case .amr: elementaryForm == .amr
    case .flac: elementaryForm == .flac
    case .elementary: isNALCoded || isLinearPCM || elementaryForm != nil || isBareStream
    }
  }

  /// Whether the track is uncompressed audio, by its first sample description.
  var isLinearPCM: Bool {
    sampleDescriptions.first
      .flatMap { LinearPCMFormat(description: $0, timescale: timescale) } != nil
  }

  /// Why the track, which says that it is uncompressed audio (`lpcm`), cannot be read as such; nil if it can, or
  /// is of another kind.
  var linearPCMObstacle: String? {
    sampleDescriptions.first.flatMap { LinearPCMFormat.obstacle(in: $0) }
  }

  /// Whether the samples of video are, one after another, what players read without a container.
  var isBareStream: Bool {
    mediaType == .video && !sampleDescriptions.isEmpty
      && sampleDescriptions.allSatisfy(\.isBareStream)
  }

  private var elementaryForm: ElementaryAudio.Form? {
    sampleDescriptions.first.flatMap { try? ElementaryAudio(description: $0) }?.form
  }
}
