/// The four kinds of timecode sample, named by the type of their sample description.
public enum TimecodeMediaSubType: Hashable, Sendable, CaseIterable {
  /// `tmcd`: a frame number in 32 bits.
  case timecode32
  /// `tc64`: a frame number in 64 bits.
  case timecode64
  /// `cn32`: a counter in 32 bits.
  case counter32
  /// `cn64`: a counter in 64 bits.
  case counter64

  public init?(_ code: FourCC) {
    guard let type = Self.allCases.first(where: { $0.fourCC == code }) else { return nil }
    self = type
  }

  public var fourCC: FourCC {
    switch self {
    case .timecode32: "tmcd"
    case .timecode64: "tc64"
    case .counter32: "cn32"
    case .counter64: "cn64"
    }
  }

  /// Bytes in a sample.
  public var sampleSize: Int {
    switch self {
    case .timecode32, .counter32: 4
    case .timecode64, .counter64: 8
    }
  }

  public var isCounter: Bool { self == .counter32 || self == .counter64 }
}
