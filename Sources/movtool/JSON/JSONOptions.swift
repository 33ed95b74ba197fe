/// Options shared by the commands that print JSON documents.
enum JSONOptions {
  static let compact = Option.flag(
    "--compact", help: "Print JSON with each document on one line (JSON Lines)")
}

extension Arguments {
  /// How JSON documents are laid out for people, or for programs that read lines.
  var jsonLayout: JSONWriter.Layout { self[JSONOptions.compact] ? .compact : .pretty }
}
