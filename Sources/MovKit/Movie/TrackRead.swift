/// What all tracks of a movie have in common.
final class TrackOrigin: Sendable {
  /// The number of ticks per second of the movie.
  let timescale: UInt32
  let source: any ByteSource
  let isQuickTime: Bool
  /// How much of the file its tracks are copies of.
  let copies = CopiedTracks()
  /// How much of the file the samples of its timecode tracks are.
  let timecodeSamples = CopiedTracks()
  /// The number of bytes to which samples may be copied (`Limits.bytesCopied`).
  let bytesCopied: UInt64?

  init(_ movie: MovieHeader, of file: AtomFile, isQuickTime: Bool) {
    timescale = movie.timescale
    source = file.source
    bytesCopied = file.reading.limits.bytesCopied
    self.isQuickTime = isQuickTime
  }
}

/// Why a track cannot be read. There can be very many, so a path is made only of those that are named.
struct TrackFailure: Error {
  /// Its path counts from the `trak` if that is where it is, and else from the file.
  let error: FormatError
  /// Whether it is in the `trak`.
  let isInTrack: Bool
}

/// What is read of a track when its movie is opened.
struct TrackRead: Sendable {
  let atom: Atom
  /// The index of the track among those of the movie; -1 if it is the only one.
  private let index: Int32
  let id: UInt32
  let mediaType: MediaType?
  let flags: UInt32
  let timescale: UInt32
  let mediaDuration: MediaTime
  let duration: MediaTime
  let size: PixelSize
  /// Nil if it changes nothing, as most often.
  private let turning: Boxed<Matrix>?
  let languageCode: LanguageCode
  /// Nil if there is no more than one, which is found at once.
  let sampleDescriptions: [Atom]?
  /// Nil if there is no list of edits.
  private(set) var edits: EditMappings?

  /// What was read of the edit list.
  struct Edited {
    var list: EditList?
    var error: FormatError?
    var diagnostics: [Diagnostic]
  }

  let edited: Boxed<Edited>?
  let inFragments: Boxed<FragmentSamples>?
  let origin: TrackOrigin

  /// Reads the headers of the track at an index among those of a movie; nil if there is only one.
  /// `reader` has the samples in fragments; nil if there are no fragments.
  ///
  /// Throws if the headers cannot be read.
  init(
    _ atom: Atom, index: Int?, in origin: TrackOrigin, fragments reader: FragmentReader?
  ) throws(TrackFailure) {
    self.atom = atom
    self.index = index.map { Int32(truncatingIfNeeded: $0) } ?? -1
    self.origin = origin
    var isInFragment = false
    do throws(FormatError) {
      guard let tkhd = atom.first("tkhd"), let mdhd = atom.descendant("mdia", "mdhd") else {
        throw FormatError(.missing("the track has no header"), at: atom.offset)
      }
      let header = try tkhd.decode(TrackHeader.self)
      let media: MediaHeader
      do { media = try mdhd.decode(MediaHeader.self) } catch { throw error.inside("mdia") }
      id = header.trackID
      flags = header.flags
      size = PixelSize(header.width, header.height)
      turning = header.matrix == Matrix() ? nil : Boxed(header.matrix)
      timescale = media.timescale
      languageCode = media.language
      mediaType = atom.handler.map(MediaType.init(rawValue:))
      let descriptions = Self.sampleDescriptions(of: atom)
      sampleDescriptions = descriptions.count > 1 ? descriptions : nil
      var end = header.duration
      if let reader {
        isInFragment = true
        let fragments = try reader.samples(of: header.trackID)
        inFragments = Boxed(fragments)
        isInFragment = false
        mediaDuration = MediaTime(ticks: fragments.endTime, per: media.timescale) ?? .invalid
        if end == 0 { end = .max }
      } else {
        inFragments = nil
        mediaDuration =
          media.isDurationUnknown
          ? MediaTime(ticks: SampleDurations(atom).ticks, per: media.timescale) ?? .invalid
          : Track.time(media.duration, media.timescale, version: media.version)
      }
      edited = Self.editList(of: atom, path: Self.path(self.index))
      duration = Track.time(end, origin.timescale, version: header.version)
    } catch { throw TrackFailure(error: error, isInTrack: !isInFragment) }
    edits = hasEditList ? edits(mediaDuration: mediaDuration) : nil
  }

