import MovKit

/// What a document of `extract timecode` says of the timecode of a movie.
struct StoredTimecode: Equatable {
  /// The path of the movie, as it was given.
  var file: String
  var tracks: [Track]
  private let text: Text

  struct Track: Equatable {
    var id: UInt32
    /// Ticks per second of the media.
    var timescale: UInt32
    /// The IDs of the tracks that refer to it.
    var associatedTracks: [UInt32]
    /// One for each sample description.
    var formats: [TimecodeFormat]
    var formatPlaces: [Place]
    var samples: [Sample]
    var segments: [Segment]
    /// The edit list; empty if there is none, and in a document of an earlier version.
    var edits: [Edit]
    /// Whether the document has edits, if only none: those of earlier versions do not.
    var saysEdits: Bool
    /// What it says that the timecode starts with; nil if it does not say it.
    var start: Start?
    fileprivate var segmentsPlace: Place
  }

  struct Start: Equatable {
    var label: String
    var place: Place
  }

  struct Sample: Equatable {
    /// The index of its format.
    var format: Int
    var mediaTime: MediaTime
    var duration: MediaTime
    var value: TimecodeSample
    var place: Place
  }

  struct Segment: Equatable {
    var movieTime: MediaTime
    var duration: MediaTime
    /// The index of its format.
    var format: Int
    var value: TimecodeSample
    var place: Place
  }

  struct Edit: Equatable {
    /// How long the edit lasts in the movie.
    var duration: MediaTime
    /// The media time that it begins with; nil if it is empty.
    var mediaTime: MediaTime?
    /// The rate in 1/65536; 0 for a dwell.
    var rate: Int64
    var place: Place
  }

  /// Where a value of a document is. What it says is the same wherever it is.
  struct Place: Equatable {
    /// The number of bytes before it.
    let offset: Int

    static func == (_: Self, _: Self) -> Bool { true }
  }

  /// The text of a document, and of others in it.
  private struct Text: Equatable {
    let bytes: [UInt8]

    static func == (_: Self, _: Self) -> Bool { true }
  }

  /// What is wrong with a value, and in which line it is.
  func problem(_ reason: String, at place: Place) -> SegmentListError {
    let problem = JSONReader.Problem(reason: reason, offset: place.offset)
    return SegmentListError(reason, line: problem.line(in: text.bytes))
  }
}

extension StoredTimecode {
  /// Reads a document in a text.
  /// - Throws: `Problem` at the value that contradicts another, or that lacks something.
  init(_ json: JSONValue, in text: [UInt8]) throws(Problem) {
    guard json["OTIO_SCHEMA"] == nil else {
      throw Problem(
        "OpenTimelineIO is written and not read; use JSON, CSV, an EDL or an Avid log", json)
    }
    guard json["schema"]?.text != JSONSchemas.list.rawValue else {
      throw Problem(SegmentListError.listOfClips, json)
    }
    guard json["schema"]?.text == JSONSchemas.timecode.rawValue else {
      throw Problem(
        "expected a document of 'movtool extract timecode', with the schema "
          + JSONSchemas.timecode.rawValue, json)
    }
    self.text = Text(bytes: text)
    file = try json.member("file").required(\.text, "a string")
    tracks = try json.list("tracks") { (track) throws(Problem) in try Track(track) }
  }

  /// What is wrong with a document, and in which value.
  struct Problem: Error {
    let reason: String
    let offset: Int

    init(_ reason: String, _ value: JSONValue) {
      self.reason = reason
      offset = value.offset
    }
  }
}

extension StoredTimecode.Track {
  fileprivate init(_ json: JSONValue) throws(StoredTimecode.Problem) {
    id = try json.member("trackID").number()
    timescale = try json.member("timescale").number()
    associatedTracks = try json.list("associatedTracks") { (id) throws(StoredTimecode.Problem) in
      try id.number()
    }
    let formats = try json.list("formats") { (format) throws(StoredTimecode.Problem) in
      try TimecodeFormat(stored: format)
    }
    self.formats = formats
    formatPlaces = json["formats"]?.elements?.map { .init(offset: $0.offset) } ?? []
    samples = try json.list("samples") { (sample) throws(StoredTimecode.Problem) in
      let index = try sample.formatIndex("format", in: formats)
      return StoredTimecode.Sample(
        format: index, mediaTime: try sample.member("mediaTime").time(),
        duration: try sample.member("duration").time(),
        value: try sample.value("value", in: formats[index]), place: .init(offset: sample.offset))
    }
    segments = try json.list("segments") { (segment) throws(StoredTimecode.Problem) in
      // Documents of earlier versions have no format here. With one format, there is no choice.
      let index =
        segment["format"] == nil && formats.count == 1
        ? 0 : try segment.formatIndex("format", in: formats)
      return StoredTimecode.Segment(
        movieTime: try segment.member("movieTime").time(),
        duration: try segment.member("duration").time(), format: index,
        value: try segment.value("frameNumber", in: formats[index]),
        place: .init(offset: segment.offset))
    }
    edits =
      json["edits"] == nil
      ? []
      : try json.list("edits") { (edit) throws(StoredTimecode.Problem) in
        let mediaTime = try edit.member("mediaTime")
        return StoredTimecode.Edit(
          duration: try edit.member("duration").time(),
          mediaTime: mediaTime.isNull ? nil : try mediaTime.time(),
          rate: try edit.member("rate").number(), place: .init(offset: edit.offset))
      }
    saysEdits = json["edits"] != nil
    segmentsPlace = .init(offset: try json.member("segments").offset)
    if let value = json["start"], let label = value.text {
      start = StoredTimecode.Start(label: label, place: .init(offset: value.offset))
    }
  }
}

