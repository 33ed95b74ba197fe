/// Bytes that are written one behind the other but are not held so: slices of larger buffers, which
/// are not copied to be put together. A movie header of tens of megabytes of which a few bytes
/// change is then in memory once.
package struct Pieces: Sendable {
  /// From here on a slice is kept as it is; smaller ones are put together, so that there are few.
  private static let ownSize = 4096

  /// All bytes, in stretches.
  private(set) var slices: [ArraySlice<UInt8>] = []
  /// Whether the last slice is one put together here.
  private var isOpen = false
  /// How many bytes there are.
  package private(set) var count = 0

  package init() {}

  package init(_ bytes: [UInt8]) { append(bytes[...]) }

  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    count += bytes.count
    if bytes.count >= Self.ownSize {
      slices.append(bytes)
      isOpen = false
    } else if isOpen {
      slices[slices.count - 1] += bytes
    } else {
      slices.append(ArraySlice(Array(bytes)))
      isOpen = true
    }
  }

  package mutating func append(_ bytes: [UInt8]) { append(bytes[...]) }

  package mutating func append(_ other: Pieces) {
    for slice in other.slices { append(slice) }
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
  /// Whether both are the same bytes, however they are held.
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
  /// Drops the first `count` bytes of all, or all where they are fewer.
  mutating func drop(bytes count: Int) {
    var left = count
    while let slice = first, slice.count <= left {
      left -= slice.count
      removeFirst()
    }
    if left > 0, let slice = first { self[startIndex] = slice.dropFirst(left) }
  }
}
