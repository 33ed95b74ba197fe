import MovKit

/// The parts of a file's name. A full stop at its beginning hides a file and makes no extension; the names of the
/// folders above have no part in it.
extension FilePath {
  /// The end of the name from its last full stop on, with capital letters made small; nil if it has none.
  var nameExtension: String? {
    let name = lastComponent
    return Self.fullStop(in: name).map {
      String(decoding: name[$0...].map(\.lowercasedASCII), as: UTF8.self)
    }
  }

  /// The name of the file without its extension.
  var stem: ArraySlice<UInt8> {
    let name = lastComponent
    return name[..<(Self.fullStop(in: name) ?? name.endIndex)]
  }

  /// `stem` as text.
  var baseName: String { String(decoding: stem, as: UTF8.self) }

  /// Where the extension of a name begins; nil if it has none.
  private static func fullStop(in name: [UInt8]) -> Int? {
    guard let place = name.lastIndex(of: UInt8(ascii: ".")), place > 0, name != [0x2E, 0x2E] else {
      return nil
    }
    return place
  }
}
