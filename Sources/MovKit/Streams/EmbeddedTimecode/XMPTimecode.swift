/// The start timecodes and the reel in an XMP packet (Adobe, XMP Specification Part 2, "Dynamic Media
/// namespace").
struct XMPTimecode: Equatable, Sendable {
  /// A property of type `Timecode`.
  struct Start: Equatable, Sendable {
    /// `startTimecode` or `altTimecode`.
    var property: String
    /// The label.
    var label: EmbeddedLabel
    /// How long a frame lasts; nil if the format is missing or unknown.
    var frameDuration: MediaTime?
  }

  /// The start timecodes, in the order of the packet.
  var starts: [Start] = []
  /// `tapeName`.
  var reel: String?

  /// Reads a packet: properties as elements, as attributes, or as either in `rdf:Description`.
  init(_ packet: Bytes) {
    var open: (property: String, format: String?, value: String?)?
    var element = ""
    for token in XMLTokens(packet) {
      switch token {
      case .open(let name, let attributes, let isEmpty):
        element = isEmpty ? "" : name
        if reel == nil, let tape = attributes["tapeName"], !tape.isEmpty { reel = tape }
        if Self.properties.contains(name) {
          open = (name, attributes["timeFormat"], attributes["timeValue"])
          if isEmpty { add(&open) }
        } else if open != nil {
          if let format = attributes["timeFormat"] { open?.format = format }
          if let value = attributes["timeValue"] { open?.value = value }
        }
      case .text(let text):
        switch element {
        case "timeFormat": open?.format = text
        case "timeValue": open?.value = text
        case "tapeName" where reel == nil: reel = text
        default: break
        }
      case .close(let name):
        element = ""
        if name == open?.property { add(&open) }
      }
    }
  }

  private static let properties: Set = ["startTimecode", "altTimecode"]

  private mutating func add(_ open: inout (property: String, format: String?, value: String?)?) {
    defer { open = nil }
    guard let found = open, let value = found.value, let text = try? TimecodeText(value) else {
      return
    }
    let format = found.format.flatMap { Self.formats[$0] }
    starts.append(
      Start(
        property: found.property,
        label: EmbeddedLabel(
          text.timecode, isDropFrame: format?.isDropFrame ?? text.separatorSaysDropFrame),
        frameDuration: format?.frame))
  }

  private static let formats: [String: (frame: MediaTime, isDropFrame: Bool)] = {
    func frame(_ value: Int64, _ scale: Int32) -> MediaTime {
      MediaTime(value: value, timescale: scale)
    }
    return [
      "24Timecode": (frame(1, 24), false), "25Timecode": (frame(1, 25), false),
      "2997DropTimecode": (frame(1001, 30000), true),
      "2997NonDropTimecode": (frame(1001, 30000), false),
      "30Timecode": (frame(1, 30), false), "50Timecode": (frame(1, 50), false),
      "5994DropTimecode": (frame(1001, 60000), true),
      "5994NonDropTimecode": (frame(1001, 60000), false),
      "60Timecode": (frame(1, 60), false), "23976Timecode": (frame(1001, 24000), false),
    ]
  }()
}
