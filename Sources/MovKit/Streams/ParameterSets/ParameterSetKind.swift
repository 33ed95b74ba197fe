/// The kinds of parameter sets.
public enum ParameterSetKind: Hashable, Sendable, CaseIterable {
  /// A video parameter set (VPS). HEVC only.
  case video
  /// A sequence parameter set (SPS).
  case sequence
  /// A sequence parameter set extension: the bit depth and blending of an alpha picture. H.264
  /// only.
  case sequenceExtension
  /// A picture parameter set (PPS).
  case picture
}
