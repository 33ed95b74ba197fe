import MovKit

/// What of a file is shown, and how much of it.
struct InspectOptions {
  /// Whether no atoms are shown.
  var isSummary = false
  /// Levels of atoms.
  var depth = Int.max
  /// nil where the form that is written decides.
  var rows: Amount?
  var bytes: Amount?
  /// Of text; JSON has numbers.
  var offsets = OffsetNotation.decimal
  /// Also of long lists all atoms, in text.
  var showsAll = false

  var rowsInText: Amount { rows ?? .atMost(Inspect.defaultRows) }
  var bytesInText: Amount { bytes ?? .atMost(Inspect.defaultBytes) }
  var rowsInJSON: Amount { rows ?? .all }
  var bytesInJSON: Amount { bytes ?? .atMost(Inspect.defaultBytesInJSON) }

  /// Whether content that was left in the file is shown. Nobody wants to see media data who has
  /// not asked for bytes.
  func shows(_ atom: Atom) -> Bool { atom.type != "mdat" || bytes != nil }
}

extension Amount {
  /// How many of `count` that is.
  func limit<Number: BinaryInteger>(_ count: Number) -> Number {
    switch self {
    case .all: count
    case .atMost(let most): Number(clamping: Swift.min(Int128(most), Int128(count)))
    }
  }
}

/// Bytes of a file that are read when they are shown.
struct FileBytes {
  let range: Range<UInt64>
  let source: File

  init(_ range: Range<UInt64>, in source: File) {
    self.range = range
    self.source = source
  }

  var size: UInt64 { range.upperBound - range.lowerBound }

  private static let piece: UInt64 = 1 << 16

  /// Hands over the first `count` bytes, a piece at a time. Returns why it ended early, if it did.
  func forEachPiece(
    upTo count: UInt64, _ take: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) -> IOError? {
    var position = range.lowerBound
    let end = position + min(count, size)
    while position < end {
      let piece: [UInt8]
      do {
        piece = try source.read(at: position, count: Int(min(Self.piece, end - position)))
      } catch { return error }
      try take(piece[...])
      position += UInt64(piece.count)
    }
    return nil
  }
}

extension Diagnostic {
  static func unreadable(_ node: AtomNode, _ error: IOError) -> Diagnostic {
    Diagnostic("unreadable", .error, error.reason, path: node.path, at: node.atom.contentOffset)
  }
}
