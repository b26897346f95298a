// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "App",
  defaultLocalization: "de",
  platforms: [.macOS(.v13), .iOS(.v16)],
  // The tests copy this package to `.build/plugin tests/My App`.
  dependencies: [.package(name: "trema", path: "../../..")],
  targets: [
    .executableTarget(
      name: "App",
      dependencies: ["Greetings", .product(name: "TremaLocalization", package: "trema")],
      plugins: [.plugin(name: "TremaPlugin", package: "trema")]),
    .target(
      name: "Greetings",
      dependencies: [.product(name: "TremaLocalization", package: "trema")],
      plugins: [.plugin(name: "TremaPlugin", package: "trema")]),
  ]
)
