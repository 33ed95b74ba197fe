/// The sample descriptions of a track that continues in other movies: those of the first, and others
/// that differ from all before.
struct JoinedDescriptions {
  private(set) var atoms: [Atom] = []
  /// The index of each by its bytes.
  private var known: [[UInt8]: Int] = [:]

  /// Adds the descriptions of the next track. Returns the index of each in the new track.
  mutating func add(_ track: Track) throws(FormatError) -> [Int] {
    var indexes: [Int] = []
    for description in track.sampleDescriptions {
      let bytes = try description.serialized()
      if let index = known[bytes] {
        indexes.append(index)
        continue
      }
      guard atoms.count < Int(UInt16.max) else {
        throw FormatError(
          .tooLarge("too many sample descriptions"), path: track.path, at: track.atom.offset)
      }
      indexes.append(atoms.count)
      known[bytes] = atoms.count
      atoms.append(description)
    }
    return indexes
  }
}

extension Track {
  /// Throws if the samples of another track cannot follow those of this one in one track.
  func checkContinuation(by other: Track) throws(FormatError) {
    func refuse(_ what: String) -> FormatError {
      FormatError(
        .unsupported(
          "\(what), so track \(other.id) cannot continue track \(id) of the first movie"),
        path: other.path, at: other.atom.offset)
    }
    guard protectionScheme == nil, other.protectionScheme == nil else {
      throw refuse("samples are encrypted")
    }
    guard mediaType == .video || mediaType == .audio else { return }
    guard let own = sampleDescriptions.first, let its = other.sampleDescriptions.first else {
      return
    }
    guard own.type == its.type else {
      throw refuse("the format is '\(its.type)' and not '\(own.type)'")
    }
    if mediaType == .video {
      guard size == other.size, matrix == other.matrix else {
        throw refuse("the pictures have another size or orientation")
      }
      if let old = try? own.decode(VideoDescription.self),
        let new = try? its.decode(VideoDescription.self)
      {
        guard old.width == new.width, old.height == new.height else {
          throw refuse(
            "the pictures are \(new.width) by \(new.height) and not \(old.width) by \(old.height)")
        }
      }
    } else if let old = try? own.decode(SoundDescription.self),
      let new = try? its.decode(SoundDescription.self)
    {
      // In MP4, the configuration of the codec says what the description need not.
      let channels = [(own, timescale), (its, other.timescale)].map {
        AudioFacts($0, format: $0.type, timescale: $1)?.channels
      }
      guard old.channelCount == new.channelCount, old.sampleRate == new.sampleRate,
        old.sampleSize == new.sampleSize, channels[0] == channels[1]
      else { throw refuse("the audio has other channels or another sample rate") }
      guard own.objectType == its.objectType else {
        throw refuse("the audio is of another codec")
      }
    }
  }
}
