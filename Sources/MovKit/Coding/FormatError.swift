/// Why bytes could not be read or written, at which byte of the file, and inside what.
public struct FormatError: Error, Equatable, Sendable {
  public enum Reason: Equatable, Sendable {
    /// A field or a table wants more bytes than its atom has left.
    case truncated(needed: UInt64, available: UInt64)
    /// A value needs more bits than its field has.
    case doesNotFit(bits: Int)
    /// The atom has a version that no published specification defines.
    case unknownVersion(UInt8)
    /// A `Limits` value was reached.
    case limit(String)
    /// Anything else, in words that follow a colon.
    case invalid(String)
  }

  public var reason: Reason
  /// Bytes from the start of the file; nil where the bytes never were in one.
  public var offset: UInt64?
  /// Such as `moov/trak[1]/mdia/mdhd/duration`.
  public var path: String

  public init(_ reason: Reason, path: String = "", at offset: UInt64? = nil) {
    self.reason = reason
    self.path = path
    self.offset = offset
  }

  /// The same error, seen from one level further out.
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
