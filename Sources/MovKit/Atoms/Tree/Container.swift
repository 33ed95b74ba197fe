/// An atom that holds nothing but child atoms.
public struct Container: Record {
  public init() {}
  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.children()
  }
}
