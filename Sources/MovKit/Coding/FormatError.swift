/// An error in the format of bytes that were to be read, or of values that were to be written.
public struct FormatError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Reason: Equatable, Sendable {
    /// A field or a table needs more bytes than its atom has left.
    case truncated(needed: UInt64, available: UInt64)
    /// A value needs more bits than its field has.
    case doesNotFit(bits: Int)
    /// The atom has a version that no published specification defines.
    case unknownVersion(UInt8)
    /// A value of `Limits` was exceeded. The text says which.
    case limit(String)
    /// Any other reason. The text follows a colon in the message.
    case invalid(String)
  }

  /// What is wrong.
  public var reason: Reason
  /// The place of the error, in bytes from the start of the file; nil if the bytes are not from a
  /// file.
  public var offset: UInt64?
  /// The path of the field or atom, such as `moov/trak[1]/mdia/mdhd/duration`; empty if not known.
  public var path: String

  /// Creates an error.
  public init(_ reason: Reason, path: String = "", at offset: UInt64? = nil) {
    self.reason = reason
    self.path = path
    self.offset = offset
  }

  /// Returns the same error with `parent` before its path.
  public func inside(_ parent: @autoclosure () -> String) -> FormatError {
    var outer = self
    outer.path = path.isEmpty ? parent() : "\(parent())/\(path)"
    return outer
  }
}

extension FormatError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .truncated(let needed, let available):
      "\(needed) byte\(needed == 1 ? "" : "s") needed, but only \(available) left"
    case .doesNotFit(let bits): "the value does not fit in \(bits) bits"
    case .unknownVersion(let version): "unknown version \(version)"
    case .limit(let what): what
    case .invalid(let what): what
    }
  }
}

extension FormatError: CustomStringConvertible {
  public var description: String {
    var place = path
    if let offset {
      place += place.isEmpty ? "at " : " at "
      place += String(offset)
    }
    return place.isEmpty ? reason.description : "\(place): \(reason)"
  }
}
