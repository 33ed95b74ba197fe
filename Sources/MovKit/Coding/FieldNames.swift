/// Names of fields that are looked for. The fields of a record are not all made then.
package struct FieldNames: Sendable {
  private var names: [String] = []

  package init(_ names: some Sequence<String>) {
    for name in names { add(name) }
  }

  private mutating func add(_ name: String) {
    if !names.contains(name) { names.append(name) }
    // Of fields that share a name, all but the first are shown with a number.
    guard let line = name.lastIndex(of: "_"), line > name.startIndex,
      name[name.index(after: line)...].allSatisfy(\.isNumber)
    else { return }
    let shared = String(name[..<line])
    if !names.contains(shared) { names.append(shared) }
  }

  func contains(_ name: String) -> Bool {
    for wanted in names where wanted == name { return true }
    return false
  }
}
