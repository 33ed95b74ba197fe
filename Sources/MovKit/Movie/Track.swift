/// A track of a movie (`trak`; ISO/IEC 14496-12, 8.3; QuickTime File Format, "Track Atoms").
public struct Track: Sendable {
  // A movie can have a track in every few hundred bytes, so a track is a reference to what was read of it,
  // and what most tracks do not have is kept apart.
  private let read: Boxed<TrackRead>
  /// Nil unless the media has no length of its own.
  private var lengthened: Boxed<Lengthened>?

  /// Timecode tracks that count the frames of the same video share it.
  var counted: Boxed<CountedVideo>?

  private struct Lengthened {
    var mediaDuration: MediaTime
    var edits: EditMappings
  }

  /// The `trak` atom.
  public var atom: Atom { read.value.atom }
  /// The path of the atom in the file, such as `moov/trak[1]`.
  public var path: String { read.value.path }

  /// The track's ID, from 1; 0 and duplicates occur in broken files.
  public var id: UInt32 { read.value.id }
  /// What kind of media the track has, according to its handler; nil if it has no handler.
  public var mediaType: MediaType? { read.value.mediaType }
  /// The flags of `tkhd`. `TrackHeader.Flags` names the bits.
  public var flags: UInt32 { read.value.flags }
  /// The number of ticks per second of the media; 0 in broken files.
  public var timescale: UInt32 { read.value.timescale }
  /// The duration of the media according to its header; or according to its samples, if the header
  /// says "unknown" or the samples are in fragments.
  public var mediaDuration: MediaTime {
    lengthened?.value.mediaDuration ?? read.value.mediaDuration
  }
  /// The duration of the track in the movie according to its header; indefinite if the header says
  /// "unknown".
  public var duration: MediaTime { read.value.duration }
  /// The size at which the track is shown, before `matrix`, in pixels. Tracks without pictures have
  /// 0 by 0. `facts` has the sizes that the codec gives.
  public var size: PixelSize { read.value.size }
  /// The transformation that places, turns and scales the pictures.
  public var matrix: Matrix { read.value.matrix }
  /// The language of the media header.
  public var languageCode: LanguageCode { read.value.languageCode }
  /// The language tag of `elng` (BCP 47), such as `de-CH`; nil if there is none.
  public var extendedLanguage: String? {
    atom.descendant("mdia", "elng").flatMap {
      try? $0.decode(ExtendedLanguage.self).extendedLanguage.string
    }
  }
  /// The entries of `stsd`, without free space between them.
  public var sampleDescriptions: [Atom] {
    read.value.sampleDescriptions ?? TrackRead.sampleDescriptions(of: atom)
  }
  /// The IDs of the tracks that this one refers to, by the type of the reference, such as `tmcd`. There can
  /// be one in every four bytes, so they are read when they are asked for.
  public var references: [FourCC: [UInt32]] {
    var references: [FourCC: [UInt32]] = [:]
    for reference in atom.first("tref")?.children ?? [] {
      references[reference.type, default: []] += reference.referredTracks
    }
    return references
  }
  /// The edits of the edit list, in order. If there is no list, one edit that shows all of the media.
  public var edits: EditMappings {
    lengthened?.value.edits ?? read.value.edits
      ?? TrackRead.wholeMedia(read.value.mediaEnd, per: timescale)
  }
  /// Whether there is an edit list with edits.
  public var hasEditList: Bool { read.value.hasEditList }

  /// The edit list as it is stored: the rows that are there. Nil if there is none, or it cannot be read.
  package var editList: EditList? { read.value.edited?.value.list }

  /// Why edits are missing from `edits`: the edit list is cut short, or cannot be read at all. Nil
  /// if none are missing.
  public var editListError: FormatError? { read.value.edited?.value.error }
  /// What is odd about the edit list.
  var diagnostics: [Diagnostic] { read.value.edited?.value.diagnostics ?? [] }

  /// The video whose frames a timecode track counts.
  var countedVideo: CountedVideo? { counted?.value }

  /// For a timecode track: whether the frames of its video are known to last differently long.
  var countsUnevenFrames: Bool { counted?.value.cadence?.isEven == false }

