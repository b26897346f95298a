// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Ferry",
  defaultLocalization: "en",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [.package(name: "trema", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Ferry",
      dependencies: [.product(name: "TremaLocalization", package: "trema")],
      resources: [.process("Resources")],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ]
)
