/// Options that every command has, besides `--help`.
enum CommonOptions {
  static let quiet = Option.flag(
    "-q", "--quiet", help: "Print errors only: no warnings and no progress"
  ).excluding("-v")
  static let verbose = Option.flag(
    "-v", "--verbose", help: "Report each step on standard error")
  static let version = Option.flag("-V", "--version", help: "Show the version")
  static let help = Option.flag("-h", "--help", help: "Show this help")

  static let declarations = [
    quiet.declaration, verbose.declaration, help.declaration, version.declaration,
  ]
}
