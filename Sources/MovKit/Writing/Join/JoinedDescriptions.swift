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
    // A description that the first movie has too, in the same form, is enough. There can be very many of one form.
    let hasSameFrame = mediaType != .video || size == other.size && matrix == other.matrix
    let forms = hasSameFrame ? Set(sampleDescriptions.map { DescriptionForm($0, of: self) }) : []
    for description in other.sampleDescriptions
    where !forms.contains(DescriptionForm(description, of: other)) {
      var reason: String?
      for own in sampleDescriptions {
        reason = difference(of: description, in: other, from: own)
        if reason == nil { break }
      }
      if let reason { throw refuse(reason) }
    }
  }

  /// Returns what distinguishes the samples of a description in another track from those of one of this track, if
  /// that keeps them from being in one track; otherwise nil.
  private func difference(of new: Atom, in other: Track, from old: Atom) -> String? {
    guard old.type == new.type else { return "the format is '\(new.type)' and not '\(old.type)'" }
    guard mediaType == .video else {
      let sound = SoundForm(old, timescale: timescale)
      let otherSound = SoundForm(new, timescale: other.timescale)
      guard let sound, let otherSound else { return nil }
      return otherSound.difference(from: sound)
    }
    guard size == other.size, matrix == other.matrix else {
      return "the pictures have another size or orientation"
    }
    guard let old = try? old.decode(VideoDescription.self),
      let new = try? new.decode(VideoDescription.self),
      old.width != new.width || old.height != new.height
    else { return nil }
    return "the pictures are \(new.width) by \(new.height) and not \(old.width) by \(old.height)"
  }
}

/// What of a sample description decides whether the samples of two can be in one track: of equal ones they can.
private struct DescriptionForm: Hashable {
  private let type: FourCC
  private let size: [UInt64]
  /// The whole description, for audio.
  private let bytes: [UInt8]

  init(_ description: Atom, of track: Track) {
    type = description.type
    if track.mediaType == .video, let video = try? description.decode(VideoDescription.self) {
      size = [UInt64(video.width), UInt64(video.height)]
      bytes = []
    } else {
      size = [UInt64(track.timescale)]
      bytes = (try? description.serialized()) ?? []
    }
  }
}

/// What audio must have in common to be in one track. The fields of an entry are often constants of its version,
/// or those of a template; the codec's configuration, and the exact rate, say more.
private struct SoundForm {
  let facts: AudioFacts
  let objectType: UInt8?
  /// How uncompressed samples are stored, wherever their loudspeakers are; nil for others.
  var pcm: LinearPCMFormat?
  /// Whether the description is of version 2, whose fields are others.
  let isExtended: Bool
  /// The bits of a sample of formats that the facts say nothing of.
  let bits: UInt32
  /// What version 2 says of the format besides.
  let flags: UInt32

  /// Nil if the entry is not a sound description.
  init?(_ entry: Atom, timescale: UInt32) {
    guard let facts = AudioFacts(entry, format: entry.type, timescale: timescale),
      let sound = try? entry.decode(SoundDescription.self)
    else { return nil }
    self.facts = facts
    objectType = entry.decoderConfig?.objectTypeIndication
    pcm = LinearPCMFormat(description: entry, timescale: timescale)
    pcm?.channelMask = 0
    isExtended = sound.version == 2
    bits = isExtended ? sound.extended.constBitsPerChannel : UInt32(sound.sampleSize)
    flags = isExtended ? sound.extended.formatSpecificFlags : 0
  }

  func difference(from old: SoundForm) -> String? {
    guard facts.channels == old.facts.channels, facts.sampleRate == old.facts.sampleRate else {
      return "the audio has other channels or another sample rate"
    }
    guard objectType == old.objectType else { return "the audio is of another codec" }
    return hasSamplesAsIn(old)
      ? nil : "the audio has samples of another kind, such as of another size"
  }

  private func hasSamplesAsIn(_ old: SoundForm) -> Bool {
    guard pcm == nil, old.pcm == nil else { return pcm == old.pcm }
    return facts.bitsPerSample == old.facts.bitsPerSample
      && (isExtended != old.isExtended || bits == old.bits && flags == old.flags)
  }
}
