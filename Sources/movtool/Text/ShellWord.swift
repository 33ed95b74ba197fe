import MovKit

extension FilePath {
  /// The path as one word of a command that is printed, to be copied into a shell. Bytes that are not text, and those of
  /// characters that are not shown as they are, are in the form `$'\xNN'`, which the shells that people type in
  /// understand.
  var shellWord: String {
    // What begins with a dash would be an option.
    let prefix = bytes.first == UInt8(ascii: "-") && !isStandardStream ? "./" : ""
    if let name = String(validating: bytes, as: UTF8.self), name == name.escaped {
      return (prefix + name).shellWord
    }
    return "$'" + prefix + shellEscapes + "'"
  }

  /// The path with the escapes of a shell's quotes `$'…'`.
  fileprivate var shellEscapes: String {
    text { $0.isEscaped || $0 == "\\" }.replacing(ascii: UInt8(ascii: "'"), with: "\\'")
  }
}

extension String {
  /// The text as one word of a command that is printed, to be copied into a shell; in quotes only if it needs them.
  var shellWord: String {
    let plain = utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || "./_-+,:@%".utf8.contains($0)
    }
    if plain, !isEmpty { return self }
    return self == escaped ? quotedForShell : "$'" + FilePath(self).shellEscapes + "'"
  }

  /// The text in quotes as one word of a command that is given to `sh`, which need not know `$'…'`.
  var quotedForShell: String {
    "'" + replacing(ascii: UInt8(ascii: "'"), with: "'\\''") + "'"
  }
}