extension StoredTimecode {
  /// Throws if the segments of a track contradict its samples and edits, or its start the segments: somebody may have
  /// changed one of them.
  func checkSegments() throws(SegmentListError) {
    for track in tracks {
      if let first = track.segments.first, let start = track.start,
        let reason = track.formats[first.format].difference(
          of: start.label, from: first.value, "the start is", "first segment")
      {
        throw problem(reason, at: start.place)
      }
      // Documents of earlier versions have no edits.
      guard track.saysEdits, let difference = StoredSegments(track)?.difference() else { continue }
      let segment = difference.segment.map { track.segments[$0].place }
      throw problem(difference.reason, at: segment ?? track.segmentsPlace)
    }
  }
}

extension TimecodeFormat {
  fileprivate init(stored json: JSONValue) throws(StoredTimecode.Problem) {
    let type = try json.member("type")
    guard let code = type.text.flatMap({ FourCC($0) }),
      let subType = TimecodeMediaSubType(code)
    else { throw StoredTimecode.Problem("expected tmcd, tc64, cn32 or cn64", type) }
    let duration = try json.member("frameDuration")
    self.init(
      mediaSubType: subType, frameDuration: duration.isNull ? .invalid : try duration.time(),
      frameQuanta: UInt32(try json.member("frameQuanta").number(UInt8.self)),
      flags: Flags(rawValue: try json.member("flags").member("value").number()))
    let name = try json.member("sourceName")
    guard !name.isNull else { return }
    let reel = try name.required(\.text, "a string or null")
    guard reel.utf8.count <= UInt16.max else {
      throw StoredTimecode.Problem("\(StampError.reelTooLong)", name)
    }
    var source = SourceName(reel: reel)
    if let code = json["sourceLanguageCode"] {
      source.language = LanguageCode(rawValue: try code.number())
    }
    sourceName = source
  }

  /// Returns what is wrong if a text of a document is not the label of a value beside it.
  fileprivate func difference(
    of label: String, from value: TimecodeSample, _ what: String, _ other: String
  ) -> String? {
    guard let own = self.label(of: value), !isLabel(label, of: value),
      asDeclared?.isLabel(label, of: value) != true
    else { return nil }
    return
      "\(what) \(label), but the \(other) says \(own); to use the timecode, insert a list in CSV"
  }
}

extension JSONValue {
  fileprivate func member(_ name: String) throws(StoredTimecode.Problem) -> JSONValue {
    guard let value = self[name] else {
      throw StoredTimecode.Problem("the member '\(name)' is missing", self)
    }
    return value
  }

  fileprivate func required<Value>(
    _ part: (JSONValue) -> Value?, _ expected: String
  ) throws(StoredTimecode.Problem) -> Value {
    guard let value = part(self) else { throw StoredTimecode.Problem("expected \(expected)", self) }
    return value
  }

  fileprivate func number<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) throws(StoredTimecode.Problem) -> Number {
    guard let number = integer(type) else {
      throw StoredTimecode.Problem(
        "expected a whole number from \(Number.min) to \(Number.max)", self)
    }
    return number
  }

  fileprivate func time() throws(StoredTimecode.Problem) -> MediaTime {
    let time = MediaTime(
      value: try member("value").number(), timescale: try member("timescale").number())
    guard time.isNumeric else {
      throw StoredTimecode.Problem("the timescale is not above 0", self)
    }
    return time
  }

  /// Reads the value of a sample, which has this name.
  fileprivate func value(
    _ name: String, in format: TimecodeFormat
  ) throws(StoredTimecode.Problem) -> TimecodeSample {
    let number = try member(name)
    let value: TimecodeSample =
      format.isCounter ? .counter(try number.number()) : .frameNumber(try number.number())
    // Somebody may have changed one of them.
    if let json = self["timecode"], let label = json.text,
      let reason = format.difference(of: label, from: value, "the timecode is", name)
    {
      throw StoredTimecode.Problem(reason, json)
    }
    return value
  }

  fileprivate func formatIndex(
    _ name: String, in formats: [TimecodeFormat]
  ) throws(StoredTimecode.Problem) -> Int {
    let value = try member(name)
    let index = try value.number(Int.self)
    guard formats.indices.contains(index) else {
      throw StoredTimecode.Problem("there is no format \(index)", value)
    }
    return index
  }

  fileprivate func list<Element>(
    _ name: String, _ element: (JSONValue) throws(StoredTimecode.Problem) -> Element
  ) throws(StoredTimecode.Problem) -> [Element] {
    let value = try member(name)
    guard let elements = value.elements else {
      throw StoredTimecode.Problem("expected an array", value)
    }
    var result: [Element] = []
    result.reserveCapacity(elements.count)
    for value in elements { result.append(try element(value)) }
    return result
  }
}
