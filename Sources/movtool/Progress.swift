#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A line on a terminal that shows how far a long operation has come and how long it will still
/// take. It shows nothing if standard error is not a terminal, and nothing in the first second.
final class Progress {
  /// What is counted.
  enum Unit { case bytes, files }

  private let verb: String
  private let total: UInt64
  private let unit: Unit
  private let sink: (String) -> Void
  private let start: ContinuousClock.Instant
  /// When the line was last shown; nil if it is not on the terminal.
  private var shown: ContinuousClock.Instant?

  /// How long the operation must take before the line appears.
  private static let patience = Duration.seconds(1)
  /// The shortest time between two updates of the line.
  private static let interval = Duration.milliseconds(200)

  /// `verb` is what is being done, such as "copying"; `total` is in the unit.
  init(
    _ verb: String, total: UInt64, unit: Unit = .bytes, start: ContinuousClock.Instant = .now,
    sink: @escaping (String) -> Void
  ) {
    self.verb = verb
    self.total = total
    self.unit = unit
    self.start = start
    self.sink = sink
  }

  /// Returns a progress line on standard error; nil if that is not a terminal.
  static func onTerminal(
    _ verb: String, total: @autoclosure () -> UInt64, unit: Unit = .bytes
  ) -> sending Progress? {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    return Progress(verb, total: total(), unit: unit) {
      _ = Output.write(Array($0.utf8)[...], to: STDERR_FILENO)
    }
  }

  deinit { clear() }

  /// Shows that `done` bytes or files are done.
  func update(_ done: UInt64, at now: ContinuousClock.Instant = .now) {
    guard now - start >= Progress.patience, shown.map({ now - $0 >= Progress.interval }) ?? true
    else { return }
    shown = now
    sink("\r" + line(done, after: now - start) + "\u{1B}[K")
  }

  /// Removes the line, so that a message can take its place.
  func clear() {
    if shown != nil { sink("\r\u{1B}[K") }
    shown = nil
  }

  private func line(_ done: UInt64, after time: Duration) -> String {
    guard done < total || unit == .files else { return "\(verb): waiting for the disk" }
    let milliseconds = max(time.milliseconds, 1)
    // If the product does not fit 64 bits, the rate need not be exact.
    let (scaled, overflow) = done.multipliedReportingOverflow(by: 1000)
    let rate = overflow ? done / milliseconds &* 1000 : scaled / milliseconds
    let left = rate > 0 && done < total ? ", \(Progress.span((total - done) / rate)) left" : ""
    if unit == .files { return "\(verb): \(done) of \(total) files\(left)" }
    return "\(verb): \(Progress.size(done)) of \(Progress.size(total)), "
      + "\(Progress.size(rate))/s\(left)"
  }

  private static func size(_ bytes: UInt64) -> String {
    var unit: UInt64 = 1
    var names = ["B", "kB", "MB", "GB", "TB"][...]
    while bytes / unit >= 1000, names.count > 1 {
      unit *= 1000
      names = names.dropFirst()
    }
    let tenths = unit == 1 ? "" : ".\(bytes % unit / (unit / 10))"
    return "\(bytes / unit)\(tenths) \(names.first ?? "")"
  }

  private static func span(_ seconds: UInt64) -> String {
    let minutes = seconds / 60
    if minutes == 0 { return "\(seconds) s" }
    return minutes < 60
      ? "\(minutes) min \(seconds % 60) s" : "\(minutes / 60) h \(minutes % 60) min"
  }
}

extension Duration {
  fileprivate var milliseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(clamping: seconds) &* 1000
      &+ UInt64(clamping: attoseconds / 1_000_000_000_000_000)
  }
}
