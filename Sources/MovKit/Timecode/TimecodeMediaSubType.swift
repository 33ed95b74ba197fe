/// The four kinds of timecode sample, named after the type of their sample description.
public enum TimecodeMediaSubType: Hashable, Sendable, CaseIterable {
  /// `tmcd`: a frame number in 32 bits.
  case timecode32
  /// `tc64`: a frame number in 64 bits.
  case timecode64
  /// `cn32`: a counter in 32 bits.
  case counter32
  /// `cn64`: a counter in 64 bits.
  case counter64

  /// The kind of sample of a sample description of this type; nil if the type is not one of a
  /// timecode.
  public init?(_ code: FourCC) {
    guard let type = Self.allCases.first(where: { $0.fourCC == code }) else { return nil }
    self = type
  }

  /// The type of the sample description.
  public var fourCC: FourCC {
    switch self {
    case .timecode32: "tmcd"
    case .timecode64: "tc64"
    case .counter32: "cn32"
    case .counter64: "cn64"
    }
  }

  /// The size of a sample in bytes.
  public var sampleSize: Int {
    switch self {
    case .timecode32, .counter32: 4
    case .timecode64, .counter64: 8
    }
  }

  /// Whether samples of this type are counts and not frame numbers.
  public var isCounter: Bool { self == .counter32 || self == .counter64 }
}
