/// The `iXML` chunk of a WAV file: what a timecode needs of it. Everything in it is optional.
struct BroadcastXML: Equatable, Sendable {
  /// The time at which the audio begins, in samples since midnight.
  var timeReference: UInt64?
  /// The samples per second that `timeReference` counts.
  var sampleRate: UInt32?
  /// The rate of the recorder's timecode.
  var rate: RecorderRate?
  /// `TAPE`.
  var reel: String?

  /// Reads a chunk; nil if it is not such a document.
  init?(_ chunk: Bytes) {
    var path: [String] = []
    var isFound = false
    var values: [String: String] = [:]
    for token in XMLTokens(chunk) {
      switch token {
      case .open(let name, _, let isEmpty):
        isFound = isFound || name == "BWFXML"
        // No element that counts is deeper.
        if !isEmpty, path.count < 16 { path.append(name) }
      case .close(let name): if path.last == name { path.removeLast() }
      case .text(let text):
        if path.suffix(2).first == "SPEED" || path.count == 2, let name = path.last,
          values[name] == nil
        {
          values[name] = text
        }
      }
    }
    guard isFound else { return nil }
    if let low = values["TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO"].flatMap({ UInt32($0) }) {
      let high = values["TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI"].flatMap { UInt32($0) } ?? 0
      timeReference = UInt64(high) << 32 | UInt64(low)
    }
    sampleRate = (values["TIMESTAMP_SAMPLE_RATE"] ?? values["FILE_SAMPLE_RATE"])
      .flatMap { UInt32($0) }.flatMap { $0 > 0 ? $0 : nil }
    rate = values["TIMECODE_RATE"].flatMap {
      RecorderRate(ixml: $0, flag: values["TIMECODE_FLAG"])
    }
    reel = values["TAPE"].flatMap { $0.isEmpty ? nil : $0 }
  }
}
