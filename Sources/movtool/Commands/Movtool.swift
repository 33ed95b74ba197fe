extension Command {
  /// The command table.
  static let movtool = Command(
    name: "movtool",
    summary: "read and write QuickTime and MP4 movies, their timecode and tracks",
    discussion: [
      "Results go to standard output, messages to standard error. The exit status is 0 for "
        + "success, 1 if a file could not be read, understood or written, or if 'check', 'diff' or 'hash --check' "
        + "found something wrong or different, or 'inspect --find' nothing, and 2 if the command line is wrong. "
        + "'movtool help COMMAND' prints the same as --help after the command. -- ends the options, for file names that begin with a dash."
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
    members: [
      Inspect.self, View.self, Samples.self, ListClips.self, Check.self, Diff.self, Hash.self,
      Build.self, Remux.self, Cut.self, Join.self, ExtractGroup.self, InsertGroup.self,
      EditGroup.self, RemoveGroup.self,
      Restore.self, CalculateTimecode.self, Completions.self, Manual.self,
    ])
}
