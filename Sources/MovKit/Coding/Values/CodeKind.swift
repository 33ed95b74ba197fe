/// What a four-character code is the code of. `RegisteredNames` has the names of each kind.
public enum CodeKind: Sendable {
  /// A brand of `ftyp` and `styp`.
  case brand
  /// A handler of media or metadata, as in `hdlr`.
  case handler
  /// A grouping type of `sbgp` and `sgpd`.
  case sampleGroup
  /// A sample entry of `stsd`.
  case sampleEntry
  /// The type of an item, as in `infe`.
  case itemType
  /// A scheme of protection or restriction, as in `schm`.
  case scheme
  /// A kind of colour information, as in `colr`.
  case colourType
  /// An attribute of `tsel` or `stri`, by which a track is chosen.
  case trackSelection
}
