import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The memory of the process. Swift ends a program to which the system gives no memory, so what needs
/// much of it asks first.
package enum Memory {
  /// Requests for less are not checked.
  private static let large = 1 << 20

  private static let most = Atomic<UInt64>(.max)

  /// From now on, `check` fails if the process would take more than a number of bytes.
  package static func limit(to bytes: UInt64) { most.store(bytes, ordering: .relaxed) }

  /// Checks that there is room for a further number of bytes.
  ///
  /// - Throws: `IOError` of kind `memoryLimit` if the process would take more than the limit, or
  ///   `noMemory` if the system has too little.
  package static func check(_ bytes: Int) throws(IOError) {
    guard bytes >= large else { return }
    let limit = most.load(ordering: .relaxed)
    if limit < .max {
      let (sum, overflow) = UInt64(bytes).addingReportingOverflow(resident)
      guard !overflow, sum <= limit else {
        throw IOError(.allocate, nil, .memoryLimit(wanted: UInt64(bytes), limit: limit))
      }
    }
    guard isThere(bytes) else {
      throw IOError(.allocate, nil, .noMemory(wanted: UInt64(bytes)))
    }
  }

  /// Whether the system gives a number of bytes: it is asked for them, and gets them back.
  private static func isThere(_ bytes: Int) -> Bool {
    #if canImport(Darwin)
      let flags = MAP_PRIVATE | MAP_ANON
    #else
      let flags = MAP_PRIVATE | MAP_ANONYMOUS
    #endif
    let start = unsafe mmap(nil, bytes, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard unsafe start != MAP_FAILED, let start = unsafe start else { return false }
    _ = unsafe munmap(start, bytes)
    return true
  }

  /// Asks the system for large pages where it is about to fill much memory. To get small ones takes as long
  /// as to read a file into them; but what takes the place of less memory would take more in large ones.
  @unsafe
  static func prepareToFill(_ memory: UnsafeMutableRawBufferPointer) {
    #if canImport(Glibc)
      guard memory.count >= 16 << 20, let start = memory.baseAddress else { return }
      let page = sysconf(Int32(_SC_PAGESIZE))
      guard page > 0 else { return }
      let first = unsafe start.alignedUp(toMultipleOf: page)
      let count = unsafe memory.count - (first - start)
      // Memory in small pages is as good.
      _ = unsafe madvise(first, count / page * page, MADV_HUGEPAGE)
    #endif
  }

  /// The number of bytes that the process takes; on Apple systems the most that it has taken.
  private static var resident: UInt64 {
    #if os(Linux)
      if let pages = residentPages {
        return pages &* UInt64(clamping: sysconf(Int32(_SC_PAGESIZE)))
      }
    #endif
    var usage = rusage()
    // RUSAGE_SELF, whose type differs from system to system.
    guard unsafe getrusage(0, &usage) == 0 else { return 0 }
    #if canImport(Darwin)
      return UInt64(clamping: usage.ru_maxrss)
    #else
      return UInt64(clamping: usage.ru_maxrss) &* 1024
    #endif
  }

  #if os(Linux)
    /// The second number of `/proc/self/statm`; nil if that cannot be read.
    private static var residentPages: UInt64? {
      let file = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { _ = close(file) }
      var text = [UInt8](repeating: 0, count: 128)
      let count = unsafe text.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
      let words = text.prefix(max(count, 0)).split(separator: UInt8(ascii: " "))
      return words.count > 1 ? UInt64(String(decoding: words[1], as: UTF8.self)) : nil
    }
  #endif
}
