/// A size in pixels. Track headers have it in 16.16 fixed point, which `Double` holds exactly.
public struct PixelSize: Hashable, Sendable {
  /// From 0 to 65535.99998.
  public var width: Double
  /// From 0 to 65535.99998.
  public var height: Double

  /// Creates a size in pixels.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  init(_ width: UFixed16x16, _ height: UFixed16x16) {
    self.init(width: width.value, height: height.value)
  }

  /// No pixels, as tracks without pictures have.
  public static let zero = PixelSize(width: 0, height: 0)
}

extension PixelSize: CustomStringConvertible {
  /// Such as `1920 × 1080`.
  public var description: String { "\(UFixed16x16(width)) × \(UFixed16x16(height))" }
}