  var matrix: Matrix { turning?.value ?? Matrix() }

  /// The path of the atom in the file.
  var path: String { Self.path(index) }

  private static func path(_ index: Int32) -> String {
    "moov/" + PathComponent(type: "trak", index: index < 0 ? nil : Int(index)).description
  }

  static func sampleDescriptions(of trak: Atom) -> [Atom] {
    trak.descendant("mdia", "minf", "stbl", "stsd")?.entries ?? []
  }

  /// Returns the edits that can be read. Samples can be found without edits, so a damaged list does
  /// not make the track unreadable.
  private static func editList(
    of trak: Atom, path: @autoclosure () -> String
  ) -> Boxed<Edited>? {
    guard let elst = trak.descendant("edts", "elst") else { return nil }
    let inside = "\(path())/edts"
    var problem: FormatError?
    do throws(FormatError) {
      return Boxed(Edited(list: try elst.decode(EditList.self), error: nil, diagnostics: []))
    } catch { problem = error.inside(inside) }
    var notes: [Diagnostic] = []
    do throws(FormatError) {
      let list = try elst.decode(EditList.self) { notes.append($0.inside(inside)) }
      return Boxed(Edited(list: list, error: problem, diagnostics: notes))
    } catch {
      return Boxed(
        Edited(
          list: nil, error: problem,
          diagnostics: [.undecodable(error.inside(inside), atom: elst)]))
    }
  }

  private var editList: EditList? { edited?.value.list }

  var hasEditList: Bool { editList?.entries.isEmpty == false }

  /// Returns the edits of media that lasts as long.
  func edits(mediaDuration: MediaTime) -> EditMappings {
    guard let editList, hasEditList else {
      return Self.wholeMedia(mediaEnd(mediaDuration), per: timescale)
    }
    return EditMappings(
      editList, movieTimescale: origin.timescale, mediaTimescale: timescale,
      mediaEnd: editList.goesOnToEnd ? shownEnd(mediaDuration) : mediaDuration)
  }

  /// The end of the last sample that an edit can show that goes on to the end of the media. A movie that is to
  /// have fragments can have all its samples in its tables.
  private func shownEnd(_ mediaDuration: MediaTime) -> MediaTime {
    let end = mediaEnd(mediaDuration)
    guard inFragments?.value.count ?? 0 == 0,
      let stbl = atom.descendant("mdia", "minf", "stbl"),
      let samples = try? SampleTable(stbl, fileSize: origin.source.size),
      let shown = MediaTime(ticks: samples.presentationEnd, per: timescale)
    else { return end }
    return max(end, shown)
  }

  /// One edit that shows all of media that ends at a time.
  static func wholeMedia(_ end: MediaTime, per timescale: UInt32) -> EditMappings {
    let start = MediaTime(ticks: 0, per: timescale) ?? .zero
    let whole = MediaTimeRange(start: start, duration: end)
    return EditMappings(one: MediaTimeMapping(source: whole, target: whole))
  }

  /// The media time after which nothing more is shown.
  var mediaEnd: MediaTime { mediaEnd(mediaDuration) }

  /// The same if the media lasts as long. No header gives it for fragments, and composition offsets can
  /// move the last samples past the end of the decode times.
  private func mediaEnd(_ mediaDuration: MediaTime) -> MediaTime {
    guard let fragments = inFragments?.value, fragments.count > 0 else { return mediaDuration }
    return max(
      mediaDuration, MediaTime(ticks: fragments.presentationEnd, per: timescale) ?? mediaDuration)
  }
}
