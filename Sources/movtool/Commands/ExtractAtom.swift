import MovKit

/// `movtool extract atom`
enum ExtractAtom: DeclaresCommand {
  static let word = "atom"
  static let file = Positional(
    name: "FILE", role: .input, help: "Movie to read; - for standard input",
    takesStandardInput: true)
  static let path = Positional(
    name: "PATH", role: nil,
    help: "Path of the atom, such as moov/trak[1]/mdia/hdlr. An index counts atoms of the same "
      + "type from 0; the default is the first. The end of a path "
      + "is enough if only one atom has it: stsd, mdia/hdlr")
  static let output = Option<FilePath>.path(
    "-o", "--output", role: .output, placeholder: "OUT",
    help: "Write to OUT instead of standard output")

  static let command = Command(
    name: word, summary: "copy the bytes of one atom, with its header",
    discussion: [
      "The bytes are copied unchanged. They are not written to a terminal; use -o or a pipe."
    ],
    positionals: [file, path],
    options: [output.declaration, Option.overwrite.declaration],
    examples: [
      Example(
        line: "movtool extract atom clip.mov moov/udta -o udta.bin",
        effect: "Copy the movie's user data atom into a file."),
      Example(
        line: "movtool extract atom clip.mov moov/mvhd | xxd",
        effect: "Show the movie header byte by byte."),
    ],
    run: run)

  private static func run(
    _ arguments: Arguments, _ session: Session
  ) throws(Failure) {
    let name = arguments.file(file)
    let wanted = try arguments.atomSelector(try arguments.text(path), named: path.name)
    let target = arguments.place(output)
    try session.keepFromTerminal("an atom", target, use: "-o OUT or a pipe")
    let (source, outline) = try InspectedFile.open(name)
    let atom = try outline.file.require(wanted, in: name).atom
    arguments.spared.insert(source.identity)
    guard let start = atom.offset else {
      // The file has it in compressed form.
      let bytes: [UInt8]
      do throws(FormatError) { bytes = try atom.serialized() } catch {
        throw .problem("\(error)", file: name)
      }
      session.messages.detail("decompressed to \(counted(bytes.count, "byte"))", file: name)
      let result = try Output.to(target)
      try result.write(bytes)
      try result.finish()
      return
    }
    session.messages.detail("copying \(counted(atom.size, "byte")) from byte \(start)", file: name)
    let result = try Output.to(target)
    let failed = try FileBytes(start..<start + atom.size, in: source).forEachPiece(upTo: .max) {
      (piece) throws(Failure) in try result.write(Array(piece))
    }
    if let failed { throw .problem(failed.reason, file: name) }
    try result.finish()
  }
}
