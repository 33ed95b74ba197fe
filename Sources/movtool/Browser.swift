import MovKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The program that shows a page.
enum Browser {
  /// Returns the command for the shell that opens a file; nil if there is no browser. `environment`
  /// returns the value of a variable.
  ///
  /// `BROWSER` has commands with colons between them, of which the first that exists is taken; `%s` in it
  /// stands for the file. Without it, the desktop opens the file.
  static func command(for file: FilePath, environment: (String) -> String?) -> String? {
    guard let text = String(validating: file.bytes, as: UTF8.self) else { return nil }
    let name = text.quotedForShell
    let path = environment("PATH") ?? ""
    if let chosen = environment("BROWSER"), !chosen.isEmpty {
      for command in chosen.split(separator: ":") {
        guard let program = command.split(separator: " ").first,
          Process.isInPath(String(program), path)
        else { continue }
        let parts = command.split(separator: "%s", omittingEmptySubsequences: false)
        return parts.count > 1 ? parts.joined(separator: name) : "\(command) \(name)"
      }
      return nil
    }
    #if canImport(Darwin)
      return Process.isInPath("open", path) ? "open \(name)" : nil
    #else
      let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(environment($0) ?? "").isEmpty }
      return hasDesktop && Process.isInPath("xdg-open", path) ? "xdg-open \(name)" : nil
    #endif
  }

  /// Starts a command of the shell, and does not wait for its end. Returns false if there is no shell.
  static func start(_ command: String) -> Bool {
    // The shell ends at once.
    Process.run("\(command) </dev/null >/dev/null 2>&1 &")
  }
}
