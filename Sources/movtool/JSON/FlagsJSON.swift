import MovKit

extension JSONWriter {
  /// Writes `{"value": 3, "dropFrame": true, …}`: the number, and for each name whether it applies.
  mutating func value(_ flags: UInt64, named names: FlagNames) throws(Failure) {
    try beginObject(inline: true)
    try member("value", flags)
    for name in names.names { try member(name.name.description, name.applies(to: flags)) }
    try endObject()
  }
}
