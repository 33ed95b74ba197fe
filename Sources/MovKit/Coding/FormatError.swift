/// An error in the format of bytes that were to be read, or of values that were to be written.
public struct FormatError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// A field or a table needs more bytes than its atom has left.
    case truncated(needed: UInt64, available: UInt64)
    /// A value needs more bits than its field has.
    case doesNotFit(bits: Int)
    /// The atom has a version that no published specification defines.
    case unknownVersion(UInt8)
    /// A value of `Limits` was exceeded. The text says which.
    case limit(String)
    /// A copy of the samples would exceed `Limits.bytesCopied`. The text says by how much.
    case outputLimit(String)
    /// A value leaves the layout of what follows unknown, or no field can hold it.
    case invalidValue(String)
    /// There are this many more bytes than the fields of the atom take.
    case unexpectedBytes(Int)
    /// A value has another number of bytes than its field has.
    case wrongSize(Int, required: Int)
    /// A number or a sum is larger than this library or the format can express.
    case tooLarge(String)
    /// Something that must be there is not.
    case missing(String)
    /// The bytes are outside the file.
    case beyondEnd(String)
    /// The content of the atom was left in the file, and is needed in memory.
    case notRead
    /// The bytes are another kind of thing than was asked for, such as no movie at all.
    case wrongKind(String)
    /// The format, or this library, cannot express it.
    case unsupported(String)
    /// A time, a duration, a timescale or an edit is not one, or is out of range.
    case invalidTime(String)
    /// A stream does not say how long its pictures last, so that a frame rate must be given.
    case noFrameRate(String)
    /// A segment index (`sidx`) cannot describe it.
    case notIndexable(String)
    /// Items of metadata are bytes elsewhere in the file, which would not be where they are.
    case itemsElsewhere(String)
    /// The movie cannot be changed without guessing.
    case notEditable(String)
    /// The movie cannot be changed in its own file, but a changed copy can be written.
    case notEditableInPlace(String)
    /// What was written differs from what was planned.
    case notAsPlanned(String)
    /// Any other reason.
    case invalid(String)
  }

  private struct Parts: Hashable, Sendable {
    var reason: Reason
    var offset: UInt64?
    var path: String
  }

  private var parts: Boxed<Parts>

  /// What is wrong.
  public var reason: Reason {
    get { parts.value.reason }
    set { self = FormatError(newValue, path: path, at: offset) }
  }

  /// The place of the error, in bytes from the start of the file; nil if the bytes are not from a
  /// file.
  public var offset: UInt64? {
    get { parts.value.offset }
    set { self = FormatError(reason, path: path, at: newValue) }
  }

  /// The path of the field or atom, such as `moov/trak[1]/mdia/mdhd/duration`; empty if not known.
  public var path: String {
    get { parts.value.path }
    set { self = FormatError(reason, path: newValue, at: offset) }
  }

  /// Creates an error.
  @inline(never)
  public init(_ reason: Reason, path: String = "", at offset: UInt64? = nil) {
    parts = Boxed(Parts(reason: reason, offset: offset, path: path))
  }

  /// Returns the same error with `parent` before its path.
  @inline(never)
  public func inside(_ parent: String) -> FormatError {
    FormatError(reason, path: path.isEmpty ? parent : "\(parent)/\(path)", at: offset)
  }
}

extension FormatError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .truncated(let needed, let available):
      "\(counted(needed, "byte")) needed, but only \(available) left"
    case .doesNotFit(let bits): "the value does not fit in \(counted(bits, "bit"))"
    case .unknownVersion(let version): "unknown version \(version)"
    case .unexpectedBytes(let count): counted(count, "unexpected byte")
    case .wrongSize(let count, let required):
      "\(counted(count, "byte")) where \(required) \(required == 1 ? "is" : "are") required"
    case .notRead: "the content was not read from the file"
    case .notEditableInPlace(let reason): "\(reason), so the movie cannot be changed in place"
    case .notAsPlanned(let what): "verification of the written movie failed: \(what)"
    case .limit(let what), .outputLimit(let what), .invalidValue(let what), .tooLarge(let what),
      .missing(let what),
      .beyondEnd(let what), .wrongKind(let what), .unsupported(let what), .invalidTime(let what),
      .noFrameRate(let what), .notIndexable(let what), .itemsElsewhere(let what),
      .notEditable(let what), .invalid(let what):
      what
    }
  }
}

extension FormatError: IdentifiedError {
  public var id: String {
    switch reason {
    case .truncated: "truncated"
    case .doesNotFit: "does-not-fit"
    case .unknownVersion: "unknown-version"
    case .limit: "limit-exceeded"
    case .outputLimit: "output-limit"
    case .invalidValue: "invalid-value"
    case .unexpectedBytes: "unexpected-bytes"
    case .wrongSize: "wrong-size"
    case .tooLarge: "too-large"
    case .missing: "missing"
    case .beyondEnd: "beyond-end"
    case .notRead: "not-read"
    case .wrongKind: "wrong-kind"
    case .unsupported: "unsupported"
    case .invalidTime: "invalid-time"
    case .noFrameRate: "no-frame-rate"
    case .notIndexable: "not-indexable"
    case .itemsElsewhere: "items-elsewhere"
    case .notEditable: "not-editable"
    case .notEditableInPlace: "not-editable-in-place"
    case .notAsPlanned: "not-as-planned"
    case .invalid: "invalid"
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
