import MovKit

/// Options that every command has, besides `--help`.
enum CommonOptions {
  static let quiet = Option.flag(
    "-q", "--quiet",
    help:
      "Print no messages but errors: no warnings, no progress, and not what was done to each FILE"
  ).excluding("-v")
  static let verbose = Option.flag(
    "-v", "--verbose", help: "Report each step on standard error")
  static let maxMemory = Option<UInt64>.size(
    "--max-memory",
    help:
      "End with an error before what is read takes more than SIZE bytes of memory, such as 500M or 2G; K, M, G "
      + "and T are powers of 1024 (default: no limit but that of the system)"
  )
  static let maxOutput = Option<UInt64>.size(
    "--max-output",
    help:
      "End with an error before the output takes more than SIZE bytes, such as 2G, and more than the input "
      + "(default: 64 times the size of the input, and at least 64 MB)")
  static let maxDepth = Option.number(
    "--max-depth", in: 1...Limits.greatestDepth,
    help: "Read atoms that are inside up to N others, \(Limits.greatestDepth) at most, and keep "
      + "deeper ones as bytes (default: \(Limits().depth))")
  static let version = Option.flag("-V", "--version", help: "Show the version")
  static let help = Option.flag("-h", "--help", help: "Show this help")

  static let declarations = [
    quiet.declaration, verbose.declaration, maxMemory.declaration, maxOutput.declaration,
    maxDepth.declaration, help.declaration, version.declaration,
  ]

  /// Makes the limits that the arguments give hold in the whole process.
  static func setLimits(_ arguments: Arguments) {
    if let most = arguments[maxMemory] { Memory.limit(to: most) }
    var limits = Limits.standard
    OutputLimit.set(to: arguments[maxOutput])
    limits.bytesCopied = arguments[maxOutput]
    if let depth = arguments[maxDepth] { limits.depth = depth }
    Limits.setStandard(limits)
  }
}
