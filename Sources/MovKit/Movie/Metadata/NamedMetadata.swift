/// What the metadata of a movie says, by its meaning: of each name the value of the best key.
public struct NamedMetadata: Sendable {
  /// The camera that recorded a movie, as far as the file names it.
  public struct Camera: Equatable, Sendable {
    /// Who made it.
    public var make: String?
    /// What it is called.
    public var model: String?

    /// A camera without a name.
    public init() {}

    /// Make and model as one text. Many models begin with the make.
    public var text: String? {
      guard let make, let model else { return make ?? model }
      return model.lowercased().hasPrefix(make.lowercased()) ? model : "\(make) \(model)"
    }
  }

  /// A date that the file says.
  public struct Date: Equatable, Sendable {
    /// The path of the atom that says it.
    public let path: String
    /// The key of the metadata, or the field of the header.
    public let key: String
    /// The date as the file has it; a date of a header in ISO 8601.
    public let date: String
  }

  /// The camera.
  public private(set) var camera = Camera()
  /// The dates: of the movie header if it is set, and the first of each key of metadata.
  public private(set) var dates: [Date] = []
  /// The date and time of recording with the time zone (ISO 8601); nil if the camera did not write it.
  public private(set) var recordingDate: String?
  /// Where the movie was recorded; nil if the file does not say.
  public private(set) var location: (point: GeographicLocation, path: String, key: String)?
  private var found: [MetadataName: (rank: Int, text: String)] = [:]

  /// The value of a name; nil if the movie has none, or one without text. Spaces and zeros around it are
  /// left out: some cameras fill fields of fixed length with them.
  public subscript(name: MetadataName) -> String? {
    let text = found[name]?.text
    return name == .reel && text?.isUMID == true ? nil : text
  }

  /// The rank of each key of each form: less is better.
  private static let ranks: [MetadataItem.Form: [String: Int]] = {
    var ranks: [MetadataItem.Form: [String: Int]] = [:]
    for name in MetadataName.allCases {
      for (rank, entry) in name.ranked.enumerated() where ranks[entry.form]?[entry.key] == nil {
        ranks[entry.form, default: [:]][entry.key] = rank
      }
    }
    return ranks
  }()

  /// Collects what the metadata of a movie says. Metadata of tracks is not used.
  public init(_ movie: Movie) {
    if let date = movie.creationTime.iso8601 {
      dates.append(Date(path: "moov/mvhd", key: "creation_time", date: date))
    }
    var cameraName: String?
    var locationRank = Int.max
    var dateKeys: Set<String> = []
    // Items are looked at one by one: a file can have millions.
    func take(_ item: MetadataItem) {
      let isCameraName = item.key == "com.apple.proapps.cameraName"
      let name = item.name
      guard name != nil || isCameraName, let text = (item.genreOfNumber ?? item.text)?.trimmed,
        !text.isEmpty
      else { return }
      if cameraName == nil, isCameraName { cameraName = text }
      guard let name else { return }
      if name == .date, dateKeys.insert(item.form.rawValue + item.key).inserted {
        dates.append(Date(path: item.path, key: item.key, date: text))
      }
      if recordingDate == nil, item.key == "com.apple.quicktime.creationdate" {
        recordingDate = text
      }
      // A key with a language has no rank, and comes after all others.
      let rank = Self.ranks[item.form]?[item.key] ?? .max - 1
      if name == .location, rank < locationRank, let point = item.location {
        location = (point, item.path, item.key)
        locationRank = rank
      }
      if rank < found[name]?.rank ?? .max { found[name] = (rank, text) }
    }
    movie.atom.forEachMetadataItem(at: "moov") { take($0) }
    camera.make = self[.make]
    camera.model = self[.model] ?? cameraName
    if camera == Camera(), let device = Self.device(of: movie) { camera = device }
  }

  /// Returns the camera that the XML of Sony cameras names: `<Device manufacturer="" modelName="">`.
  private static func device(of movie: Movie) -> Camera? {
    guard let atom = movie.file.first("meta")?.first("xml "),
      let xml = try? atom.decode(XMLMetadata.self).xml.string
    else { return nil }
    for case .open("Device", let attributes, _) in XMLTokens(Array(xml.utf8)[...]) {
      func attribute(_ name: String) -> String? {
        attributes[name].flatMap { $0.isEmpty ? nil : $0 }
      }
      var camera = Camera()
      camera.make = attribute("manufacturer")
      camera.model = attribute("modelName")
      if camera != Camera() { return camera }
    }
    return nil
  }
}
