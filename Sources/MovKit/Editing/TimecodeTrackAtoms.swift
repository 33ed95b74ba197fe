/// Builds the `trak` of a timecode track: in QuickTime files with the parts that AVFoundation
/// writes, in ISO files with a null media header in place of QuickTime's.
struct TimecodeTrackAtoms {
  var isQuickTime: Bool
  var trackID: UInt32
  var format: TimecodeFormat
  var extent: TimecodeExtent
  /// Of the video, 16.16 pixels.
  var width: UFixed16x16
  var creationTime: MacDate
  /// Where the sample stands in the file.
  var sampleOffset: UInt64

  func track() throws(FormatError) -> Atom {
    Atom("trak", children: [try header(), try edits(), try media()])
  }

  private func header() throws(FormatError) -> Atom {
    var header = TrackHeader()
    header.flags = TrackHeader.enabled | TrackHeader.inMovie | TrackHeader.inPreview
    if isQuickTime {
      header.flags |= TrackHeader.inPoster
      header.width = width
      // High enough for a line of text: players that show timecode show it so.
      header.height = UFixed16x16(rawValue: 20 << 16)
    }
    header.creationTime = creationTime
    header.modificationTime = creationTime
    header.trackID = trackID
    header.duration = extent.leadingGap + extent.shown
    header.version = max(version(of: creationTime.rawValue), version(of: header.duration))
    return try Atom("tkhd", header)
  }

  private func edits() throws(FormatError) -> Atom {
    var list = EditList()
    list.version = max(version(of: extent.shown), version(of: extent.leadingGap))
    var rows = [EditList.Row(segmentDuration: extent.shown, mediaTime: 0, mediaRate: .one)]
    if extent.leadingGap > 0 {
      rows.insert(
        EditList.Row(segmentDuration: extent.leadingGap, mediaTime: -1, mediaRate: .one), at: 0)
    }
    list.entries = try Table(rows, layout: list.version)
    return Atom("edts", children: [try Atom("elst", list)])
  }

  private func media() throws(FormatError) -> Atom {
    var header = MediaHeader()
    header.version = version(of: creationTime.rawValue)
    header.creationTime = creationTime
    header.modificationTime = creationTime
    header.timescale = extent.timescale
    header.duration = UInt64(extent.sampleDuration)
    header.language = .undetermined
    let handler = handler(type: "mhlr", subtype: "tmcd", name: "Core Media Time Code")
    let table = try sampleTable()
    let data = Atom("dinf", children: [try dataReferences()])
    let information =
      isQuickTime
      ? [
        try baseMediaHeader(),
        try Atom(
          "hdlr", self.handler(type: "dhlr", subtype: "alis", name: "Core Media Data Handler")),
        data, table,
      ]
      : [try Atom("nmhd", NullMediaHeader()), data, table]
    return Atom(
      "mdia",
      children: [
        try Atom("mdhd", header), try Atom("hdlr", handler), Atom("minf", children: information),
      ])
  }

  private func handler(type: FourCC, subtype: FourCC, name: String) -> HandlerReference {
    var handler = HandlerReference()
    handler.componentSubtype = subtype
    if isQuickTime {
      handler.componentType = type
      handler.componentManufacturer = "appl"
      // As AVFoundation writes it: 1 for the media, 0 for the data.
      handler.componentFlags = type == "mhlr" ? 1 : 0
      handler.componentName = PascalOrCString(pascal: name)
    } else {
      handler.componentName = PascalOrCString(c: name)
    }
    return handler
  }

  private func baseMediaHeader() throws(FormatError) -> Atom {
    var look = TimecodeMediaInformation()
    look.textFont = 22
    look.textSize = 12
    look.fontName = PascalString("Courier")
    return Atom(
      "gmhd",
      children: [
        try Atom("gmin", BaseMediaInformation()),
        Atom("tmcd", children: [try Atom("tcmi", look)]),
      ])
  }

  private func dataReferences() throws(FormatError) -> Atom {
    let reference =
      isQuickTime
      ? try Atom("alis", AliasDataReference()) : try Atom("url ", URLDataReference())
    return try Atom("dref", DataReferences(), children: [reference])
  }

  private func sampleTable() throws(FormatError) -> Atom {
    let size = format.mediaSubType.sampleSize
    var times = TimeToSample()
    times.entries = try Table([TimeToSample.Row(sampleCount: 1, sampleDelta: extent.sampleDuration)]
    )
    var chunks = SampleToChunk()
    chunks.entries = try Table([
      SampleToChunk.Row(firstChunk: 1, samplesPerChunk: 1, sampleDescriptionIndex: 1)
    ])
    let offsets: Atom
    if let narrow = UInt32(exactly: sampleOffset) {
      var table = ChunkOffsets()
      table.offsets = try Table([narrow])
      offsets = try Atom("stco", table)
    } else {
      var table = ChunkOffsets64()
      table.offsets = try Table([sampleOffset])
      offsets = try Atom("co64", table)
    }
    return Atom(
      "stbl",
      children: [
        try Atom("stsd", SampleDescriptions(), children: [try format.sampleDescription()]),
        try Atom("stts", times), try Atom("stsc", chunks),
        try Atom("stsz", SampleSizes(sampleCount: 1, ofSize: UInt32(size))), offsets,
      ])
  }

  /// Version 1 where 32 bits do not hold a number.
  private func version(of number: UInt64) -> UInt8 { number > UInt64(UInt32.max) ? 1 : 0 }
}
