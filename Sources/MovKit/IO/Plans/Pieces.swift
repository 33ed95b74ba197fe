/// Bytes that are written one after another but are not held so in memory: slices of larger
/// buffers, which are not copied to be joined. If a few bytes change in a movie header of tens of
/// megabytes, the header is then in memory only once.
package struct Pieces: Sendable {
  /// The size in bytes from which a slice is kept as it is. Smaller ones are joined, so that there
  /// are few.
  private static let ownSize = 4096
  /// The size that a joined slice does not exceed. A larger one would be copied to grow.
  private static let joinedSize = 1 << 16

  /// All bytes, in order.
  private(set) var slices: [ArraySlice<UInt8>] = []
  /// Whether the last slice was joined here, so that more can be appended to it.
  private var isOpen = false
  /// The number of bytes.
  package private(set) var count = 0

  package init() {}

  package init(_ bytes: [UInt8]) { append(bytes[...]) }

  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    count += bytes.count
    if bytes.count >= Self.ownSize {
      slices.append(bytes)
      isOpen = false
    } else if isOpen, slices[slices.count - 1].count + bytes.count <= Self.joinedSize {
      let last = slices.count - 1
      let wanted = slices[last].count + bytes.count
      // Growing by itself, it would take up to twice as much as there is.
      if wanted > slices[last].capacity {
        slices[last].reserveCapacity(min(2 * wanted, Self.joinedSize))
      }
      slices[last] += bytes
    } else {
      slices.append(ArraySlice(Array(bytes)))
      isOpen = true
    }
  }

  package mutating func append(_ bytes: [UInt8]) { append(bytes[...]) }

  package mutating func append(_ other: Pieces) {
    for slice in other.slices { append(slice) }
  }

  /// Returns the bytes of a range, in slices.
  func slices(in range: Range<Int>) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    var start = 0
    for slice in slices {
      guard start < range.upperBound else { break }
      let part = range.clamped(to: start..<start + slice.count)
      if !part.isEmpty {
        found.append(slice.dropFirst(part.lowerBound - start).prefix(part.count))
      }
      start += slice.count
    }
    return found
  }

  package var isEmpty: Bool { count == 0 }

  /// All bytes in one array.
  package var bytes: [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(count)
    for slice in slices { all += slice }
    return all
  }
}

extension Pieces: Hashable {
  /// Whether both have the same bytes, in whatever slices.
  package static func == (a: Pieces, b: Pieces) -> Bool {
    a.count == b.count && a.slices.joined().elementsEqual(b.slices.joined())
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for slice in slices {
      for byte in slice { hasher.combine(byte) }
    }
  }
}

extension Pieces: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: UInt8...) { self.init(elements) }
}

extension ArraySlice<ArraySlice<UInt8>> {
  /// Drops the first `count` bytes of all slices, or all bytes if there are fewer.
  mutating func drop(bytes count: Int) {
    var left = count
    while let slice = first, slice.count <= left {
      left -= slice.count
      removeFirst()
    }
    if left > 0, let slice = first { self[startIndex] = slice.dropFirst(left) }
  }
}
