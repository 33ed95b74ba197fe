/// How a sample description says that pictures carry Dolby Vision (`dvcC`, `dvvC` or `dvwC`).
public struct DolbyVisionFacts: Hashable, Sendable {
  /// The profile: 5 has one layer that only Dolby Vision shows, 7 two layers, 8 one layer that others show as well.
  public let profile: Int
  /// The level, 1 to 13.
  public let level: Int
  /// What the pictures are to others: 0 nothing, 1 HDR10, 2 SDR, 4 HLG, 6 Ultra HD Blu-ray.
  public let compatibilityID: Int

  /// Nil if the entry says nothing of it.
  init?(_ entry: Atom) {
    guard let record = entry.dolbyVision?.record else { return nil }
    (profile, level) = (Int(record.profile), Int(record.level))
    compatibilityID = Int(record.compatibilityID)
  }
}

/// The display on which pictures were made (`mdcv`, or `SmDm` of VP9).
public struct MasteringDisplayFacts: Hashable, Sendable {
  /// A point of the CIE 1931 diagram.
  public struct Point: Hashable, Sendable {
    /// The x coordinate, in units of 0.00002.
    public let x: Int
    /// The y coordinate, in units of 0.00002.
    public let y: Int

    fileprivate init(_ point: MasteringDisplay.Point) { (x, y) = (Int(point.x), Int(point.y)) }

    fileprivate init(_ point: VPMasteringDisplay.Point) {
      x = nearest(Int(point.x.rawValue) * 50_000, over: 1 << 16)
      y = nearest(Int(point.y.rawValue) * 50_000, over: 1 << 16)
    }
  }

  /// The red primary of the display.
  public let red: Point
  /// The green primary of the display.
  public let green: Point
  /// The blue primary of the display.
  public let blue: Point
  /// The white point of the display.
  public let whitePoint: Point
  /// The highest luminance of the display, in units of 0.0001 candela per square metre.
  public let maxLuminance: Int
  /// The lowest luminance of the display, in units of 0.0001 candela per square metre.
  public let minLuminance: Int

  /// Nil if the entry says nothing of it.
  init?(_ entry: Atom) {
    if let display = try? entry.first("mdcv")?.decode(MasteringDisplay.self) {
      (red, green, blue) = (Point(display.red), Point(display.green), Point(display.blue))
      whitePoint = Point(display.whitePoint)
      (maxLuminance, minLuminance) = (Int(display.maxLuminance), Int(display.minLuminance))
      return
    }
    guard let display = try? entry.first("SmDm")?.decode(VPMasteringDisplay.self) else {
      return nil
    }
    (red, green, blue) = (Point(display.red), Point(display.green), Point(display.blue))
    whitePoint = Point(display.whitePoint)
    // Its numbers have 8 and 14 bits after the point. 32 bits times 10,000 fit in 46.
    maxLuminance = nearest(Int(display.maxLuminance.rawValue) * 10_000, over: 1 << 8)
    minLuminance = nearest(Int(display.minLuminance.rawValue) * 10_000, over: 1 << 14)
  }
}

/// How bright pictures get (`clli`, or `CoLL` of VP9), in candela per square metre.
public struct ContentLightFacts: Hashable, Sendable {
  /// The luminance of the brightest pixel (MaxCLL); 0 if it is not known.
  public let maxContentLightLevel: Int
  /// The average luminance of the brightest picture (MaxFALL); 0 if it is not known.
  public let maxPicAverageLightLevel: Int

  /// Nil if the entry says nothing of it.
  init?(_ entry: Atom) {
    if let light = try? entry.first("clli")?.decode(ContentLightLevel.self) {
      maxContentLightLevel = Int(light.maxContentLightLevel)
      maxPicAverageLightLevel = Int(light.maxPicAverageLightLevel)
      return
    }
    guard let light = try? entry.first("CoLL")?.decode(VPContentLightLevel.self) else {
      return nil
    }
    (maxContentLightLevel, maxPicAverageLightLevel) = (Int(light.maxCLL), Int(light.maxFALL))
  }
}

/// Returns the integer that is nearest to a fraction of numbers that are not negative.
private func nearest(_ number: Int, over divisor: Int) -> Int { (number + divisor / 2) / divisor }
