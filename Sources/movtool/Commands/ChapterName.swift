import MovKit

/// The place of a file in the recordings of a GoPro camera, by its name.
struct ChapterName: Comparable {
  let recording: Int
  let chapter: Int

  /// Nil if the file does not have such a name.
  ///
  /// `GX020042.MP4` is chapter 2 of recording 0042; so are names with `GH` and `GL`. Older cameras
  /// call the first chapter `GOPR0042.MP4`, and the next ones `GP010042.MP4`.
  init?(_ path: FilePath) {
    let name = path.lastComponent.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
    guard name.count > 9, name[8] == UInt8(ascii: "."), name[0] == UInt8(ascii: "G") else {
      return nil
    }
    func number(_ digits: Range<Int>) -> Int? {
      let digits = name[digits]
      guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    guard let recording = number(4..<8) else { return nil }
    self.recording = recording
    if name[1..<4].elementsEqual("OPR".utf8) {
      chapter = 0
    } else if "XHLP".utf8.contains(name[1]), let chapter = number(2..<4) {
      self.chapter = chapter
    } else {
      return nil
    }
  }

  static func < (a: ChapterName, b: ChapterName) -> Bool {
    (a.recording, a.chapter) < (b.recording, b.chapter)
  }

  /// Returns the files in the order of recordings and chapters.
  static func sorted(_ paths: [FilePath]) throws(Failure) -> [FilePath] {
    var named: [(name: ChapterName, path: FilePath)] = []
    for path in paths {
      guard let name = ChapterName(path) else {
        throw .problem(
          "the name does not say which chapter it is, as GX020042.MP4 does; leave out "
            + "'--sort-chapters' and give the files in order", file: path)
      }
      named.append((name, path))
    }
    return named.sorted { $0.name < $1.name }.map(\.path)
  }
}
