/// A 3×3 transformation, stored row by row as `a b u c d v x y w`
/// (QuickTime File Format, "Matrices"; ISO/IEC 14496-12, 6.2.2).
///
/// The point (p, q) becomes (ap + cq + x, bp + dq + y), with both coordinates divided by up + vq +
/// w.
public struct Matrix: Record, Hashable {
  /// The factor of p in the new p: horizontal scaling.
  public var a = Fixed16x16.one
  /// The factor of p in the new q.
  public var b = Fixed16x16(rawValue: 0)
  /// The factor of p in the divisor: 0 in an affine transformation.
  public var u = Fixed2x30(rawValue: 0)
  /// The factor of q in the new p.
  public var c = Fixed16x16(rawValue: 0)
  /// The factor of q in the new q: vertical scaling.
  public var d = Fixed16x16.one
  /// The factor of q in the divisor: 0 in an affine transformation.
  public var v = Fixed2x30(rawValue: 0)
  /// The horizontal translation in pixels.
  public var x = Fixed16x16(rawValue: 0)
  /// The vertical translation in pixels.
  public var y = Fixed16x16(rawValue: 0)
  /// The constant term of the divisor: 1 in an affine transformation.
  public var w = Fixed2x30.one

  /// Creates the identity.
  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("a", &a)
    try f("b", &b)
    try f("u", &u)
    try f("c", &c)
    try f("d", &d)
    try f("v", &v)
    try f("x", &x)
    try f("y", &y)
    try f("w", &w)
  }

  public var summary: FieldValue? {
    .list([
      a.fieldValue, b.fieldValue, u.fieldValue, c.fieldValue, d.fieldValue, v.fieldValue,
      x.fieldValue, y.fieldValue, w.fieldValue,
    ])
  }
}
