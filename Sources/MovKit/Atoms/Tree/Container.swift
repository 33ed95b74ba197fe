/// An atom that holds nothing but child atoms.
package struct Container: Record {
  package init() {}
  package mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.children()
  }
}
