import MovKit

/// What `inspect` shows of a file, and how much of it.
struct InspectOptions: Sendable {
  /// How much is shown if no option says it.
  static let defaultRows = 4
  static let defaultBytes = 32
  static let defaultBytesInJSON = 64

  /// Whether only the summary is shown, without atoms.
  var isSummary = false
  /// The number of levels of atoms to show.
  var depth = Int.max
  /// The limits for the rows of tables and for undecoded bytes; nil for the default of the output
  /// format.
  var rows: Amount?
  var bytes: Amount?
  /// The limits for the rows in atoms of some types, in JSON.
  var rowsByType: [FourCC: Amount] = [:]
  /// How offsets are printed in text. JSON has numbers.
  var offsets = OffsetNotation.decimal
  /// Whether text shows all atoms of long lists.
  var showsAll = false

  /// Whether the bytes of headers and fields are shown.
  var showsRaw = false
  /// What is looked for; empty to show all atoms, as a tree.
  var queries: [AtomQuery] = []
  /// What is printed before the first atom that was looked for, after an empty line if other atoms were
  /// printed before.
  var title: String?
  var isAfterOthers = false

  /// The number of rows of a table whose bytes are shown by themselves: those whose values are, but not
  /// millions, because each takes a line.
  var rawRows: Int { rowsInText.limit(1000) }

  var rowsInText: Amount { rows ?? .atMost(Self.defaultRows) }
  var bytesInText: Amount { bytes ?? .atMost(Self.defaultBytes) }
  var rowsInJSON: Amount { rows ?? .all }
  var bytesInJSON: Amount { bytes ?? .atMost(Self.defaultBytesInJSON) }

  /// Whether everything of an atom is shown, so that the same atom can be made of it.
  var isWhole: Bool { rowsInJSON == .all && bytes == .all }

  /// Whether the content of an atom that was not read into memory is shown. Media data is shown
  /// only if the user asks for bytes.
  func shows(_ atom: Atom) -> Bool { atom.type != "mdat" || bytes != nil }
}

extension Amount {
  /// Returns how many of `count` elements are within the limit.
  func limit<Number: BinaryInteger>(_ count: Number) -> Number {
    switch self {
    case .all: count
    case .atMost(let most): Number(clamping: Swift.min(Int128(most), Int128(count)))
    }
  }
}

/// A range of bytes of a file, read when it is shown.
struct FileBytes {
  let range: Range<UInt64>
  let source: File

  init(_ range: Range<UInt64>, in source: File) {
    self.range = range
    self.source = source
  }

  var size: UInt64 { range.length }

  /// The size of a piece in bytes.
  private static let piece: UInt64 = 1 << 16

  /// Passes the first `count` bytes to `take`, in pieces. Returns the error if they could not all
  /// be read, otherwise nil.
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
  static func unreadable(_ node: AtomNode?, _ error: IOError) -> Diagnostic {
    Diagnostic(
      "unreadable", .error, error.reason, path: node?.path ?? "", at: node?.atom.contentOffset)
  }
}
