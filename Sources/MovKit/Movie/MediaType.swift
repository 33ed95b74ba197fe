/// What kind of media a track has: the component subtype of its handler
/// (ISO/IEC 14496-12, 8.4.3; QuickTime File Format, "Handler Reference Atoms").
///
/// The usual kinds have names. Any other code can be used as well:
/// `MediaType(rawValue: "strm")`.
public struct MediaType: RawRepresentable, Hashable, Sendable {
  /// The four characters of the handler.
  public var rawValue: FourCC

  public init(rawValue: FourCC) { self.rawValue = rawValue }

  /// `vide`: moving pictures; also cover art and the pictures of chapters.
  public static let video = MediaType(rawValue: "vide")
  /// `soun`: audio.
  public static let audio = MediaType(rawValue: "soun")
  /// `tmcd`: timecode. A track can hold timecode under another handler: `Track.isTimecode`.
  public static let timecode = MediaType(rawValue: "tmcd")
  /// `text`: text of QuickTime, also chapter titles; timed text of ISO files.
  public static let text = MediaType(rawValue: "text")
  /// `sbtl`: subtitles of QuickTime and 3GPP timed text (`tx3g`).
  public static let subtitle = MediaType(rawValue: "sbtl")
  /// `subt`: subtitles of ISO files, such as TTML.
  public static let isoSubtitle = MediaType(rawValue: "subt")
  /// `clcp`: closed captions, such as CEA-608.
  public static let closedCaption = MediaType(rawValue: "clcp")
  /// `meta`: timed metadata.
  public static let metadata = MediaType(rawValue: "meta")
  /// `auxv`: auxiliary video, such as alpha or depth.
  public static let auxiliaryVideo = MediaType(rawValue: "auxv")
  /// `pict`: single pictures or sequences of them (HEIF).
  public static let picture = MediaType(rawValue: "pict")
  /// `hint`: instructions for a streaming server.
  public static let hint = MediaType(rawValue: "hint")
}

extension MediaType {
  /// Whether each sample is a picture, which is shown until the next one.
  package var hasPictures: Bool { [.video, .auxiliaryVideo, .picture].contains(self) }
}

extension MediaType: CustomStringConvertible {
  /// The four characters, such as `vide`.
  public var description: String { rawValue.description }
}
