/// How a matrix turns a picture, where it does so by right angles.
public struct Orientation: Hashable, Sendable {
  /// Degrees clockwise: 0, 90, 180 or 270.
  public let rotation: Int
  /// Whether left and right change places before the picture is turned.
  public let isMirrored: Bool

  /// The signs of the four numbers that turn and scale; nil where they do something else.
  public init?(a: Int, b: Int, c: Int, d: Int) {
    switch (a.signum(), b.signum(), c.signum(), d.signum()) {
    case (1, 0, 0, 1): (rotation, isMirrored) = (0, false)
    case (0, 1, -1, 0): (rotation, isMirrored) = (90, false)
    case (-1, 0, 0, -1): (rotation, isMirrored) = (180, false)
    case (0, -1, 1, 0): (rotation, isMirrored) = (270, false)
    case (-1, 0, 0, 1): (rotation, isMirrored) = (0, true)
    case (0, 1, 1, 0): (rotation, isMirrored) = (270, true)
    case (1, 0, 0, -1): (rotation, isMirrored) = (180, true)
    case (0, -1, -1, 0): (rotation, isMirrored) = (90, true)
    default: return nil
    }
  }
}

extension Matrix {
  /// Nil where the matrix turns by other angles, or flattens the picture.
  public var orientation: Orientation? {
    Orientation(
      a: Int(a.rawValue), b: Int(b.rawValue), c: Int(c.rawValue), d: Int(d.rawValue))
  }
}
