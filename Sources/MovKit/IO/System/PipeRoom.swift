#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if !canImport(Darwin)
  import LinuxCalls
#endif

/// How much a pipe holds between the one who writes and the one who reads.
package enum PipeRoom {
  /// What Linux lets any user have, unless it is set otherwise, in bytes.
  private static let most: Int32 = 1 << 20

  /// Gives the pipe behind a descriptor, at either of its ends, the most room it may have. Both then
  /// work at the same time, where with the usual 64 KiB each waits for the other again and again:
  /// megabytes pass four times as fast.
  ///
  /// Does nothing to what is not a pipe, where the system does not allow it, and on Apple systems,
  /// whose pipes grow by themselves.
  package static func enlarge(_ descriptor: Int32) {
    #if !canImport(Darwin)
      let room = fcntl(descriptor, getPipeSize)
      guard room > 0, room < most else { return }
      _ = fcntl(descriptor, setPipeSize, most)
    #endif
  }
}
