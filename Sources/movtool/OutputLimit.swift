import MovKit
import Synchronization

/// How much the program may write. A table of a few bytes can declare millions of rows, each of which is
/// a line.
enum OutputLimit {
  /// How many times as large as the files that are read the output may be.
  private static let timesInput: UInt64 = 64
  /// What may be written however small the files are. A timecode track of a single sample has a line for
  /// each frame.
  private static let least: UInt64 = 64 << 20

  private struct Counts {
    var read: UInt64 = 0
    var written: UInt64 = 0
    var given: UInt64?
  }
  private static let counts = Mutex(Counts())

  /// Sets the number of bytes that may be written, or as many as are read, if these are more; nil for the default.
  static func set(to most: UInt64?) { counts.withLock { $0.given = most } }

  /// Counts the bytes of a file that is read.
  static func countRead(_ size: UInt64) {
    counts.withLock { $0.read = $0.read.addingClamping(size) }
  }

  /// Counts bytes that are about to be written.
  ///
  /// - Throws: If they are more than may be written.
  static func countWritten(_ size: Int) throws(Failure) {
    let counts = counts.withLock { counts in
      counts.written = counts.written.addingClamping(UInt64(size))
      return counts
    }
    let most = most(given: counts.given, read: counts.read)
    guard counts.written > most else { return }
    let times =
      counts.given == nil && most > least ? ", \(timesInput) times the size of the input" : ""
    let advice = Advice.onErrors["output-limit"].map { "; \($0)" } ?? ""
    throw .problem("the output takes more than \(most) bytes\(times)\(advice)", file: nil)
  }
}

extension OutputLimit {
  /// Returns how many bytes may be written if `read` bytes are read.
  /// - Parameter given: What the user allows; nil for the default.
  static func most(given: UInt64?, read: UInt64) -> UInt64 {
    if let given { return max(given, read) }
    let (product, overflows) = read.multipliedReportingOverflow(by: timesInput)
    return overflows ? .max : max(least, product)
  }
}
