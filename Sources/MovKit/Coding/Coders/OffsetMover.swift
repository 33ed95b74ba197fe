/// What a file offset points at.
struct OffsetTarget {
  /// What is at the place.
  enum Role {
    /// The bytes at the place are meant.
    case data
    /// Other offsets count from the place; the bytes there do not matter.
    case base
    /// An atom or a part of the file starts there.
    case start
    /// A part of the file ends there, and no part follows it.
    case end
    /// The field says that there is nothing. The place is 0.
    case nothing
  }

  /// The name of the field that holds the offset.
  var field: String
  /// The number of the row in a table, from 0; nil outside a table.
  var row: Int?
  /// The place in the file, in bytes from its start.
  var place: UInt64
  /// The number of bytes that are meant, from the place on: nil if the record does not say, `max`
  /// for all bytes that follow.
  var length: UInt64?
  var role = Role.data
}

/// Gives the new places of the bytes that offsets count from or point at.
protocol OffsetMover {
  /// Returns the new place of the target, in bytes from the start of the changed file.
  mutating func moved(_ target: OffsetTarget) throws(FormatError) -> UInt64

  /// Returns the new place and size of an atom; nil if the changed file does not have it.
  mutating func movedAtom(
    _ target: OffsetTarget, size: UInt64
  ) throws(FormatError) -> (place: UInt64, size: UInt64)?
}

extension OffsetMover {
  mutating func movedAtom(
    _ target: OffsetTarget, size: UInt64
  ) throws(FormatError) -> (place: UInt64, size: UInt64)? { (try moved(target), size) }
}

/// A mover that leaves every offset as it is.
struct Staying: OffsetMover {
  func moved(_ target: OffsetTarget) -> UInt64 { target.place }
}
