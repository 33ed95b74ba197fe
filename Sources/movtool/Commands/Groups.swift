/// `movtool extract`, a group
enum ExtractGroup: DeclaresCommand {
  static let word = "extract"
  static let command = Command(
    name: word, summary: "extract timecode, tracks, pictures, items, atoms or metadata",
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
    members: [
      ExtractTimecode.self, ExtractTrack.self, ExtractPicture.self, ExtractItem.self,
      ExtractAtom.self, ExtractMetadata.self,
    ])
}

/// `movtool insert`, a group
enum InsertGroup: DeclaresCommand {
  static let word = "insert"
  static let command = Command(
    name: word, summary: "add timecode, tracks or atoms to movies",
    examples: [
      Example(
        line: "movtool insert timecode clip.mov --start 01:00:00:00 -o stamped.mov",
        effect: "Write a copy that starts at one hour.")
    ],
    members: [InsertTimecode.self, InsertTrack.self, InsertAtom.self])
}

/// `movtool edit`, a group
enum EditGroup: DeclaresCommand {
  static let word = "edit"
  static let command = Command(
    name: word, summary: "change timecode, tracks, atoms or metadata",
    examples: [
      Example(
        line: "movtool edit timecode clip.mov --shift +01:00:00:00 --in-place",
        effect: "Move its timecode an hour later.")
    ],
    members: [EditTimecode.self, EditTrack.self, EditAtom.self, EditMetadata.self])
}

/// `movtool remove`, a group
enum RemoveGroup: DeclaresCommand {
  static let word = "remove"
  static let command = Command(
    name: word, summary: "remove timecode, tracks, atoms or metadata",
    examples: [
      Example(
        line: "movtool remove timecode clip.mov --in-place",
        effect: "Remove its timecode tracks.")
    ],
    members: [RemoveTimecode.self, RemoveTrack.self, RemoveAtom.self, RemoveMetadata.self])
}
