@testable import MovKit

/// The first half is a backup, the second the file that it is used on.
enum BackupTarget {
  static func run(_ bytes: [UInt8]) throws {
    let half = bytes.count / 2
    let source = MemorySource(Array(bytes[half...]))
    guard var backup = try? Atom("mvbk", .bytes(bytes[..<half])).decode(PatchBackup.self) else {
      return
    }
    _ = try? backup.restoringPlan(for: source)
    // As whoever means harm would: with the right checksums.
    for index in backup.writes.indices {
      let write = backup.writes[index]
      guard write.offset < source.size, write.newSize <= source.size - write.offset,
        let sum = try? PatchedSource(source).checksum(
          of: [write.offset..<write.offset + write.newSize])
      else { continue }
      backup.writes[index].newChecksum = sum
    }
    backup.checksum = 0
    guard let plain = try? backup.serialized() else { return }
    var sum = Checksum()
    sum.add(plain[...])
    backup.checksum = sum.value
    if let plan = try? backup.restoringPlan(for: source) {
      _ = try? PatchedSource(source, after: plan)
    }
  }
}
