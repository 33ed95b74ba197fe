extension MovieWriter {
  /// The properties of a new track, except its samples.
  public struct TrackSettings: Sendable {
    /// The media type, which is the handler of the track: `vide`, `soun`, `tmcd`, …
    public var mediaType: MediaType
    /// The number of ticks per second of the track's times, from 1 to 2147483647. Times that are
    /// not whole ticks are rounded, each one separately.
    public var timescale: UInt32
    /// The entries of `stsd`. A sample names its description by its index in this array.
    public var sampleDescriptions: [Atom]
    /// The size at which the track is shown, before `matrix`, in pixels. A timecode track of a
    /// QuickTime movie without a size gets the width of its video.
    public var size = PixelSize.zero
    /// The transformation that places, turns and scales the pictures.
    public var matrix = Matrix()
    /// The name of the track, which is written as that of its handler (`hdlr`), without a zero; nil for one that
    /// says only the kind of media. QuickTime's has at most 255 bytes of UTF-8, and a longer one is cut after a
    /// whole character. QuickTime players show the name in `udta`, which belongs to `extensions`.
    public var name: String?
    /// The volume; 1 is full volume. If nil, it is 1 for audio and 0 for other media.
    public var volume: Fixed8x8?
    /// The language in the media header. A Macintosh code is written into MP4 files as the three letters of
    /// its language.
    public var languageCode = LanguageCode.undetermined
    /// The language tag (BCP 47) for `elng`, such as `de-CH`; nil if there is none.
    public var extendedLanguage: String?
    /// Whether the track takes part in the presentation.
    public var isEnabled = true
    /// In which parts of the movie a track of another movie is, by the flags of `tkhd` besides `enabled`; nil for
    /// those that a new track has.
    var partsOfMovie: UInt32?
    /// The front-to-back order of video tracks: a track with a lower number is in front.
    public var layer: Int16 = 0
    /// The number of the group of alternatives that the track belongs to; 0 means no group. Of the
    /// tracks with the same number, only one is shown at a time.
    public var alternateGroup: Int16 = 0
    /// The edits: which times of the track are shown at which times of the movie. If nil, the track
    /// is shown from `Options.startTime` on.
    public var edits: EditMappings?
    /// Whether the edits show all of the media, so that the last one may be longer than that.
    package var showsAllMedia = false
    /// The header of the media information of a track of another movie, if a file of this kind can have it.
    var oldInformationHeader: Boxed<Atom>?
    /// Additional children of `trak`, such as `udta` or `tapt`.
    public var extensions: [Atom] = []
    /// The track of another movie that this one continues; nil if the track is new.
    var kept: KeptTrack?
    /// Whether it is cover art or a slide show, whose pictures say nothing about where fragments should begin.
    var isSlideShow = false

    /// Creates the settings of a track.
    /// - Parameters:
    ///   - mediaType: The handler.
    ///   - timescale: The number of ticks per second, from 1 to 2147483647.
    ///   - sampleDescriptions: The entries of `stsd`. More can be added with
    ///     `Input.addSampleDescription`.
    public init(mediaType: MediaType, timescale: UInt32, sampleDescriptions: [Atom]) {
      self.mediaType = mediaType
      self.timescale = timescale
      self.sampleDescriptions = sampleDescriptions
    }
  }
}

extension MovieWriter.TrackSettings {
  var isTimecode: Bool {
    TimecodeIdentification.isTimecode(
      handler: mediaType.rawValue, formats: sampleDescriptions.map(\.type))
  }
}
