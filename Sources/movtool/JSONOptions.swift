/// Options shared by the commands that print JSON documents.
enum JSONOptions {
  static let compact = Option.flag(
    "--compact", help: "Print JSON with each document on one line (JSON Lines)")
}
