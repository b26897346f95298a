// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "fixture",
  platforms: [.macOS(.v13), .iOS(.v16)],
  targets: [
    .target(name: "Library"),
    .target(name: "LibraryUser", dependencies: ["Library"]),
    .target(name: "Typing"),
    .target(name: "Flow"),
    .target(name: "Syntax"),
    .target(name: "Availability"),
    .target(name: "Conditions"),
    .plugin(name: "Generate", capability: .buildTool()),
  ],
  swiftLanguageModes: [.v6]
)
