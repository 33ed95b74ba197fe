/// Why a changed movie was not written.
public enum EditingError: Error, Hashable, Sendable {
  /// A file could not be read or written. The movie is unchanged.
  case io(IOError)
  /// The movie cannot be changed, or not in this way. It is unchanged.
  case format(FormatError)
  /// What was written is not what was planned, so it was discarded; in place, the old movie was
  /// restored.
  case verification(ReadingError)
  /// The movie was not opened from a file, so that it cannot be changed in place.
  case notAFile
  /// A write in place failed when it was to make the change effective. The movie is whole, either
  /// unchanged or fully changed.
  case undecided(IOError)
  /// The movie was changed in place, but its old space could not be freed.
  case changed(IOError)
  /// The movie was changed in place, was not what was planned, and could not be restored.
  case notRestored(ReadingError)
}

extension EditingError: IdentifiedError {
  public var id: String {
    switch self {
    case .io(let error): error.id
    case .format(let error): error.id
    case .verification(let error): error.id
    case .notAFile: "not-a-file"
    case .undecided: "undecided"
    case .changed: "changed-but-not-freed"
    case .notRestored: "not-restored"
    }
  }

  public var description: String {
    switch self {
    case .io(let error): error.description
    case .format(let error): error.description
    case .verification(let error): error.description
    case .notAFile: "the movie was not opened from a file, so it cannot be changed in place"
    case .undecided(let error):
      "\(error.reason); the movie is intact, either unchanged or fully changed"
    case .changed(let error):
      "\(error.reason); the movie is fully changed, but old space was not freed"
    case .notRestored(let error):
      "changed, but verification failed: \(error); restoring the old movie failed"
    }
  }
}
