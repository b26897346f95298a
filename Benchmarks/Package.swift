// swift-tools-version: 6.2
import PackageDescription

// A package of its own: nobody who uses trema builds it.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v13)],
  targets: [
    .executableTarget(name: "bench", swiftSettings: [.treatAllWarnings(as: .error)])
  ],
  swiftLanguageModes: [.v6]
)
