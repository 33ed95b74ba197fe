import MovKit

/// A page in HTML about the clips of a card: bars on one axis of timecode, and a table.
struct ListPage {
  private let clips: [Clip]

  /// Whether the page has pictures.
  private let hasPictures: Bool

  init(clips: [Clip], hasPictures: Bool) {
    self.hasPictures = hasPictures
    self.clips = clips.map { clip in
      var clip = clip
      // The folders around are the user's own matter.
      if clip.name.bytes.first == UInt8(ascii: "/") {
        clip.name = FilePath(bytes: clip.name.lastComponent)
      }
      clip.file = clip.name
      return clip
    }
  }

  func write(to output: Output) throws(Failure) {
    let title = counted(clips.count, "clip")
    try PageTemplate.write(.card, titled: title, hasPictures: hasPictures, to: output) {
      () throws(Failure) in
      try writeSummary(to: output)
    } data: { (json) throws(Failure) in
      try json.beginObject()
      try json.member(schema: .card)
      try json.member("version", Version.current)
      try json.key("clips")
      try json.beginArray()
      for clip in clips { try json.write(clip) }
      try json.endArray()
      if hasPictures {
        try json.key("pictures")
        try json.beginArray()
        for clip in clips { try json.write(clip.picture) }
        try json.endArray()
      }
      try json.endObject()
      try json.endDocument()
    }
  }

  /// The clips that are shown without scripts.
  private static let mostLines = 1000

  /// Writes a line for each clip as HTML, for readers without scripts.
  private func writeSummary(to output: Output) throws(Failure) {
    let columns: [ListColumn] = [.name, .first, .last, .reel, .flags]
    try output.write("<table>\n")
    for clip in clips.prefix(Self.mostLines) {
      let cells = columns.map { "<td>\($0.text(of: clip).asHTML)</td>" }.joined()
      try output.write("<tr>\(cells)</tr>\n")
    }
    try output.write("</table>\n")
    let more = clips.count - Self.mostLines
    if more > 0 { try output.write("<p>… and \(counted(more, "more clip"))</p>\n") }
  }
}