  private var fragments: FragmentSamples { read.value.inFragments?.value ?? FragmentSamples() }
  /// What the samples are read from.
  package var source: any ByteSource { read.value.origin.source }
  /// The size of the file in bytes.
  var fileSize: UInt64 { source.size }
  /// How much of the file is copied with the samples of the movie's tracks.
  var copies: CopiedTracks { read.value.origin.copies }
  /// How much of the file the samples of the movie's timecode tracks are.
  var timecodeSamples: CopiedTracks { read.value.origin.timecodeSamples }
  /// The number of bytes to which samples of the movie may be copied; nil if the size of the file decides.
  var bytesCopied: UInt64? { read.value.origin.bytesCopied }
  /// What edits count in; nil in broken files.
  var movieTick: MediaTime? {
    let timescale = read.value.origin.timescale
    return timescale > 0 ? MediaTime(ticks: 1, per: timescale) : nil
  }
  /// Whether the file is a QuickTime file, in which some bits have other meanings.
  var isQuickTime: Bool { read.value.origin.isQuickTime }

  /// Whether the track takes part in the presentation.
  public var isEnabled: Bool { flags & TrackHeader.enabled != 0 }

  /// Whether some of the samples are in fragments.
  var hasFragments: Bool { fragments.count > 0 }

  /// Calls `body` for each run of samples with the same duration, in decode order: the number of
  /// samples, and the ticks of each. If the table is damaged, only the samples in fragments are
  /// counted.
  func forEachDurationRun(_ body: (_ count: UInt64, _ duration: UInt64) -> Void) {
    if let stbl = atom.descendant("mdia", "minf", "stbl"),
      let rows = try? stbl.first("stts")?.decode(TimeToSample.self).entries, !rows.isEmpty
    {
      rows.forEachRun(ofFirst: stbl.sampleCount, body)
    }
    fragments.forEachDuration(body)
  }

  /// Returns the places, sizes and times of the samples. This takes a pass over the runs of the
  /// tables, so keep the result.
  /// - Throws: `FormatError` if the track has no sample table, or a table is damaged.
  public func sampleTable() throws(FormatError) -> SampleTable {
    guard let stbl = atom.descendant("mdia", "minf", "stbl") else {
      throw FormatError(
        .missing("the track has no sample table"), path: path, at: atom.offset)
    }
    if case .bytes(let bytes) = stbl.ownBytes, !bytes.isEmpty {
      throw FormatError(
        .limit("the sample table was not read"), path: "\(path)/mdia/minf/stbl", at: stbl.offset)
    }
    do {
      return try SampleTable(
        stbl, fragments: fragments, fileSize: fileSize, isQuickTime: isQuickTime,
        path: "\(path)/mdia/minf/stbl")
    } catch { throw error.inside("\(path)/mdia/minf") }
  }

  /// No `trak` that can be read is smaller: it has a `tkhd`, and an `mdia` with an `mdhd`.
  static let leastReadableSize: UInt64 = 128

  /// Reads the headers of the track at an index among those of a movie; nil if there is only one.
  /// `reader` has the samples in fragments; nil if there are no fragments.
  ///
  /// Throws if the headers cannot be read.
  init(
    _ atom: Atom, index: Int?, in origin: TrackOrigin, fragments reader: FragmentReader?
  ) throws(TrackFailure) {
    read = Boxed(try TrackRead(atom, index: index, in: origin, fragments: reader))
  }

  /// Returns the edits if the media lasts at least `duration`. Nil if the duration changes more
  /// than the end of the last edit, because an edit without its own length comes before others.
  func edits(lasting duration: MediaTime) -> EditMappings? {
    var (whole, longer) = (self, self)
    whole.lengthen(to: duration)
    longer.lengthen(to: duration.multiplied(by: 2))
    let isFixed = zip(whole.edits, longer.edits).allSatisfy { $0.target.start == $1.target.start }
    return isFixed ? whole.edits : nil
  }

  /// Makes media without its own length last as long as what it belongs to.
  mutating func lengthen(to duration: MediaTime) {
    lengthened = Boxed(
      Lengthened(mediaDuration: duration, edits: read.value.edits(mediaDuration: duration)))
  }

  /// How long the samples outside fragments last; nil if that is not known.
  var durationOfSamples: MediaTime? {
    MediaTime(ticks: SampleDurations(atom).ticks, per: timescale)
  }

