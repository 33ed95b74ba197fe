/// A colour of three 16-bit parts, 65535 being full (QuickTime's `RGBColor`).
public struct RGBColor: Record, Hashable {
  public var red: UInt16 = 0
  public var green: UInt16 = 0
  public var blue: UInt16 = 0

  /// Black.
  public init() {}

  public init(red: UInt16, green: UInt16, blue: UInt16) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("red", &red)
    try f("green", &green)
    try f("blue", &blue)
  }

  public var summary: FieldValue? {
    .list([.integer(red), .integer(green), .integer(blue)])
  }
}
