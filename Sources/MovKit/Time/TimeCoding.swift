// The encoded forms of times, ranges and mappings, with the keys of Core Media's dictionaries, and of rates,
// which have none there.

extension MediaTime: Codable {
  private enum CodingKeys: String, CodingKey {
    case value, timescale, flags, epoch
  }

  /// Reads `value`, `timescale`, `flags` and `epoch`. If the last two are missing, the time is a
  /// number in epoch 0.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let flags = try container.decodeIfPresent(UInt32.self, forKey: .flags)
    self.init(
      value: try container.decode(Int64.self, forKey: .value),
      timescale: try container.decode(Int32.self, forKey: .timescale),
      flags: flags.map(Flags.init(rawValue:)) ?? .valid,
      epoch: try container.decodeIfPresent(Int64.self, forKey: .epoch) ?? 0)
  }

  /// Writes `value`, `timescale`, `flags` and `epoch`.
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

  /// Reads `start` and `duration`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      start: try container.decode(MediaTime.self, forKey: .start),
      duration: try container.decode(MediaTime.self, forKey: .duration))
  }

  /// Writes `start` and `duration`.
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

  /// Reads `source` and `target`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      source: try container.decode(MediaTimeRange.self, forKey: .source),
      target: try container.decode(MediaTimeRange.self, forKey: .target))
  }

  /// Writes `source` and `target`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(source, forKey: .source)
    try container.encode(target, forKey: .target)
  }
}

extension MediaRate: Codable {
  private enum CodingKeys: String, CodingKey {
    case numerator, denominator
  }

  /// Reads `numerator` and `denominator`, which need not be in lowest terms.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let numerator = try container.decode(Int64.self, forKey: .numerator)
    let denominator = try container.decode(Int64.self, forKey: .denominator)
    guard let rate = MediaRate(numerator, over: denominator) else {
      throw DecodingError.dataCorruptedError(
        forKey: .denominator, in: container,
        debugDescription: "\(numerator)/\(denominator) is not a rate in 32 bits")
    }
    self = rate
  }

  /// Writes `numerator` and `denominator`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(numerator, forKey: .numerator)
    try container.encode(denominator, forKey: .denominator)
  }
}
