// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Bistro",
  // The master language, which has every text, is the fallback for all other languages.
  defaultLocalization: "de",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.executable(name: "bistro", targets: ["Bistro"])],
  dependencies: [.package(name: "trema", path: "../..")],
  targets: [
    .executableTarget(
      name: "Bistro",
      dependencies: [.product(name: "TremaRuntime", package: "trema")],
      swiftSettings: [.treatAllWarnings(as: .error)],
      plugins: [.plugin(name: "TremaPlugin", package: "trema")]),
    .testTarget(
      name: "BistroTests", dependencies: ["Bistro"],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ]
)
