// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Declarations only: what Swift's modules of the Linux C libraries leave out.
let linuxCalls = Target.Dependency.target(
  name: "LinuxCalls", condition: .when(platforms: [.linux]))

let package = Package(
  name: "MovKit",
  // Int128 and UInt128, with which times are exact, and Mutex and Atomic are parts of these systems.
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "MovKit", targets: ["MovKit"]),
    .executable(name: "movtool", targets: ["movtool"]),
  ],
  targets: [
    .systemLibrary(name: "LinuxCalls"),
    .target(name: "MovKit", dependencies: [linuxCalls], swiftSettings: settings),
    .executableTarget(
      name: "movtool", dependencies: ["MovKit", linuxCalls], exclude: ["Page/Web"],
      swiftSettings: settings, plugins: ["EmbedWeb"]),
    // The files of the page are part of the program.
    .executableTarget(name: "EmbedFiles", swiftSettings: settings),
    .plugin(
      name: "EmbedWeb", capability: .buildTool(), dependencies: ["EmbedFiles"],
      path: "Sources/EmbedWeb"),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(
      name: "MovKitTests", dependencies: ["MovKit", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "movtoolTests", dependencies: ["MovKit", "movtool", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "FuzzTests", dependencies: ["MovKit", "movtool"], path: "Tests/Fuzz",
      exclude: [
        "Corpus", "Findings", "Fuzzer", "README.md", "atoms.dict", "coverage.py", "findings.tsv",
        "fuzz", "pack.py", "seeds.py",
      ],
      swiftSettings: settings),
  ]
)
