import Foundation
import Testing

@testable import movtool

/// How wide text is on a terminal. The widths are those of EastAsianWidth.txt and emoji-data.txt of Unicode 16.
@Suite struct ColumnWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("ж", 1), ("…×©–", 4), ("\u{E20}", 1),
    ("日本語", 6), ("かな", 4), ("ﾊﾝ", 2), ("ＡＢ", 4), ("A", 1), ("、。", 4), ("\u{303F}", 1),
    ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("\u{20000}", 2), ("\u{FF61}", 1), ("\u{FFE5}", 2),
    ("🎬", 2), ("🇯🇵", 2), ("👩‍👩‍👧", 2), ("⌚", 2), ("🌡", 1), ("❤", 1), ("❤\u{FE0F}", 2), ("〈", 2),
    ("\u{2329}", 2), ("\u{232B}", 1), ("\u{1160}", 1), ("\u{A4D0}", 1), ("\u{16FE0}", 2),
  ])
  func columns(text: String, columns: Int) {
    #expect(text.columns == columns)
    var bytes: [UInt8] = []
    #expect(bytes.append(measuring: text) == columns)
  }

  @Test func cutsAtColumns() {
    #expect("日本語".cut(to: 6) == "日本語")
    #expect("日本語".cut(to: 5) == "日本…")
    // The half of a character for which there is room stays empty.
    #expect("日本語".cut(to: 4) == "日…")
    #expect("日本語".cut(to: 1) == "…")
    #expect("日本語".padded(to: 8) == "日本語  ")
    #expect("日本語".aligned(to: 7) == " 日本語")
    #expect("ab日本".suffix(columns: 5) == "b日本")
    #expect("ab日本".suffix(columns: 3) == "本")
    #expect("ab日本".suffix(columns: 0) == "")
    #expect("ab日本".suffix(columns: 9) == "ab日本")
  }

  /// A table in which one name is three wide characters and an extension, as wide as ten letters.
  @Test func list() throws {
    try Tool.withFolder { folder in
      for name in ["abc.mov", "日本語.mov"] {
        try FileManager.default.copyItem(
          at: Media.root.appending(path: "timecode/25-reel.mov"),
          to: folder.appending(path: name))
      }
      let lines = try Tool.run(["list", "."], cwd: folder).text.split(separator: "\n")
      try #require(lines.count == 3)
      #expect(lines[0].hasPrefix("name        first  "))
      #expect(lines[1].hasPrefix("abc.mov     01:30:15:07  "))
      #expect(lines[2].hasPrefix("日本語.mov  01:30:15:07  "))
    }
  }

  /// A word that is wider than the terminal is broken before the character that would not fit.
  @Test func wrapped() throws {
    let terminal = Terminal(isTerminal: true, columns: "40", noColor: "1", term: "xterm")
    let output = Output.memory()
    let page = TextPage(to: output, terminal: terminal, color: .auto)
    let word = String(repeating: "語", count: 40)
    try page.fill("a: ", firstWidth: 3, words: [word], indent: 2)
    let parts = [18, 19, 3].map { String(repeating: "語", count: $0) }
    #expect(
      String(decoding: output.contents, as: UTF8.self)
        == "a: \(parts[0])\n  \(parts[1])\n  \(parts[2])\n")
  }
}
