#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The unit in which files are read to be compared, in bytes.
private let pieceSize: UInt64 = 1 << 20

extension WritePlan {
  /// Compares every byte of a written output with what it was made from.
  ///
  /// Returns the offset in the output at which they first differ, to within a MiB; nil where
  /// they do not. `progress` is told how many bytes have been compared.
  public func firstDifference(
    of output: some ByteSource, from source: some ByteSource, others: [any ByteSource] = [],
    progress: ((UInt64) -> Void)? = nil
  ) throws(IOError) -> UInt64? {
    guard output.size == size else { return min(output.size, size) }
    var offset: UInt64 = 0
    for step in steps {
      let range: Range<UInt64>
      var copied: any ByteSource = source
      switch step {
      case .bytes(let bytes, _):
        guard try output.read(at: offset, count: bytes.count) == bytes else { return offset }
        offset += step.size
        continue
      case .copy(let found, _): range = found
      case .copyOther(let number, let found, _): (range, copied) = (found, others[number])
      }
      var position = range.lowerBound
      while position < range.upperBound {
        let count = min(pieceSize, range.upperBound - position)
        let wanted = try copied.read(at: position, count: Int(count))
        guard try output.read(at: offset, count: Int(count)) == wanted else { return offset }
        position += count
        offset += count
        progress?(offset)
      }
    }
    return nil
  }
}

extension PatchPlan {
  /// A checksum of all that a file has before the plan and that the plan does not write: the
  /// same before and after. `progress` is told which offset has been reached.
  public func checksumOfRest(
    of source: some ByteSource, progress: ((UInt64) -> Void)? = nil
  ) throws(IOError) -> UInt64 {
    var checksum = Checksum()
    var position: UInt64 = 0
    let writes = phases.flatMap(\.writes).sorted { $0.offset < $1.offset }
    for write in writes + [Write(at: originalSize, [], label: "")] {
      let end = min(write.offset, originalSize)
      while position < end {
        let count = min(pieceSize, end - position)
        checksum.add(try source.read(at: position, count: Int(count)))
        position += count
        progress?(position)
      }
      position = max(position, WritePlan.saturatingSum(end, UInt64(write.bytes.count)))
    }
    return checksum.value
  }
}

/// Tells changed bytes from unchanged ones: no change of up to eight bytes that stand together
/// in one word goes unseen, and hardly any other. It is no protection from forgery.
struct Checksum {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// What is added in two parts has another sum than what is added in one.
  mutating func add(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { all in
      var index = 0
      while index + 8 <= all.count {
        unsafe add(all.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        index += 8
      }
      while index < all.count {
        unsafe add(UInt64(all[index]))
        index += 1
      }
    }
  }

  private mutating func add(_ word: UInt64) {
    let mixed = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
    value = mixed ^ (mixed >> 32)
  }
}

extension File {
  /// Asks the system to read the file from the medium the next time, and not from memory.
  public func forgetCache() {
    #if canImport(Darwin)
      _ = fcntl(descriptor.number, F_NOCACHE, 1)
    #else
      _ = posix_fadvise(descriptor.number, 0, 0, POSIX_FADV_DONTNEED)
    #endif
  }
}
