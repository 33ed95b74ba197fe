import Foundation
import TestSupport
import Testing

/// The values of a key have one type, or that type and null, whatever the file and the options.
@Suite struct JSONTypesTests {
  /// Options that change the contents of a document.
  static let forms: [[String]] = [
    ["inspect", "--compact", "--rows", "4"], ["inspect", "--json", "--rows", "1", "--bytes", "2"],
    ["inspect", "--compact", "--rows", "0", "--bytes", "0"],
    ["inspect", "--compact", "--depth", "2", "--rows", "0"],
    ["extract", "timecode"], ["extract", "timecode", "--compact", "--packed"],
    ["extract", "timecode", "--quanta", "1"], ["extract", "metadata"],
  ]

  @Test func everyKeyHasOneType() throws {
    var types = JSONTypes()
    let files = try Media.all().map { Media.root.appending(path: $0).path } + Self.moreMovies()
    for form in Self.forms {
      for start in stride(from: 0, to: files.count, by: 100) {
        let some = Array(files[start..<min(start + 100, files.count)])
        let result = try Tool.run(form + some, timeout: 120)
        try types.read(Array(result.stdout))
      }
    }
    #expect(types.mixed.isEmpty, "\(types.mixed.joined(separator: "\n"))")
    #expect(types.repeated.isEmpty, "\(types.repeated.sorted())")
    #expect(types.seen["elst.fields.entries[].segment_duration.value"] == [.number])
  }

  @Test func everyKeyOfLinesHasOneType() throws {
    var types = JSONTypes()
    for name in try Media.all() {
      let path = Media.root.appending(path: name).path
      try types.read(Array(try Tool.run(["extract", "timecode", "--frames", path]).stdout))
      for track in ["1", "2"] {
        let arguments = ["extract", "track", "--list", "--track", track, path]
        try types.read(Array(try Tool.run(arguments).stdout))
      }
    }
    #expect(types.mixed.isEmpty, "\(types.mixed)")
    #expect(types.repeated.isEmpty, "\(types.repeated)")
    #expect(types.seen[".movieTime.value"] == [.number])
    #expect(types.seen[".position"] == [.number])
  }

  /// The smaller ones of the movies outside the package, if they are available.
  private static func moreMovies(by function: String = #function) -> [String] {
    guard SharedMedia.isThere(by: function), let folder = SharedMedia.folder else { return [] }
    let files = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: [.fileSizeKey, .isRegularFileKey])
    return (files?.allObjects as? [URL] ?? []).filter {
      let values = try? $0.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey])
      return values?.isRegularFile == true && (values?.fileSize ?? 0) < 1 << 20
    }.map(\.path).sorted()
  }
}
