/// A 3×3 transformation, column by column as stored: `a b u c d v x y w`
/// (QuickTime File Format, "Matrices"; ISO/IEC 14496-12, 6.2.2).
public struct Matrix: Record, Hashable {
  public var a = Fixed16x16.one
  public var b = Fixed16x16(rawValue: 0)
  public var u = Fixed2x30(rawValue: 0)
  public var c = Fixed16x16(rawValue: 0)
  public var d = Fixed16x16.one
  public var v = Fixed2x30(rawValue: 0)
  public var x = Fixed16x16(rawValue: 0)
  public var y = Fixed16x16(rawValue: 0)
  public var w = Fixed2x30.one

  /// The identity.
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
