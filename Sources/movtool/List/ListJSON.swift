import MovKit

extension JSONWriter {
  /// Writes a document about a clip. Every key is always present.
  mutating func write(_ clip: Clip) throws(Failure) {
    try beginObject()
    try member(schema: .list)
    try member("file", clip.file.description)
    try member("name", clip.name.description)
    try member("first", clip.timecode?.first)
    try member("last", clip.timecode?.last)
    try member("frames", clip.frames)
    try member("frameRate", ratio: clip.rate.map { ($0.numerator, $0.denominator) })
    try member("constantFrameRate", flag: clip.rate?.isConstant)
    try member("timecodeRate", ratio: clip.timecodeRate)
    try member("dropFrame", flag: clip.isDropFrame)
    try member("reel", clip.reel)
    try member("videoCodec", clip.video?.codec?.name)
    try member("videoFormat", clip.video?.codec?.format.description)
    try member("width", clip.size?.width)
    try member("height", clip.size?.height)
    try member("audioCodec", clip.audio?.codec?.name)
    try member("audioFormat", clip.audio?.codec?.format.description)
    try member("channels", clip.channels > 0 ? clip.channels : nil)
    try member("duration", clip.duration ?? .invalid)
    try member("creationTime", clip.created)
    try member("localDate", clip.localDate)
    try member("make", clip.camera.make)
    try member("model", clip.camera.model)
    try key("flags")
    try beginArray(inline: true)
    for flag in clip.flags { try value(flag.rawValue) }
    try endArray()
    try member("error", clip.error)
    try endObject()
    try endDocument()
  }
}
