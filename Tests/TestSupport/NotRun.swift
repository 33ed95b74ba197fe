import Foundation
import Synchronization

/// The tests and examples that were not run on this machine. Their list is the last thing that a
/// test run prints.
public enum NotRun {
  /// What a test that was not run needs.
  public enum Want: Hashable, Sendable {
    /// A program, or a feature of one.
    case program(String)
    /// A file that another example of the document makes, which was not run either.
    case file(String)
    /// Movies that are not part of the package.
    case media(String)
    /// Something that the system does not permit this user.
    case permission(String)
    /// A build without a sanitizer, which takes memory, files and signals of its own.
    case plainBuild
  }

  private static let list = Mutex<[Want: Set<String>]>([:])
  private static let printsAtExit: Void = {
    atexit {
      guard let text = NotRun.text else { return }
      print(text)
    }
  }()

  /// Records that a test, or an example of a document, is not run.
  public static func add(_ name: String, _ want: Want) {
    _ = printsAtExit
    list.withLock { _ = $0[want, default: []].insert(name) }
  }

  /// Records that the calling test is not run.
  public static func add(
    _ want: Want, by function: String = #function, in file: String = #fileID
  ) {
    add(name(function, file), want)
  }

  /// Records that the calling test is not run if `Tests/Sanitizers/run` runs it. Returns whether it does.
  public static func underSanitizer(
    by function: String = #function, in file: String = #fileID
  ) -> Bool {
    guard ProcessInfo.processInfo.environment["MOVTOOL_SANITIZER"] != nil else { return false }
    add(.plainBuild, by: function, in: file)
    return true
  }

  /// Returns the name of a test for the list: `BuildTests.pipe`.
  public static func name(_ function: String, _ file: String) -> String {
    let suite = file.split(separator: "/").last?.split(separator: ".").first ?? ""
    return "\(suite).\(function.prefix { $0 != "(" })"
  }

  /// The list; nil if everything was run. `.ci/run` looks for the lines that begin with
  /// "  program ".
  static var text: String? {
    let wants = list.withLock { $0 }
    guard !wants.isEmpty else { return nil }
    let lines = wants.map { want, names in
      "  \(description(of: want)): \(names.sorted().joined(separator: ", "))"
    }
    return "Not run on this machine, for want of\n" + lines.sorted().joined(separator: "\n")
  }

  private static func description(of want: Want) -> String {
    switch want {
    case .program(let name):
      let package = OtherPrograms.packages[name].map { packages in
        packages.hasPrefix("pip:")
          ? "pip install \(packages.replacing("pip:", with: ""))" : "apt-get install \(packages)"
      }
      return "program \(name)" + (package.map { " (\($0))" } ?? "")
    case .file(let name): return "file \(name), which another example makes"
    case .media(let name): return "media \(name)"
    case .permission(let name): return "permission \(name)"
    case .plainBuild: return "a build without a sanitizer"
    }
  }
}
