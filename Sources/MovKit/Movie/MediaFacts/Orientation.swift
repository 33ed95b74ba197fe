/// How a matrix turns a picture, if it does so by right angles.
public struct Orientation: Hashable, Sendable {
  /// The rotation in degrees clockwise: 0, 90, 180 or 270.
  public let rotation: Int
  /// Whether the picture is mirrored left to right before it is turned.
  public let isMirrored: Bool

  /// Reads the signs of the numbers of a matrix that turn and scale: `a` and `b` in its first row,
  /// `c` and `d` in its second. Nil if they do anything else.
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
  /// The rotation and mirroring of the matrix; nil if it turns by other angles, or flattens the
  /// picture.
  public var orientation: Orientation? {
    Orientation(
      a: Int(a.rawValue), b: Int(b.rawValue), c: Int(c.rawValue), d: Int(d.rawValue))
  }
}
