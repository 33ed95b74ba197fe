#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// `EmbedFiles OUTPUT FILE…` writes Swift source with the text of files, as string literals: an array of
/// bytes takes the compiler minutes.
@main
struct EmbedFiles {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let output = arguments.first else { fail("usage: EmbedFiles OUTPUT FILE...") }
    var source = """
      /// The files of `Page/Web`.
      enum WebFiles {
        static let all: [String: String] = [

      """
    for path in arguments.dropFirst() {
      source += "    \"\(name(path))\": \(literal(text(of: path), path)),\n"
    }
    source += arguments.count > 1 ? "  ]\n}\n" : "    :\n  ]\n}\n"
    write(source, to: output)
  }

  private static func name(_ path: String) -> Substring {
    path.split(separator: "/").last ?? ""
  }

  /// Returns the text as a literal without escapes, which ends at no quotation marks of the text.
  private static func literal(_ text: String, _ path: String) -> String {
    // Whatever else could be changed by a literal or an editor on the way.
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }
    guard isPlain else { fail("\(path): has control characters other than tab and line feed") }
    var longest = 0
    var length = 0
    for character in text.utf8 {
      length = character == UInt8(ascii: "#") ? length + 1 : 0
      longest = max(longest, length)
    }
    let marks = String(repeating: "#", count: longest + 1)
    return "\(marks)\"\"\"\n\(text)\n\"\"\"\(marks)"
  }

  private static func text(of path: String) -> String {
    guard let file = unsafe fopen(path, "rb") else { fail("\(path): cannot be read") }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&piece, 1, piece.count, file)
      if count == 0 { break }
      bytes += piece.prefix(count)
    }
    let hasFailed = unsafe ferror(file) != 0
    _ = unsafe fclose(file)
    guard !hasFailed else { fail("\(path): cannot be read") }
    guard let text = String(validating: bytes, as: UTF8.self) else { fail("\(path): is not UTF-8") }
    return text
  }

  private static func write(_ text: String, to path: String) {
    guard let file = unsafe fopen(path, "wb") else { fail("\(path): cannot be written") }
    let bytes = Array(text.utf8)
    let isWritten = unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count
    let isClosed = unsafe fclose(file) == 0
    guard isWritten, isClosed else { fail("\(path): cannot be written") }
  }

  private static func fail(_ message: String) -> Never {
    print("error: \(message)")
    exit(1)
  }
}
