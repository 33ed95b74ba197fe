/// Something odd or wrong that `MovieCheck` found.
public struct CheckFinding: Hashable, Sendable {
  /// The ID of the rule, which is one of `CheckRule.all`.
  public var rule: String
  /// How serious it is, in the profiles of the check.
  public var severity: Diagnostic.Severity
  /// One sentence without a full stop.
  public var message: String
  /// The path of the atom, such as `moov/trak[1]/mdia`; empty if the finding is about the whole
  /// file.
  public var path: String
  /// The place in bytes from the start of the file; nil if it is not about one place.
  public var offset: UInt64?
  /// The ID of the track; nil if it is not about one track.
  public var trackID: UInt32?
  /// How many findings this one stands for, at least 1: those of the same rule in the same atom that say the same,
  /// or those that are not listed.
  public var count = 1
  /// Whether it stands for findings that are not listed: further ones of the rule in the atom or, without a path, in
  /// the file.
  package var isRest = false
  /// Whether the file is a segment without its header. No command can write a copy of such a file.
  package var isInSegment = false
  /// Which finding of the rule in the atom it is, from 1.
  package private(set) var number = 1
  /// A name of 32 hexadecimal digits that stays the same if the atom moves in the file: a hash of the
  /// rule, the ID of the track, the path, and the bytes of the atom unless they are places in the file. That of the
  /// second finding of a rule in an atom, and of further ones, depends on its number too.
  public var fingerprint = ""

  /// Creates a finding without a fingerprint.
  public init(
    rule: String, severity: Diagnostic.Severity, message: String, path: String = "",
    offset: UInt64? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.message = message
    self.path = path
    self.offset = offset
  }

  /// Returns the finding with a fingerprint of what it says itself.
  package func sealed() -> CheckFinding { sealed(as: 1) }

  /// Returns the same.
  /// - Parameter number: Which finding of the rule in the atom it is, from 1.
  package func sealed(as number: Int) -> CheckFinding {
    var finding = self
    finding.seal(as: number, with: nil, schema: .standard)
    return finding
  }

  /// Makes the fingerprint.
  /// - Parameters:
  ///   - number: Which finding of the rule in the atom it is, from 1.
  ///   - atom: the atom at `path`; nil if there is none.
  mutating func seal(as number: Int, with atom: Atom?, schema: Schema) {
    self.number = number
    var digest = SHA256()
    // No rule has a space in its name.
    digest.update(Self.line(number > 1 ? "\(rule) \(number)" : rule))
    digest.update(Self.line(trackID.map { "\($0)" } ?? ""))
    digest.update(Self.line(path))
    if let atom { digest.update(atom.bytesOfItsOwn(schema)) }
    fingerprint = digest.finish().prefix(16).hexadecimalText
  }

  /// The text with a zero byte at its end, which no text has.
  private static func line(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }
}

extension Atom {
  /// The bytes of a fingerprint: the atom's fields without its children. None if they hold places in the
  /// file, which change when something moves, or if there are many.
  fileprivate func bytesOfItsOwn(_ schema: Schema) -> [UInt8] {
    guard !schema.typesWithOffsets.contains(type) else { return [] }
    let bytes: Bytes =
      switch content {
      case .bytes(let bytes): bytes
      case .children(let children): children.preamble
      case .extent: []
      }
    return Array(bytes.prefix(1 << 12))
  }
}