  static func time(_ duration: UInt64, _ timescale: UInt32, version: UInt8) -> MediaTime {
    if HeaderVersion.isUnknown(duration: duration, version: version) { return .indefinite }
    return MediaTime(ticks: duration, per: timescale) ?? .invalid
  }
}

extension Track: CustomStringConvertible {
  /// Such as `track 1 (vide) at moov/trak[0]`.
  public var description: String {
    "track \(id)" + (mediaType.map { " (\($0))" } ?? "") + " at \(path)"
  }
}

extension Atom {
  /// For a child of `tref`: the IDs of the tracks that are referred to; none if they cannot be read.
  fileprivate var referredTracks: Table<UInt32> {
    (try? decode(TrackReferenceType.self).trackIDs) ?? Table()
  }
}

extension Track {
  /// Returns the IDs of the tracks that this one refers to by one type of reference, in order.
  package func references(by type: FourCC) -> [UInt32] {
    var ids: [UInt32] = []
    for reference in atom.first("tref")?.children ?? [] where reference.type == type {
      ids += reference.referredTracks
    }
    return ids
  }

  /// Calls `body` with each reference: its type, in ascending order, and the ID of a track.
  package func forEachReference<E>(
    _ body: (_ type: FourCC, _ id: UInt32) throws(E) -> Void
  ) throws(E) {
    try forEachReferenceAtom { (type, ids) throws(E) in
      for id in ids { try body(type, id) }
    }
  }

  /// Calls `body` with each atom of references: its type, in ascending order, and the IDs of tracks, which
  /// can be none.
  package func forEachReferenceAtom<E>(
    _ body: (_ type: FourCC, _ ids: Table<UInt32>) throws(E) -> Void
  ) throws(E) {
    let atoms = atom.first("tref")?.children ?? []
    let order = atoms.indices.sorted {
      (atoms[$0].type.rawValue, $0) < (atoms[$1].type.rawValue, $1)
    }
    for index in order { try body(atoms[index].type, atoms[index].referredTracks) }
  }

  /// The language of the media: the tag of `elng`, or three letters of ISO 639-2/T such as `eng`. Nil
  /// if the track does not say, or says "undetermined".
  public var language: String? { languageCode.stated(besides: extendedLanguage) }

  /// The protection scheme, such as `cenc` or `cbcs`, of the first sample description with
  /// encrypted samples (`sinf`; ISO/IEC 14496-12, 8.12; ISO/IEC 23001-7). Nil if no samples are
  /// encrypted.
  public var protectionScheme: FourCC? {
    for description in sampleDescriptions {
      guard let information = description.first("sinf") else { continue }
      let scheme = try? information.first("schm")?.decode(SchemeType.self)
      return scheme?.schemeType ?? description.type
    }
    return nil
  }

  /// The duration of the track in the movie according to its edits: the end of the last one.
  public var editedDuration: MediaTime { edits.last?.target.end ?? .zero }

  /// Returns the media time that is shown at a movie time; nil in an empty edit, and outside all
  /// edits.
  public func mediaTime(at movieTime: MediaTime) -> MediaTime? {
    if let time = edits.lazy.compactMap({ $0.sourceTime(at: movieTime) }).first { return time }
    return isShownLate(movieTime) ? movieTime : nil
  }

  /// Returns the movie time at which a media time is shown, by the first edit that shows it; nil if none does. In an
  /// edit that holds one frame, it is the start. All edits before that one are looked at.
  public func movieTime(at mediaTime: MediaTime) -> MediaTime? {
    if let time = edits.lazy.compactMap({ $0.targetTime(at: mediaTime) }).first { return time }
    return isShownLate(mediaTime) ? mediaTime : nil
  }

  /// Whether a time is after the end of the media, and the last frame is shown then: composition offsets can do that
  /// where there are no edits.
  private func isShownLate(_ time: MediaTime) -> Bool {
    !hasEditList && time >= editedDuration && time < shownEnd
  }
}

extension Atom {
  /// The handler of the media of a `trak`; nil if it has none.
  var handler: FourCC? {
    descendant("mdia", "hdlr").flatMap {
      try? $0.decode(HandlerReference.self).componentSubtype
    }
  }
}
