import MovKit

/// `movtool view`
enum View: DeclaresCommand {
  static let word = "view"
  static let files = Positional(
    name: "FILE", role: .input,
    help: "Movie, or a picture such as HEIF; - for standard input; OTHER is compared with it",
    repeats: true, second: "OTHER", takesStandardInput: true)

  static let command = Command(
    name: word, summary: "show a movie in a browser",
    discussion: [
      "Writes the page of 'movtool inspect --html' to a new folder for temporary files, prints its path, "
        + "and opens it in the browser that BROWSER names, or else in the default browser. The page is one "
        + "file that loads nothing from the network. movtool does not delete it."
    ],
    positionals: [files],
    examples: [
      Example(line: "movtool view clip.mov", effect: "Show a movie."),
      Example(line: "movtool view a.mov b.mov", effect: "Show how two movies differ."),
      Example(
        line: "BROWSER=firefox movtool view clip.mov", effect: "Show a movie in another browser."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let paths = arguments.files(files)
    guard paths.count <= 2 else {
      throw arguments.usage(
        "one movie is shown, or two are compared; \(paths.count) files are given")
    }
    let page = try Page(paths, arguments, session)
    let folder = try Process.makeTemporaryFolder()
    let path = folder.appending(name(for: paths))
    do throws(Failure) {
      let output = try Output.to(OutputPlace(path, overwrites: false), onMedium: false)
      try page.write(to: output)
      try output.finish()
    } catch {
      Process.removeFolder(folder)
      throw error
    }
    let result = Output.standard()
    try result.write("\(path)\n")
    try result.finish()
    guard let browser = Browser.command(for: path, environment: Process.environment) else {
      return session.messages.note("no browser was found; open the page yourself, or set BROWSER")
    }
    session.messages.detail("running \(browser)", file: nil)
    if !Browser.start(browser) {
      session.messages.note("the browser cannot be started; open the page yourself, or set BROWSER")
    }
  }

  /// A name that says which movie it is, and needs no escapes anywhere.
  private static func name(for paths: [FilePath]) -> [UInt8] {
    let plain = paths.first?.lastComponent.prefix(100).map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        byte
      default: UInt8(ascii: "_")
      }
    }
    return (plain ?? []) + Array(".html".utf8)
  }
}
