import MovKit

extension TimecodeError {
  /// Returns the message followed by the option that helps, if there is one.
  func advised() -> String {
    switch self {
    case .negativeNotAllowed: "\(self); use --allow-negative"
    case .hoursOutOfRange: "\(self); to count past 24 hours, use --no-wrap"
    case .sampleOutOfRange: "\(self); use --type tc64"
    default: "\(self)"
    }
  }
}
