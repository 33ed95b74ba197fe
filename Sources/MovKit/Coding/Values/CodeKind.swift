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
}
