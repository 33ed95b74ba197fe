import MovKit

/// A page without its data: HTML with a place for each of a few parts, the style and the scripts.
struct PageTemplate {
  /// What a page is about. Its HTML has that name.
  enum Kind: String, CaseIterable {
    /// A movie, or two that are compared.
    case page
    /// The clips of a card.
    case card
  }

  /// A part of the page that is put into the HTML.
  enum Part: String, CaseIterable {
    case csp, title, style, script, data, summary
  }

  /// The HTML before each part, and after the last.
  private(set) var pieces: [(text: Substring, part: Part?)] = []
  let style: String
  /// The parts of the script, which follow one another. Joined, they would be in memory twice.
  let scripts: [String]

  /// Reads the files of the page. The first comment of the HTML names the scripts, a line each, in the
  /// order in which they are joined.
  ///
  /// Nil if a file or a part is missing.
  init?(_ kind: Kind, _ files: [String: String] = WebFiles.all) {
    guard let html = files["\(kind.rawValue).html"], let style = files["page.css"],
      let start = html.firstRange(of: "<!--"),
      let end = html[start.upperBound...].firstRange(of: "-->")
    else { return nil }
    self.style = style
    let names = html[start.upperBound..<end.lowerBound].split(separator: "\n").filter {
      $0.hasSuffix(".js") && !$0.contains(" ")
    }
    let scripts = names.compactMap { files[String($0)] }
    guard scripts.count == names.count else { return nil }
    self.scripts =
      ["(function () {\n'use strict';"] + scripts.flatMap { ["\n", $0] } + ["\n}());\n"]
    guard addPieces(html[..<start.lowerBound]), addPieces(html[end.upperBound...]) else {
      return nil
    }
    guard Set(pieces.compactMap(\.part)).count == Part.allCases.count else { return nil }
  }

  private mutating func addPieces(_ html: Substring) -> Bool {
    var rest = html
    while let start = rest.firstRange(of: "{{") {
      guard let end = rest[start.upperBound...].firstRange(of: "}}"),
        let part = Part(rawValue: String(rest[start.upperBound..<end.lowerBound]))
      else { return false }
      pieces.append((rest[..<start.lowerBound], part))
      rest = rest[end.upperBound...]
    }
    pieces.append((rest, nil))
    return true
  }

  /// Writes the page.
  /// - Parameters:
  ///   - title: The title, as plain text.
  ///   - hasPictures: Whether the data has pictures, which the page shows.
  ///   - summary: Writes HTML for readers without scripts.
  ///   - data: Writes the document that the scripts read.
  static func write(
    _ kind: Kind, titled title: String, hasPictures: Bool = false, to output: Output,
    summary: () throws(Failure) -> Void, data: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    guard let template = PageTemplate(kind) else {
      throw .problem("this movtool was built without the files of the page", file: nil)
    }
    for piece in template.pieces {
      try output.write(String(piece.text))
      switch piece.part {
      case nil: break
      case .csp: try output.write(template.policy(hasPictures: hasPictures))
      case .title: try output.write("\(title) – movtool".asHTML)
      case .style: try output.write(template.style)
      case .script:
        for script in template.scripts { try output.write(script) }
      case .summary: try summary()
      case .data:
        var json = JSONWriter(to: output, layout: .compact, inHTML: true)
        try data(&json)
      }
    }
  }

  /// What the browser may do: run this script, use this style, show pictures that the page has in itself
  /// if it has any, and nothing else.
  func policy(hasPictures: Bool) -> String {
    "default-src 'none'; script-src '\(Self.hash(scripts))'; style-src '\(Self.hash([style]))'; "
      + (hasPictures ? "img-src data:; " : "") + "base-uri 'none'; form-action 'none'"
  }

  /// The hash by which a policy names an element's content (CSP Level 3, 2.3.1).
  private static func hash(_ texts: [String]) -> String {
    var hash = SHA256()
    for text in texts { hash.update(Array(text.utf8)) }
    return "sha256-" + Base64.text(of: hash.finish())
  }
}

extension Substring {
  /// Returns where a text first occurs.
  fileprivate func firstRange(of text: String) -> Range<Index>? {
    Self.firstRange(of: Array(text.utf8), in: self)
  }

  private static func firstRange(of wanted: [UInt8], in text: Substring) -> Range<Index>? {
    let bytes = text.utf8
    var start = bytes.startIndex
    while let found = bytes[start...].firstIndex(of: wanted[0]) {
      if bytes[found...].starts(with: wanted) {
        return found..<bytes.index(found, offsetBy: wanted.count)
      }
      start = bytes.index(after: found)
    }
    return nil
  }
}

extension String {
  fileprivate func firstRange(of text: String) -> Range<Index>? { self[...].firstRange(of: text) }

  /// The text as HTML shows it, in an element or a quoted attribute, with escapes for what could change
  /// the writing direction.
  var asHTML: String {
    var text = ""
    for scalar in escaped.unicodeScalars {
      // A placeholder in a name would not be replaced, but need not look like one either.
      text += scalar == "'" ? "&#39;" : scalar.entity ?? String(scalar)
    }
    return text
  }
}
