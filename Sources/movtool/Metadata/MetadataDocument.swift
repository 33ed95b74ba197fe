import MovKit

/// What `extract metadata` prints of a file.
struct MetadataDocument {
  let path: FilePath
  let source: File
  let movie: Movie

  init(_ path: FilePath) throws(Failure) {
    self.path = path
    let (source, outline) = try InspectedFile.open(path)
    self.source = source
    do throws(ReadingError) { movie = try outline.movie() } catch {
      throw .problem(error.advised(), file: path)
    }
  }

  func write(to json: inout JSONWriter) throws(Failure) {
    let named = NamedMetadata(movie)
    try json.beginObject()
    try json.member(schema: .metadata)
    try json.member("file", path.description)
    try json.key("named")
    try json.beginObject()
    for (key, name) in Self.names { try json.member(key, named[name]) }
    try json.endObject()
    try json.key("camera")
    try json.beginObject()
    try json.member("make", named.camera.make)
    try json.member("model", named.camera.model)
    try json.member("lens", named[.lens])
    try json.member("software", named[.software])
    try json.endObject()
    try json.key("location")
    if let location = named.location {
      try json.beginObject()
      try json.key("latitude")
      try json.value(exactly: location.point.latitude)
      try json.key("longitude")
      try json.value(exactly: location.point.longitude)
      try json.key("altitude")
      if let altitude = location.point.altitude {
        try json.value(exactly: altitude)
      } else {
        try json.null()
      }
      try json.member("path", location.path)
      try json.member("key", location.key)
      try json.endObject()
    } else {
      try json.null()
    }
    try json.key("dates")
    try json.beginArray()
    for date in named.dates {
      try json.beginObject()
      try json.member("path", date.path)
      try json.member("key", date.key)
      try json.member("date", date.date)
      try json.endObject()
    }
    try json.endArray()
    try json.key("items")
    try json.beginArray()
    try movie.forEachMetadataItem { (item) throws(Failure) in try Self.write(item, to: &json) }
    try json.endArray()
    try json.endObject()
    try json.endDocument()
  }

  private static let names: [(String, MetadataName)] = [
    ("title", .title), ("artist", .artist), ("albumArtist", .albumArtist), ("album", .album),
    ("author", .author), ("comment", .comment), ("description", .description),
    ("copyright", .copyright), ("genre", .genre), ("keywords", .keywords), ("composer", .composer),
    ("performer", .performer), ("director", .director), ("producer", .producer),
    ("publisher", .publisher), ("grouping", .grouping), ("lyrics", .lyrics), ("track", .track),
    ("disk", .disk), ("reel", .reel),
  ]

  private static func write(_ item: MetadataItem, to json: inout JSONWriter) throws(Failure) {
    try json.beginObject()
    try json.member("path", item.path)
    try json.member("trackID", item.trackID)
    try json.member("form", item.form.rawValue)
    try json.member("key", item.key)
    try json.member("name", item.name?.rawValue)
    try json.member("language", item.language.iso639)
    if !item.otherLanguages.isEmpty {
      try json.key("otherLanguages")
      try json.beginArray(inline: true)
      for language in item.otherLanguages {
        if let code = language.iso639 { try json.value(code) } else { try json.null() }
      }
      try json.endArray()
    }
    switch item.value {
    case .text(let text):
      try json.member("type", "text")
      try json.member("text", text)
    case .integer(let number):
      try json.member("type", "integer")
      try json.member("integer", number)
    case .real(let number):
      try json.member("type", "real")
      try json.member("real", number)
    case .numberOfTotal(let number, let total):
      try json.member("type", "numberOfTotal")
      try json.member("number", number)
      try json.member("total", total)
    case .bytes(let bytes, let type):
      try json.member("type", "bytes")
      try json.member("wellKnownType", type)
      try json.key("bytes")
      try json.hexadecimal { (take) throws(Failure) in try take(bytes) }
    }
    try json.endObject()
  }
}
