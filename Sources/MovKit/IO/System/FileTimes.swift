#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// When a file was last read, and when its content was last changed.
struct FileTimes: Hashable, Sendable {
  /// A time since the start of 1970 (UTC).
  struct Time: Hashable, Sendable {
    var seconds: Int
    var nanoseconds: Int
  }

  var accessed: Time
  var modified: Time

  init(accessed: timespec, modified: timespec) {
    self.accessed = Time(seconds: accessed.tv_sec, nanoseconds: accessed.tv_nsec)
    self.modified = Time(seconds: modified.tv_sec, nanoseconds: modified.tv_nsec)
  }
}

extension FileDescriptor {
  /// Sets the times of the file.
  func setTimes(_ times: FileTimes) throws(IOError) {
    let number = number
    let both = [times.accessed, times.modified].map {
      timespec(tv_sec: $0.seconds, tv_nsec: $0.nanoseconds)
    }
    _ = try system(.keepTimes, path) { unsafe Int(futimens(number, both)) }
  }
}

extension File {
  /// Gives this file, which is open for writing, the times of another.
  /// - Returns: The error if that is not possible.
  func takeTimes(of other: File) -> [IOError] {
    do throws(IOError) {
      try descriptor.setTimes(other.times)
      return []
    } catch { return [error] }
  }

  /// When its content was last changed: seconds and nanoseconds since the start of 1970 (UTC).
  package static func modified(
    _ path: FilePath
  ) throws(IOError) -> (seconds: Int64, nanoseconds: Int64) {
    let time = try FileStatus(of: path, followingLinks: true).times.modified
    return (Int64(time.seconds), Int64(time.nanoseconds))
  }
}
