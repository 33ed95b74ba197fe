@testable import MovKit

/// JSON that describes atoms, and atoms made of what is shown of them.
enum JSONTarget {
  static func run(_ bytes: [UInt8]) throws {
    if bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[") {
      try build(bytes)
    } else {
      try comeBack(bytes)
    }
  }

  private static func build(_ bytes: [UInt8]) throws {
    guard let document = try? JSONScanner.document(bytes).fieldValue else { return }
    guard let file = try? DescribedFile(document), let plan = try? file.plan() else { return }
    guard let made = try? plan.writePlan.render(from: MemorySource([])) else {
      throw BrokenLaw("planned, but not written")
    }
    try law(UInt64(made.count) == plan.writePlan.size, "written with another size")
    guard let read = try? AtomFile(from: MemorySource(made)) else { return }
    do { try plan.check(MemorySource(made)) } catch { throw BrokenLaw("planned, but \(error)") }
    let again = try? read.writePlan().render(from: MemorySource(made))
    try law(again == made, "read back as other bytes")
  }

  /// What is shown of an atom makes the same bytes, if they are known.
  private static func comeBack(_ bytes: [UInt8]) throws {
    guard let file = try? AtomFile(from: MemorySource(bytes)) else { return }
    var describer = AtomDescriber()
    for node in AtomWalk(file) {
      guard let own = Schema.OwnBytes(of: node.atom) else { continue }
      let fields = describer.describe(node).fields
      let again = try? Schema.standard.ownBytes(
        of: node.atom.type, userType: node.atom.userType, fields: fields, in: node.context,
        changing: node.atom, entries: node.atom.entries.count)
      try law(again == own, "\(node.path): other bytes")
      _ = node.atom.bytesBeside(fields, in: node.context)
    }
  }
}
