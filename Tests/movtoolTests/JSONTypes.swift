/// Collects the kinds of values that each key of JSON documents has. It has its own JSON parser,
/// because Foundation does not distinguish numbers and booleans.
struct JSONTypes {
  enum Kind: String { case object, array, string, number, bool, null }

  /// The kinds by key. The key is the type of the atom and the path of keys in it; outside of
  /// atoms, only the path.
  private(set) var seen: [String: Set<Kind>] = [:]
  /// The keys that occur twice in an object.
  private(set) var repeated: Set<String> = []

  /// The keys with values of more than one kind. Null is compatible with each kind.
  var mixed: [String] {
    seen.filter { $0.value.subtracting([.null]).count > 1 }
      .map { "\($0.key): \($0.value.map(\.rawValue).sorted())" }.sorted()
  }

  struct NotJSON: Error { var offset: Int }

  /// Reads documents one after another.
  mutating func read(_ bytes: [UInt8]) throws {
    var position = 0
    skipSpace(bytes, &position)
    while position < bytes.count {
      try value(bytes, &position, "", isAtom: false)
      skipSpace(bytes, &position)
    }
  }

  private mutating func value(
    _ bytes: [UInt8], _ position: inout Int, _ path: String, isAtom: Bool
  ) throws {
    skipSpace(bytes, &position)
    guard position < bytes.count else { throw NotJSON(offset: position) }
    switch bytes[position] {
    case UInt8(ascii: "{"):
      seen[path, default: []].insert(.object)
      try object(bytes, &position, path, isAtom: isAtom)
    case UInt8(ascii: "["):
      seen[path, default: []].insert(.array)
      let areAtoms = path.hasSuffix(".children") || path.hasSuffix(".atoms")
      try list(bytes, &position, end: "]") { (self, position) in
        try self.value(bytes, &position, path + "[]", isAtom: areAtoms)
      }
    case UInt8(ascii: "\""):
      seen[path, default: []].insert(.string)
      _ = try text(bytes, &position)
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      seen[path, default: []].insert(.bool)
      try word(bytes[position] == UInt8(ascii: "t") ? "true" : "false", bytes, &position)
    case UInt8(ascii: "n"):
      seen[path, default: []].insert(.null)
      try word("null", bytes, &position)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      seen[path, default: []].insert(.number)
      while position < bytes.count, "+-.0123456789Ee".utf8.contains(bytes[position]) {
        position += 1
      }
    default: throw NotJSON(offset: position)
    }
  }

  private mutating func object(
    _ bytes: [UInt8], _ position: inout Int, _ path: String, isAtom: Bool
  ) throws {
    var path = path
    var keys: Set<String> = []
    try list(bytes, &position, end: "}") { (self, position) in
      self.skipSpace(bytes, &position)
      let key = try self.text(bytes, &position)
      if !keys.insert(key).inserted { self.repeated.insert("\(path).\(key)") }
      self.skipSpace(bytes, &position)
      try self.word(":", bytes, &position)
      if isAtom, keys.count == 1 {
        // An atom begins with its type.
        guard key == "type" else { throw NotJSON(offset: position) }
        self.skipSpace(bytes, &position)
        path = try self.text(bytes, &position)
      } else {
        try self.value(bytes, &position, "\(path).\(key)", isAtom: false)
      }
    }
  }

  private mutating func list(
    _ bytes: [UInt8], _ position: inout Int, end: Unicode.Scalar,
    _ element: (inout JSONTypes, inout Int) throws -> Void
  ) throws {
    position += 1
    skipSpace(bytes, &position)
    if position < bytes.count, bytes[position] == UInt8(ascii: end) {
      position += 1
      return
    }
    while true {
      try element(&self, &position)
      skipSpace(bytes, &position)
      guard position < bytes.count else { throw NotJSON(offset: position) }
      position += 1
      if bytes[position - 1] == UInt8(ascii: end) { return }
      guard bytes[position - 1] == UInt8(ascii: ",") else { throw NotJSON(offset: position) }
    }
  }

  /// Reads a string, and returns it as written, with its escapes.
  private func text(_ bytes: [UInt8], _ position: inout Int) throws -> String {
    try word("\"", bytes, &position)
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard position < bytes.count else { throw NotJSON(offset: position) }
    position += 1
    return String(decoding: bytes[start..<position - 1], as: UTF8.self)
  }

  private func word(_ word: String, _ bytes: [UInt8], _ position: inout Int) throws {
    guard bytes[position...].starts(with: word.utf8) else { throw NotJSON(offset: position) }
    position += word.utf8.count
  }

  private func skipSpace(_ bytes: [UInt8], _ position: inout Int) {
    while position < bytes.count, [0x20, 0x0A].contains(bytes[position]) { position += 1 }
  }
}
