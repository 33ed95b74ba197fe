import Foundation

/// Small, fast and the same everywhere: what a seed gives once it gives always.
public struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  public mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<max(0, count)).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  /// True once in `times`.
  public mutating func once(in times: UInt64) -> Bool { next() % times == 0 }
}

/// The one seed of a test run: fixed, so that a run can be had again; given by `MOVKIT_SEED` as a
/// number, or as `random` to look for something new.
public enum Seed {
  public static let base: UInt64 = {
    switch ProcessInfo.processInfo.environment["MOVKIT_SEED"] {
    case "random": UInt64.random(in: 0..<1_000_000_000)
    case let text?: UInt64(text) ?? 1
    case nil: 1904
    }
  }()

  /// A generator for one subject of a test, whatever else runs.
  public static func generator(_ subject: String, _ index: Int = 0) -> SplitMix64 {
    var hash = base ^ 0xCBF2_9CE4_8422_2325
    for byte in subject.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return SplitMix64(seed: hash &+ UInt64(index) &* 0x1_0000_0001)
  }

  /// What a failure says, so that it can be had again.
  public static func note(_ subject: String, _ index: Int) -> String {
    "\(subject), value \(index), MOVKIT_SEED=\(base)"
  }
}
