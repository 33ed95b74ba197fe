extension Command {
  /// The command table.
  static let movtool = Command(
    name: "movtool",
    summary: "read and write QuickTime and MP4 movies, their timecode and tracks",
    discussion: [
      "Results go to standard output, messages to standard error. The exit status is 0 for "
        + "success, 1 if a file could not be read, understood or written, and 2 if the command "
        + "line is wrong. -- ends the options, for file names that begin with a dash."
    ],
    examples: [
      Example(
        line: "movtool inspect clip.mov",
        effect: "Print a summary of the movie and all its "
          + "atoms."),
      Example(
        line: "movtool extract timecode clip.mov",
        effect: "Print its timecode tracks as JSON."),
      Example(
        line: "movtool insert timecode clip.mov --start 01:00:00:00 -o stamped.mov",
        effect: "Write a copy that starts at one hour."),
    ],
    subcommands: [
      Inspect.command, View.command, Samples.command, ListClips.command, Check.command,
      Diff.command,
      Hash.command,
      Build.command, Remux.command, Cut.command, Join.command,
      Command(
        name: "extract", summary: "extract timecode, tracks, items, atoms or metadata",
        examples: [
          Example(
            line: "movtool extract timecode clip.mov",
            effect: "Print its timecode tracks as JSON."),
          Example(
            line: "movtool extract track clip.mov --track 1 -o clip.h264",
            effect: "Write an H.264 track as a byte stream."),
          Example(
            line: "movtool extract atom clip.mov moov/udta -o udta.bin",
            effect: "Copy the movie's user data atom into a file."),
        ],
        subcommands: [
          ExtractTimecode.command, ExtractTrack.command, ExtractPicture.command,
          ExtractItem.command,
          ExtractAtom.command,
          ExtractMetadata.command,
        ]),
      Command(
        name: "insert", summary: "add timecode, tracks or atoms to movies",
        examples: [
          Example(
            line: "movtool insert timecode clip.mov --start 01:00:00:00 -o stamped.mov",
            effect: "Write a copy that starts at one hour.")
        ],
        subcommands: [InsertTimecode.command, InsertTrack.command, InsertAtom.command]),
      Command(
        name: "edit", summary: "change timecode, tracks, atoms or metadata",
        examples: [
          Example(
            line: "movtool edit timecode clip.mov --shift +01:00:00:00 --in-place",
            effect: "Move its timecode an hour later.")
        ],
        subcommands: [
          EditTimecode.command, EditTrack.command, EditAtom.command, EditMetadata.command,
        ]),
      Command(
        name: "remove", summary: "remove timecode, tracks, atoms or metadata",
        examples: [
          Example(
            line: "movtool remove timecode clip.mov --in-place",
            effect: "Remove its timecode tracks.")
        ],
        subcommands: [
          RemoveTimecode.command, RemoveTrack.command, RemoveAtom.command, RemoveMetadata.command,
        ]),
      Restore.command, CalculateTimecode.command, Completions.command, Manual.command,
    ])
}
