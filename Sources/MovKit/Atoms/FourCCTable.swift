/// Numbers types in the order in which they are added, and finds the number of a type. A file can have
/// an atom in every eight bytes, and the type of each is looked up several times; hashing as
/// dictionaries do takes longer than all else.
package struct FourCCTable: Sendable {
  private var types: [FourCC] = []
  private var numbers = NumberSlots()
  /// A number that no file can know, so that none can have types that all belong in the same slot. The
  /// highest bits of its product with a type depend on all of the type.
  private let multiplier: UInt64

  package init() {
    var hasher = Hasher()
    hasher.combine(0)
    multiplier = UInt64(truncatingIfNeeded: hasher.finalize()) | 1
  }

  /// Adds a type if it is not there. Returns its number.
  @discardableResult
  package mutating func insert(_ type: FourCC) -> Int {
    if let index = index(of: type) { return index }
    types.append(type)
    let (types, multiplier) = (types, multiplier)
    numbers.addLast(of: types.count) { Self.hash(of: types[$0], multiplier) }
    return types.count - 1
  }

  /// Returns the number of a type, from 0; nil if it was not added.
  package func index(of type: FourCC) -> Int? {
    numbers.number(Self.hash(of: type, multiplier)) { types[$0] == type }
  }

  func contains(_ type: FourCC) -> Bool { index(of: type) != nil }

  @inline(__always)
  private static func hash(of type: FourCC, _ multiplier: UInt64) -> UInt64 {
    UInt64(type.rawValue) &* multiplier
  }
}
