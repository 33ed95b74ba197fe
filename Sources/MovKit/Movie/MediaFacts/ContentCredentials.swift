/// Content Credentials (C2PA): a signature over the bytes of a file, which no changed file has.
extension AtomFile {
  /// The first atom of the top level that holds Content Credentials; nil if there is none. It is a
  /// `uuid`, a JUMBF box, or a `meta` with an item of that kind.
  public var contentCredentials: Atom? {
    atoms.first { atom in
      switch atom.type {
      case "uuid": atom.userType.elementsEqual(UserTypes.contentCredentials)
      case "jumb": true
      case "meta": atom.hasCredentialsItem
      default: false
      }
    }
  }
}

extension Atom {
  /// In a `meta`: whether one of its items is declared as Content Credentials.
  fileprivate var hasCredentialsItem: Bool {
    all("iinf").contains { iinf in
      guard let bytes = try? iinf.serialized() else { return false }
      return bytes.contains(text: "application/c2pa") || bytes.contains(text: "jumb")
    }
  }
}

extension [UInt8] {
  fileprivate func contains(text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard count >= wanted.count else { return false }
    return indices.dropLast(wanted.count - 1).contains { self[$0...].starts(with: wanted) }
  }
}

extension AtomFile {
  /// Warnings about what every change of this file breaks.
  public var changeDiagnostics: [Diagnostic] {
    guard let atom = contentCredentials else { return [] }
    let what = storedMovie == nil ? "file" : "movie"
    return [
      Diagnostic(
        "signature-broken", .warning,
        "the \(what) has a C2PA signature, which the change makes invalid",
        path: "\(atom.type)", at: atom.offset)
    ]
  }
}

extension Movie {
  /// Warnings about what every change of this movie breaks.
  public var changeDiagnostics: [Diagnostic] { file.changeDiagnostics }
}
