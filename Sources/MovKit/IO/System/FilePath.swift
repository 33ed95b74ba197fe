/// The name of a file as the system knows it: bytes in no particular encoding.
///
/// Two paths are equal if their bytes are equal. Only the system knows whether they lead to the same
/// file (see `File.Identity`).
public struct FilePath: Hashable, Sendable {
  /// The bytes of the path, without a terminating zero.
  public var bytes: [UInt8]

  /// Creates a path from a text, in UTF-8.
  public init(_ string: String) { bytes = Array(string.utf8) }

  /// Creates a path from bytes, which need not be UTF-8.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// The path as a C string, with a terminating zero. A zero within the path ends it early.
  package var cString: [CChar] { Self.terminated(bytes) }

  static func terminated(_ name: [UInt8]) -> [CChar] {
    name.map { CChar(bitPattern: $0) } + [0]
  }
}

/// What names a file: a text or a `FilePath`. A program can let its own type for paths conform, such
/// as Foundation's `URL`.
public protocol FilePathConvertible {
  /// The path of the file.
  var filePath: FilePath { get }
}

extension FilePath: FilePathConvertible {
  public var filePath: FilePath { self }
}

extension String: FilePathConvertible {
  public var filePath: FilePath { FilePath(self) }
}

extension FilePath: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(text) }
}

extension FilePath: CustomStringConvertible {
  /// The path as one line of text that is safe to show. Bytes that are not UTF-8, control
  /// characters, line breaks, marks that reverse the direction of writing, and the backslash itself
  /// are escaped byte by byte as `\xNN`, so that different paths never look the same.
  public var description: String {
    // Most paths need no escape.
    if bytes.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\\") }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    return text(escaping: FilePath.isMisleading)
  }

  /// The path with the bytes of some characters, and those that are not UTF-8, as `\xNN`.
  package func text(escaping isEscaped: (Unicode.Scalar) -> Bool) -> String {
    var text = ""
    var rest = bytes[...]
    while !rest.isEmpty {
      var parser = Unicode.UTF8.ForwardParser()
      var input = rest.makeIterator()
      let length: Int
      var shown: Unicode.Scalar?
      switch parser.parseScalar(from: &input) {
      case .valid(let encoded):
        length = encoded.count
        shown = Unicode.UTF8.decode(encoded)
      case .error(let count):
        length = max(count, 1)
      case .emptyInput:
        return text
      }
      if let scalar = shown, !isEscaped(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        for byte in rest.prefix(length) {
          text += "\\x" + CollectionOfOne(byte).hexadecimalText
        }
      }
      rest = rest.dropFirst(length)
    }
    return text
  }

  private static func isMisleading(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\\", "\u{2028}", "\u{2029}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
    default: scalar.properties.generalCategory == .control
    }
  }
}

extension FilePath: Codable {
  /// Reads a text, or a list of bytes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self.init(text)
    } else {
      self.init(bytes: try container.decode([UInt8].self))
    }
  }

  /// Writes the path as it is, without the escapes of `description`: a text or, if it is not UTF-8, the list of
  /// its bytes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let text = String(decoding: bytes, as: UTF8.self)
    if text.utf8.elementsEqual(bytes) {
      try container.encode(text)
    } else {
      try container.encode(bytes)
    }
  }
}

extension FilePath {
  private static let slash = UInt8(ascii: "/")

  /// Whether the path can only be that of a directory.
  package var endsInSlash: Bool { bytes.last == FilePath.slash }

  /// What follows the last slash; empty if the path ends in one.
  package var lastComponent: [UInt8] {
    guard let slash = bytes.lastIndex(of: FilePath.slash) else { return bytes }
    return Array(bytes[(slash + 1)...])
  }

  /// The directory that holds `lastComponent`: `.` where the path names none.
  package var parent: FilePath {
    guard let slash = bytes.lastIndex(of: FilePath.slash) else { return FilePath(".") }
    return slash == 0 ? FilePath("/") : FilePath(bytes: Array(bytes[..<slash]))
  }

  /// The path that `other` means when it is read inside this directory.
  package func appending(_ other: [UInt8]) -> FilePath {
    if other.first == FilePath.slash { return FilePath(bytes: other) }
    let separator = bytes.last == FilePath.slash ? [] : [FilePath.slash]
    return FilePath(bytes: bytes + separator + other)
  }
}
