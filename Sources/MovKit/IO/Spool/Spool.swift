import Synchronization

/// Keeps bytes that wait to be written: in memory as long as they are few, beyond that in a scratch
/// file, whose space is used again when what stood there has gone.
///
/// The file is made when it is first needed. Where it cannot be written, what waits stays in memory:
/// what becomes of it stands in the same directory, and will tell what is wrong there.
final class Spool: Sendable {
  /// Bytes of the largest block that goes into the file.
  static let blockSize = 1 << 18
  /// Fewer bytes than this stay in memory: they are not worth their space in the file.
  static let leastInFile = 1 << 14

  private struct State {
    /// Bytes in memory.
    var held = 0
    var file: TemporaryFile?
    /// The same as it was when it had last grown, to be read.
    var contents: File?
    /// How many blocks the file has room for, and the numbers of those that are free.
    var blockCount: UInt64 = 0
    var free: [UInt64] = []
    var hasFailed = false
  }

  private let memory: Int
  private let path: FilePath
  private let state = Mutex(State())

  /// - Parameters:
  ///   - memory: how many bytes may wait in memory.
  ///   - path: the file goes into the directory that this is in.
  init(memory: Int, beside path: FilePath) {
    self.memory = memory
    self.path = path
  }

  /// How many bytes are in memory, and how many the file takes.
  var sizes: (memory: Int, file: UInt64) {
    state.withLock { ($0.held, $0.blockCount * UInt64(Self.blockSize)) }
  }

  /// Takes bytes that wait; their space is free again when the last copy of the result goes.
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

  /// Returns the number of the block in the file; nil where it cannot be written.
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
      /// The number of the block there.
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

    /// Throws where the file cannot be read.
    func bytes() throws(IOError) -> [UInt8] {
      switch place {
      case .memory(let bytes): bytes
      case .file(let number): try spool.read(number, count: count)
      }
    }
  }
}
