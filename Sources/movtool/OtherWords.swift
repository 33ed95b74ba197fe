/// Answers to commands and options that users of other programs may try.
enum OtherWords {
  /// Returns the answer to a command that does not exist; nil if there is none.
  static func answer(to word: String, in group: String) -> String? {
    let word = word.lowercased()
    if group == "movtool" { return commands[word] }
    if partsOfMetadata.contains(word) {
      switch group {
      case "movtool extract": return "the command is 'movtool extract metadata'"
      case "movtool insert", "movtool edit":
        return "'movtool edit metadata FILE KEY=VALUE -o OUT' adds and changes metadata"
      default:
        let key = word == "metadata" || word == "tags" ? "KEY" : word == "gps" ? "location" : word
        return "'movtool remove metadata FILE \(key) -o OUT' removes that"
      }
    }
    return things[word].flatMap { thing in
      group == "movtool extract" || thing != "picture"
        ? "the command is '\(group) \(thing)'" : nil
    }
  }

  /// Returns the answer to an option that a command does not have; nil if there is none.
  static func answer(toOption word: String, of command: Command) -> String? {
    let word = word.prefix { $0 != "=" }
    if word == "--in",
      command.options.contains(where: { $0.names.contains("--from") && $0.placeholder == "TIME" })
    {
      return "the option is '--from'"
    }
    if inputs.contains(String(word)), let place = command.positionals.first {
      return "\(place.name) is given without an option"
    }
    let names = command.options.flatMap(\.names)
    if ["-o", "--output", "--out"].contains(word), let place = command.positionals.first,
      place.role == .output
    {
      return "\(place.name) is the first argument: movtool \(command.name) \(place.name)"
    }
    if word == "--track", command.name == "timecode", names.contains("--in-place") {
      return
        "'movtool remove timecode' removes every timecode track, and 'movtool remove track' one"
    }
    if word == "--json" {
      if names.contains("--list") { return "'--list' prints JSON" }
      if names.contains("--compact") { return "the output is JSON without it" }
    }
    if word == "--duration" || word == "-t", names.contains("--to") {
      return "'--to' is where the part ends, not how long it is"
    }
    return options[String(word)]?.first { suits($0, word, command) }
      .map { "the option is '\($0)'" }
  }

  /// Whether a command has an option that may be meant. What is a time is not meant where the option takes something
  /// else, as --from of 'insert timecode' takes a file.
  private static func suits(
    _ suggestion: String, _ word: Substring, _ command: Command
  ) -> Bool {
    let name = suggestion.prefix { $0 != " " }.description
    guard let option = command.options.first(where: { $0.names.contains(name) }) else {
      return false
    }
    let isOfTime = name == "--from" || name == "--at" && times.contains(String(word))
    return !isOfTime || option.placeholder == "TIME"
  }

  /// All answers to commands, for tests.
  static var allAnswers: [String] { Array(commands.values) }

  private static let show = "'movtool inspect FILE' shows what is in a movie"
  private static let list = "'movtool list FILE' prints a line for each movie, also of a folder"
  private static let stamp =
    "'movtool insert timecode FILE --start TC -o OUT' adds timecode to a movie"
  private static let calculate =
    "'movtool timecode EXPRESSION --rate RATE' calculates with timecode"
  private static let restamp =
    "'movtool edit timecode FILE --shift +01:00:00:00 -o OUT' shifts the timecode of a movie, and --start sets "
    + "it"
  private static let part =
    "'movtool cut FILE --from TIME --to TIME -o OUT' copies a part of a movie"
  private static let repair =
    "'movtool check --fix FILE -o OUT' corrects headers, and 'movtool restore FILE BACKUP' undoes a change with "
    + "--in-place"
  private static let join = "'movtool join FILE... -o OUT' puts movies one after another"
  private static let convert =
    "movtool does not encode or decode; 'movtool build OUT --video FILE' makes a movie from encoded "
    + "streams"
  private static let take = "'movtool extract track FILE' writes the samples of a track"
  private static let bytes = "'movtool extract atom FILE PATH' copies the bytes of an atom"
  private static let hashes = "'movtool hash FILE' prints hashes of the media of a movie"
  private static let make =
    "'movtool build OUT --video FILE' makes a movie from video, audio and timecode"

