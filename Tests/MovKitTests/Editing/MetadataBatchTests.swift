import Foundation
import Testing

@testable import MovKit

/// Several values that are set or removed at once give what they give one after another.
@Suite struct MetadataBatchTests {
  private static let files = [
    "3gpp.3gp", "international-text.mov", "itunes.m4a", "mdta-keys.mov", "mdta-keys.mp4",
    "subtitles.mov", "timecode-user-data.mov",
  ]

  private static let lists: [[(String, String)]] = [
    [("title", "A"), ("artist", "B")],
    // The second means what the first adds or changes, and the other way round.
    [("title", "A"), ("©nam", "B")], [("©nam", "B"), ("title", "A")],
    [("title", "A"), ("com.apple.quicktime.title", "B"), ("title", "C")],
    [("comment", "A"), ("comment", "B"), ("©cmt", "C")],
    [("location", "48.1372,11.5755"), ("©xyz", "+10.0000+020.0000/"), ("location", "1,2,3")],
    [("genre", "Rock"), ("gnre", "17"), ("©gen", "Jazz")],
    [("a.b", "1"), ("c.d", "2"), ("a.b", "3")], [("track", "3/12"), ("disk", "1")],
    [("----:com.apple.iTunes:ISRC", "X"), ("----:com.apple.iTunes:ISRC", "Y")],
    MetadataName.allCases.filter { $0 != .xmp }.map {
      ($0.rawValue, $0 == .location ? "1,2" : "7")
    },
  ]

  private func source(_ name: String) throws -> File {
    try File(FilePath(MediaFiles.testMedia.appending(path: "metadata/\(name)").path))
  }

  private func editor(_ name: String) throws -> MovieEditor {
    MovieEditor(try Movie(from: source(name)))
  }

  /// The metadata of the movie that an editor writes.
  private func items(
    _ editor: MovieEditor, _ name: String, inOrder: Bool = false
  ) throws -> [String] {
    let bytes = try editor.writePlan().render(from: source(name))
    var items: [String] = []
    try Movie(from: MemorySource(bytes)).forEachMetadataItem { item in
      items.append(
        "\(item.trackID ?? 0) \(item.form) \(item.key) \(item.value) \(item.language)")
    }
    return inOrder ? items : items.sorted()
  }

  /// What happened to which keys. Paths are those before each change.
  private func texts(_ edits: [[MetadataEdit]]) -> [[String]] {
    edits.map { $0.map { "\($0.kind) \($0.key)" } }
  }

  @Test(arguments: files) func set(file: String) throws {
    for list in Self.lists {
      for onTrack in [false, true] {
        var (one, many) = (try editor(file), try editor(file))
        let track = onTrack ? one.movie.tracks.first : nil
        let edits = Result { () throws(FormatError) in
          var edits: [[MetadataEdit]] = []
          for (key, value) in list {
            edits.append(try one.setMetadata(MetadataKey(key), to: value, of: track))
          }
          return edits
        }
        let values = list.map { (key: MetadataKey($0), value: $1) }
        let together = Result { () throws(FormatError) in
          try many.setMetadata(values, of: track)
        }
        guard let edits = try? edits.get() else {
          #expect((try? together.get()) == nil, "\(list)")
          #expect(try items(many, file) == items(editor(file), file))
          continue
        }
        #expect(try texts(together.get()) == texts(edits), "\(list)")
        #expect(try items(many, file) == items(one, file), "\(list)")
      }
    }
  }

  /// Of one form, the items come in the order of the values.
  @Test func order() throws {
    let keys = (0..<50).map { "key.\($0)" }
    let file = "mdta-keys.mov"
    var one = try editor(file)
    for key in keys { try one.setMetadata(.key(key), to: "v") }
    var many = try editor(file)
    try many.setMetadata(keys.map { (key: .key($0), value: "v") })
    let found = try items(many, file, inOrder: true)
    #expect(try found == items(one, file, inOrder: true))
    #expect(found.suffix(50).map { $0.split(separator: " ")[2] } == keys.map { Substring($0) })
  }

  @Test(arguments: files) func removed(file: String) throws {
    let keys = try Movie(from: source(file)).metadata.map(\.key)
    for list in [
      keys, ["title", "©nam", "location"], ["location", "©xyz"], ["no.key"] + keys + keys,
    ] {
      var (one, many) = (try editor(file), try editor(file))
      let edits = try list.map { try one.removeMetadata(MetadataKey($0)) }
      #expect(
        try texts(many.removeMetadata(list.map { MetadataKey($0) })) == texts(edits), "\(list)")
      #expect(try items(many, file) == items(one, file), "\(list)")
    }
  }
}
