/// The forms of times, ranges and mappings in a dictionary, with Core Media's keys.

extension MediaTime: Codable {
  private enum CodingKeys: String, CodingKey {
    case value, timescale, flags, epoch
  }

  /// Reads `value`, `timescale`, `flags` and `epoch`. Where the last two are left out, the time is
  /// a number in epoch 0.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let flags = try container.decodeIfPresent(UInt32.self, forKey: .flags)
    self.init(
      value: try container.decode(Int64.self, forKey: .value),
      timescale: try container.decode(Int32.self, forKey: .timescale),
      flags: flags.map(Flags.init(rawValue:)) ?? .valid,
      epoch: try container.decodeIfPresent(Int64.self, forKey: .epoch) ?? 0)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: .value)
    try container.encode(timescale, forKey: .timescale)
    try container.encode(flags.rawValue, forKey: .flags)
    try container.encode(epoch, forKey: .epoch)
  }
}

extension MediaTimeRange: Codable {
  private enum CodingKeys: String, CodingKey {
    case start, duration
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      start: try container.decode(MediaTime.self, forKey: .start),
      duration: try container.decode(MediaTime.self, forKey: .duration))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(start, forKey: .start)
    try container.encode(duration, forKey: .duration)
  }
}

extension MediaTimeMapping: Codable {
  private enum CodingKeys: String, CodingKey {
    case source, target
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      source: try container.decode(MediaTimeRange.self, forKey: .source),
      target: try container.decode(MediaTimeRange.self, forKey: .target))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(source, forKey: .source)
    try container.encode(target, forKey: .target)
  }
}