  /// The answers to words that are given as a command of `movtool`.
  private static let commands: [String: String] = [
    "ls": list, "dir": list, "card": list, "clips": list, "info": show, "probe": show, "show": show,
    "dump": show,
    "print": show, "tree": show, "atoms": show, "boxes": show, "tracks": show, "streams": show,
    "summary": show, "mediainfo": show, "open": show,
    "metadata": "'movtool extract metadata FILE' prints the metadata of a movie",
    "verify":
      "'movtool check FILE' reports what is wrong with a movie, and 'movtool diff --media FILE COPY' compares the "
      + "media of two",
    "checksum": hashes, "md5": hashes, "sha256": hashes,
    "validate": "'movtool check FILE' reports what is wrong with a movie",
    "lint": "'movtool check FILE' reports what is wrong with a movie",
    "compare":
      "'movtool diff FILE OTHER' compares two movies, and 'movtool diff --timecode ORIGINAL PROXY' their "
      + "timecode",
    "stamp": stamp, "add": stamp, "tag": stamp,
    "set": restamp, "shift": restamp, "offset": restamp, "change": restamp,
    "tc": "'movtool extract timecode FILE' prints timecode, and " + stamp,
    "calc": calculate, "calculate": calculate,
    "tmcd": "'movtool extract timecode FILE' prints timecode, and " + stamp,
    "trim": part, "split": part, "clip": part,
    "fix": repair, "repair": repair, "recover": repair, "untrunc": repair,
    "undo": "'movtool restore FILE BACKUP' undoes a change with --in-place",
    "revert": "'movtool restore FILE BACKUP' undoes a change with --in-place",
    "concat": join, "merge": join, "append": join,
    "convert": convert, "transcode": convert, "encode": convert,
    "mux": make, "create": make, "make": make, "new": make,
    "demux": take, "raw": take, "packets": "'movtool samples FILE' lists the samples of a track",
    "find": "'movtool inspect FILE --find stsd' finds atoms",
    "grep": "'movtool inspect FILE --find stsd' finds atoms",
    "frames": "'movtool extract timecode FILE --frames' lists the frames with their timecode",
    "faststart": fastStart, "fast-start": fastStart, "qt-faststart": fastStart,
    "optimize": fastStart, "rewrap": rewrap, "copy": rewrap, "fragment": fragment,
    "defragment": defragment, "flatten": defragment,
    "strip": remove, "delete": remove, "rm": remove,
    "cat": bytes, "hexdump": bytes, "hex": bytes,
    "completion": "'movtool completions bash' prints completions, also for zsh and fish",
    "version": "'movtool --version' shows the version",
  ]

  private static let remove =
    "'movtool remove timecode FILE -o OUT' removes timecode, 'movtool remove metadata FILE KEY -o OUT' metadata, and "
    + "'movtool remove track FILE --track TRACK -o OUT' a track"
  private static let rewrap = "'movtool remux FILE -o OUT' rewraps a movie"
  private static let fastStart =
    "'movtool remux FILE -o OUT --fast-start' writes a copy with its header first"
  private static let fragment =
    "'movtool remux FILE -o OUT --fragment SECONDS' writes a copy in fragments"
  private static let defragment =
    "'movtool remux FILE -o OUT --no-fragments' writes a copy without fragments"

  /// What words mean that are given after `extract`, `insert` or `remove`.
  private static let things: [String: String] = [
    "tc": "timecode", "timecodes": "timecode", "tmcd": "timecode", "ltc": "timecode",
    "frame": "picture", "frames": "picture", "pictures": "picture", "image": "picture",
    "still": "picture", "thumbnail": "picture",
    "tracks": "track", "stream": "track", "streams": "track", "video": "track", "audio": "track",
    "sound": "track", "samples": "track", "wav": "track", "raw": "track",
    "atoms": "atom", "box": "atom", "boxes": "atom", "bytes": "atom",
  ]

  /// What is metadata.
  private static let partsOfMetadata: Set<String> = [
    "metadata", "tags", "location", "gps", "title", "artist", "comment", "xmp",
  ]

  /// Options that name the input in other programs.
  private static let inputs: Set<String> = ["-i", "--input", "--in", "--infile", "--file"]

  /// Options that say in other programs at what time something starts.
  private static let times: Set<String> = [
    "-s", "-ss", "--start", "--start-time", "--begin", "--since",
  ]

  /// For each option of another program the options to suggest: the first one that the command has.
  private static let options: [String: [String]] = [
    "--timecode": ["--start"], "--tc": ["--start", "--timecode"], "--value": ["--start"],
    "--start-timecode": ["--start", "--timecode"], "--start-tc": ["--start", "--timecode"],
    "--start": ["--timecode", "--from", "--at"], "-s": ["--start", "--from", "--at", "--summary"],
    "-ss": ["--from", "--at", "--start"], "--start-time": ["--from", "--at", "--start"],
    "--begin": ["--from", "--at", "--start"], "--since": ["--from", "--at", "--start"],
    "-to": ["--to"], "--end": ["--to"], "--until": ["--to"],
    "--offset": ["--at"], "--itsoffset": ["--at"],
    "-r": ["--rate"], "--fps": ["--rate"], "--framerate": ["--rate"], "--frame-rate": ["--rate"],
    "--out": ["-o"], "--outfile": ["-o"], "--output-file": ["-o"], "--dest": ["-o"],
    "-n": ["--dry-run"], "--dry": ["--dry-run"], "--simulate": ["--dry-run"],
    "--inplace": ["--in-place"], "-I": ["--in-place"], "--edit": ["--in-place"],
    "-y": ["--overwrite"], "-f": ["--overwrite", "--format"],
    "--force": ["--overwrite", "--replace"],
    "--drop": ["--drop-frame"], "--df": ["--drop-frame"], "--dropframe": ["--drop-frame"],
    "--ndf": ["--non-drop-frame"], "--nondrop": ["--non-drop-frame"],
    "--non-drop": ["--non-drop-frame"],
    "--name": ["--reel"], "--reel-name": ["--reel"], "--tape": ["--reel"],
    "--source-name": ["--reel"],
    "-j": ["--json"], "--faststart": ["--fast-start"], "-movflags": ["--fast-start"],
    "--movflags": ["--fast-start"], "--tracks": ["--track"], "--track-id": ["--track"],
    "--stream": ["--track"], "-map": ["--track"], "--id": ["--track"],
    "--path": ["--atom"], "--box": ["--atom"], "-a": ["--atom"],
    "--levels": ["--depth"], "-L": ["--depth"],
    "--no-color": ["--color never"], "--no-colour": ["--color never"],
    "--wav": ["--format wav", "--audio"], "--csv": ["--format csv"], "--sound": ["--audio"],
  ]
}
