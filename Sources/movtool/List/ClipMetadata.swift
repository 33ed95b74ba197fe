import MovKit

/// The camera that recorded a movie, as far as the file names it.
struct Camera: Equatable, Sendable {
  var make: String?
  var model: String?

  /// Make and model as one text. Many models begin with the make.
  var text: String? {
    guard let make, let model else { return make ?? model }
    return model.lowercased().hasPrefix(make.lowercased()) ? model : "\(make) \(model)"
  }
}

/// What the metadata of a movie says about its recording.
struct ClipMetadata {
  private(set) var camera = Camera()
  /// The date and time of recording with the time zone (ISO 8601).
  private(set) var date: String?
  private(set) var reel: String?

  /// For each fact the keys that hold it, the best first.
  private static let makes = ["com.apple.quicktime.make", "©mak", "com.android.manufacturer"]
  private static let models = [
    "com.apple.quicktime.model", "©mod", "com.android.model", "com.apple.proapps.cameraName",
  ]
  private static let dates = ["com.apple.quicktime.creationdate"]
  private static let reels = ["com.apple.proapps.reel", "com.arri.camera.ReelName"]

  init(_ movie: Movie) {
    var texts: [String: String] = [:]
    for item in movie.metadata {
      guard case .text(let text) = item.value, texts[item.key] == nil else { continue }
      // Some cameras fill fields of fixed length with zeros and spaces.
      let plain = text.trimmed
      if !plain.isEmpty { texts[item.key] = plain }
    }
    func first(_ keys: [String]) -> String? { keys.lazy.compactMap { texts[$0] }.first }
    camera = Camera(make: first(Self.makes), model: first(Self.models))
    date = first(Self.dates)
    // Some programs write a UMID (SMPTE ST 330) under the key of the reel.
    reel = first(Self.reels).flatMap { $0.uppercased().contains("060A2B34") ? nil : $0 }
    if camera == Camera(), let device = Self.device(of: movie) { camera = device }
  }

  /// Returns the camera that the XML of Sony cameras names: `<Device manufacturer="" modelName="">`.
  private static func device(of movie: Movie) -> Camera? {
    guard let atom = movie.file.first("meta")?.first("xml "),
      let xml = try? atom.decode(XMLMetadata.self).xml.string,
      let start = xml.range(ofASCII: "<Device ")
    else { return nil }
    let tag = String(decoding: xml.utf8[start...].prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
    func attribute(_ name: String) -> String? {
      guard let place = tag.range(ofASCII: " \(name)=\"") else { return nil }
      let value = tag.utf8[place...].prefix { $0 != UInt8(ascii: "\"") }
      return value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
    }
    let camera = Camera(make: attribute("manufacturer"), model: attribute("modelName"))
    return camera == Camera() ? nil : camera
  }
}

extension String {
  /// The text without zeros and spaces at its ends.
  fileprivate var trimmed: String {
    func isBlank(_ character: Character) -> Bool { character.isWhitespace || character == "\0" }
    let rest = drop(while: isBlank)
    return String(rest.prefix(rest.count - rest.reversed().prefix(while: isBlank).count))
  }

  /// Returns where the text goes on after a pattern of ASCII characters; nil if it does not occur.
  fileprivate func range(ofASCII pattern: String) -> String.Index? {
    let wanted = Array(pattern.utf8)
    guard let first = wanted.first else { return nil }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: wanted) { return utf8.index(start, offsetBy: wanted.count) }
      rest = rest.dropFirst()
    }
    return nil
  }
}
