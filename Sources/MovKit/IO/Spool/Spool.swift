import Synchronization

/// Keeps bytes that wait to be written: in memory while they are few, beyond that in a scratch
/// file. Space in that file is used again when the bytes in it are released.
///
/// The file is created when it is first needed. If it cannot be written, the bytes stay in memory:
/// the output is written to the same directory, and will report the problem.
final class Spool: Sendable {
  /// The largest number of bytes of a block in the file.
  static let blockSize = 1 << 18
  /// The number of bytes below which a block stays in memory, since it is not worth its space in
  /// the file.
  static let leastInFile = 1 << 14

  private struct State {
    /// The number of bytes in memory.
    var held = 0
    var file: TemporaryFile?
    /// The file opened for reading, with the size that it had then.
    var contents: File?
    /// The number of blocks that the file has room for.
    var blockCount: UInt64 = 0
    /// The numbers of the blocks that are free.
    var free: [UInt64] = []
    var hasFailed = false
  }

  private let memory: Int
  private let path: FilePath
  private let state = Mutex(State())

  /// - Parameters:
  ///   - memory: the most bytes that may wait in memory.
  ///   - path: the file is created in the directory of this path.
  init(memory: Int, beside path: FilePath) {
    self.memory = memory
    self.path = path
  }

  /// The number of bytes in memory, and the size of the file in bytes.
  var sizes: (memory: Int, file: UInt64) {
    state.withLock { ($0.held, $0.blockCount * UInt64(Self.blockSize)) }
  }

  /// Takes bytes that wait. Their space is free again when the last copy of the result is released.
  func keep(_ bytes: [UInt8]) -> SpooledBytes {
    var kept = SpooledBytes()
    if bytes.count < Self.leastInFile || sizes.memory + bytes.count <= memory {
      kept.append(Block(.memory(bytes), bytes.count, of: self))
      return kept
    }
    for start in stride(from: 0, to: bytes.count, by: Self.blockSize) {
      let part = bytes[start..<min(start + Self.blockSize, bytes.count)]
      let place = write(part).map(Block.Place.file) ?? .memory(Array(part))
      kept.append(Block(place, part.count, of: self))
    }
    return kept
  }

  /// Writes a block. Returns its number in the file; nil if it cannot be written.
  private func write(_ bytes: ArraySlice<UInt8>) -> UInt64? {
    state.withLock { state in
      guard !state.hasFailed else { return nil }
      let number = state.free.popLast() ?? state.blockCount
      do throws(IOError) {
        if state.file == nil { state.file = try TemporaryFile(beside: path, permissions: 0o600) }
        try state.file?.descriptor.write(bytes, at: number * UInt64(Self.blockSize))
      } catch {
        state.hasFailed = true
        return nil
      }
      state.blockCount = max(state.blockCount, number + 1)
      return number
    }
  }

  private func read(_ number: UInt64, count: Int) throws(IOError) -> [UInt8] {
    let start = number * UInt64(Self.blockSize)
    let file = try state.withLock { state throws(IOError) -> File? in
      if let contents = state.contents, contents.size >= start + UInt64(count) { return contents }
      state.contents = try state.file.map { file throws(IOError) in
        try File(try file.descriptor.duplicate(), path: path)
      }
      return state.contents
    }
    guard let file else { throw IOError(.read, path, .closed) }
    return try file.read(at: start, count: count)
  }

  /// Bytes that wait in one place.
  final class Block: Sendable {
    enum Place {
      case memory([UInt8])
      /// The number of the block in the file.
      case file(UInt64)
    }

    let count: Int
    private let place: Place
    private let spool: Spool

    fileprivate init(_ place: Place, _ count: Int, of spool: Spool) {
      self.place = place
      self.count = count
      self.spool = spool
      if isInMemory { spool.state.withLock { $0.held += count } }
    }

    deinit {
      spool.state.withLock { state in
        switch place {
        case .memory: state.held -= count
        case .file(let number): state.free.append(number)
        }
      }
    }

    var isInMemory: Bool {
      if case .memory = place { true } else { false }
    }

    /// Reads the bytes. Throws if the file cannot be read.
    func bytes() throws(IOError) -> [UInt8] {
      switch place {
      case .memory(let bytes): bytes
      case .file(let number): try spool.read(number, count: count)
      }
    }
  }
}
