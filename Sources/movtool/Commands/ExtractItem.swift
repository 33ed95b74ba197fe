import MovKit

/// `movtool extract item`
enum ExtractItem: DeclaresCommand {
  static let word = "item"
  static let file = Positional(
    name: "FILE", role: .input, help: "Picture to read, such as HEIF or AVIF; - for standard input",
    takesStandardInput: true)
  static let item = Positional(
    name: "ITEM", role: nil,
    help: "ID of the item, or primary, thumbnail, exif or xmp", unlessOption: list.declaration.name)
  static let raw = Option.flag("--raw", help: "Copy the bytes of the item as they are in the file")
  static let list = Option.flag("--list", help: "List the items and extract nothing").excluding(
    "--raw")
  static let json = Option.flag("--json", help: "List the items as JSON, with --list")
  static let output = Option<FilePath>.path(
    "-o", "--output", role: .output, placeholder: "OUT",
    help: "Write to OUT instead of standard output")

  static let command = Command(
    name: word, summary: "extract a picture or metadata of HEIF or AVIF",
    discussion: [
      "Writes what other programs open: H.264, HEVC and H.266 as a byte stream (Annex B) with the parameter "
        + "sets, AV1 as OBUs, JPEG as a JPEG file, JPEG 2000 as a codestream, Exif as a TIFF file, XMP and "
        + "other documents as they are. "
        + "Items of other types are copied byte for byte, and a message says so. Nothing is decoded, turned "
        + "or cut. The output is not written to a terminal.",
      "A picture that is made of others (grid, iovl, iden, tmap) has no stream of its own: extract its "
        + "parts, whose IDs --list prints.",
    ],
    positionals: [file, item],
    options: [
      raw.declaration, output.declaration, Option.overwrite.declaration, list.declaration,
      json.declaration, JSONOptions.compact.declaration,
    ],
    examples: [
      Example(
        line: "movtool extract item photo.heic --list",
        effect: "List the items of a picture."),
      Example(
        line: "movtool extract item photo.heic exif -o photo.tif",
        effect: "Write its Exif, which exiftool reads."),
      Example(
        line: "movtool extract item photo.heic thumbnail -o thumbnail.h265",
        effect: "Write its thumbnail, which ffmpeg decodes."),
    ],
    run: run)

  private static func run(_ arguments: Arguments, _ session: Session) throws(Failure) {
    let name = arguments.file(file)
    let isJSON = arguments[json] || arguments[JSONOptions.compact]
    guard arguments[list] || !isJSON else {
      throw arguments.usage("'--json' and '--compact' require '--list'")
    }
    if arguments[list], try !arguments.text(item).isEmpty {
      throw arguments.usage("'--list' lists all items and takes no ITEM")
    }
    let choice = arguments[list] ? nil : try choice(arguments)
    let target = arguments.place(output)
    if choice != nil {
      try session.keepFromTerminal("an item", target, use: "-o OUT or a pipe")
    }
    let (source, outline) = try InspectedFile.open(name)
    arguments.spared.insert(source.identity)
    guard let items = Self.items(of: outline.file) else {
      throw .problem("the file has no items (meta with iloc or iinf)", file: name)
    }
    guard let choice else {
      if !isJSON { session.checkName(of: target?.path, is: "a table as text", own: []) }
      return try list(items, of: name, isJSON, arguments)
    }
    let item = try choice.item(in: items, name)
    if item.isDerived, !arguments[raw] { throw Self.derived(item, items, name) }
    var stream: ItemStream
    do throws(ReadingError) {
      stream = try ItemStream(of: item, in: items, isRaw: arguments[raw])
    } catch { throw Failure(error, about: name) }
    session.messages.detail(
      "extracting item \(item.id) (\(item.type)) as \(stream.form)", file: name)
    if let reason = stream.reason {
      session.messages.note("item \(item.id) is copied byte for byte: \(reason)", file: name)
    }
    session.checkName(
      of: target?.path, is: "item \(item.id) ('\(item.type)')",
      own: item.type == "jpeg" ? [".jpg", ".jpeg"] : item.type == "mime" ? [".xml"] : [])
    let result = try Output.to(target)
    while let piece = try next(&stream, name) { try result.write(piece[...]) }
    try result.finish()
  }

  /// The items of the file, or, if it has none, those of the movie or of the first track with any.
  private static func items(of file: AtomFile) -> FileItems? {
    if let items = FileItems(file) { return items }
    guard let movie = file.first("moov") else { return nil }
    if let items = FileItems(in: movie, of: file) { return items }
    for track in movie.children where track.type == "trak" {
      if let items = FileItems(in: track, of: file) { return items }
    }
    return nil
  }

  private static func choice(_ arguments: Arguments) throws(Failure) -> ItemChoice {
    let text = try arguments.text(item)
    guard let choice = ItemChoice(text) else {
      throw arguments.usage(
        "invalid item \(text.quoted) for ITEM: expected an ID, primary, thumbnail, exif or xmp")
    }
    return choice
  }

  private static func list(
    _ items: FileItems, of name: FilePath, _ isJSON: Bool, _ arguments: Arguments
  ) throws(Failure) {
    let output = try Output.to(arguments.place(output))
    let listing = ItemListing(items)
    if isJSON {
      var json = JSONWriter(to: output, layout: arguments.jsonLayout)
      try listing.write(of: name, to: &json)
    } else {
      try listing.write(to: output)
    }
    try output.finish()
  }

  private static func next(
    _ stream: inout ItemStream, _ name: FilePath
  ) throws(Failure) -> [UInt8]? {
    do throws(ReadingError) { return try stream.next() } catch { throw Failure(error, about: name) }
  }

  private static func derived(
    _ item: FileItem, _ items: FileItems, _ name: FilePath
  ) -> Failure {
    let parts = items.items("dimg", from: item.id)
    guard let first = parts.first else {
      return .problem(
        "item \(item.id) is of type \(item.type), made of other items, and names none (dimg)",
        file: name)
    }
    return .problem(
      "item \(item.id) is of type \(item.type), made of the items \(parts.listed); extract one "
        + "of them: 'movtool extract item FILE \(first)'", file: name)
  }
}
