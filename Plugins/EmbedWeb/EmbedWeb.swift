import Foundation
import PackagePlugin

/// Makes Swift source of the files in a target's folder `Page/Web`, so that the program has them in
/// itself. Runs only where the program is built.
@main
struct EmbedWeb: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let folder = target.directoryURL.appending(path: "Page/Web")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasPrefix(".") }.sorted().map { folder.appending(path: $0) }
    let output = context.pluginWorkDirectoryURL.appending(path: "WebFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding the files of the page",
        executable: try context.tool(named: "EmbedFiles").url,
        arguments: [output.path] + files.map(\.path), inputFiles: files, outputFiles: [output])
    ]
  }
}
