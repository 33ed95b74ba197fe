/// The version of MovKit and of `movtool`, by the rules of Semantic Versioning. `CHANGELOG.md` says what
/// each version changed.
public enum Version {
  /// Such as `0.2.0`.
  public static let current = "0.2.0"
  /// The day of its release, in ISO 8601.
  public static let date = "2026-11-22"
}
