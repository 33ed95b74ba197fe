/// Builds the `trak` of a timecode track with one sample.
struct TimecodeTrackAtoms {
  var isQuickTime: Bool
  var trackID: UInt32
  var format: TimecodeFormat
  var extent: TimecodeExtent
  /// The width of the video in pixels, in 16.16 fixed point.
  var width: UFixed16x16
  var creationTime: MacDate
  /// The file offset of the sample in bytes.
  var sampleOffset: UInt64

  func track() throws(FormatError) -> Atom {
    var track = MediaTrackAtoms(
      isQuickTime: isQuickTime, mediaType: "tmcd", sampleTable: try sampleTable())
    track.header.flags = TrackHeader.enabled | TrackHeader.inMovie | TrackHeader.inPreview
    if isQuickTime {
      track.header.flags |= TrackHeader.inPoster
      track.header.width = width
      track.header.height = Self.height
    }
    track.header.creationTime = creationTime
    track.header.modificationTime = creationTime
    track.header.trackID = trackID
    track.header.duration = extent.leadingGap + extent.shown
    track.mediaHeader.creationTime = creationTime
    track.mediaHeader.modificationTime = creationTime
    track.mediaHeader.timescale = extent.timescale
    track.mediaHeader.duration = UInt64(extent.sampleDuration)
    if extent.leadingGap > 0 {
      track.edits.append(EditList.Row(segmentDuration: extent.leadingGap, mediaTime: -1))
    }
    track.edits.append(EditList.Row(segmentDuration: extent.shown, mediaTime: 0))
    return try track.track()
  }

  /// High enough for a line of text, which is how players show timecode.
  static let height = UFixed16x16(rawValue: 20 << 16)

  private func sampleTable() throws(FormatError) -> [Atom] {
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
    return [
      try Atom("stsd", SampleDescriptions(), children: [try format.sampleDescription()]),
      try Atom("stts", times), try Atom("stsc", chunks),
      try Atom("stsz", SampleSizes(sampleCount: 1, ofSize: UInt32(size))), offsets,
    ]
  }
}
