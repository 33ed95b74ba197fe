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

/// The buffer of a pipe: how much it holds between the writer and the reader.
package enum PipeRoom {
  /// The most bytes that Linux allows any user, unless it is configured otherwise.
  private static let most: Int32 = 1 << 20

  /// Gives a pipe the largest buffer that it may have. The descriptor may be of either end. With
  /// the usual 64 KiB, writer and reader wait for each other again and again; with more, both work
  /// at the same time, and megabytes pass four times as fast.
  ///
  /// Does nothing if the descriptor is not a pipe, if the system does not allow it, and on Apple
  /// systems, whose pipes grow by themselves.
  package static func enlarge(_ descriptor: Int32) {
    #if !canImport(Darwin)
      let room = fcntl(descriptor, getPipeSize)
      guard room > 0, room < most else { return }
      _ = fcntl(descriptor, setPipeSize, most)
    #endif
  }
}
