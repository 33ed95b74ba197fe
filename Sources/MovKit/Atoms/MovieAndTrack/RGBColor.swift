/// A colour of three 16-bit components; 65535 is full intensity (QuickTime's `RGBColor`).
public struct RGBColor: Record, Hashable {
  /// The red component.
  public var red: UInt16 = 0
  /// The green component.
  public var green: UInt16 = 0
  /// The blue component.
  public var blue: UInt16 = 0

  /// Black.
  public init() {}

  /// A colour of these components, 0 to 65535 each.
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

  /// Takes three numbers.
  public mutating func take(summary: FieldValue) -> Bool {
    guard let rows = summary.givenRows, rows.count == 3 else { return false }
    let components = (0..<3).compactMap {
      rows.row($0).givenInteger.flatMap { UInt16(exactly: $0) }
    }
    guard components.count == 3 else { return false }
    (red, green, blue) = (components[0], components[1], components[2])
    return true
  }
}
