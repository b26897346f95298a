// swift-tools-version: 6.2
import PackageDescription

// The plugins of trema with a prebuilt command. Scripts/packaging/plugin copies this file and the plugins into
// a release and, if the release has a URL, replaces the path of the bundle by its URL and checksum.
//
// An app uses this package beside trema, and SwiftPM rejects two packages whose products or targets have the
// same name.
let package = Package(
  name: "trema-plugin",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .plugin(name: "TremaPrebuiltPlugin", targets: ["TremaPrebuiltPlugin"]),
    .plugin(name: "TremaPrebuiltCommand", targets: ["TremaPrebuiltCommand"]),
  ],
  targets: [
    .plugin(
      name: "TremaPrebuiltPlugin", capability: .buildTool(), dependencies: ["TremaTool"],
      path: "Plugins/TremaPlugin"),
    .plugin(
      name: "TremaPrebuiltCommand",
      capability: .command(
        intent: .custom(verb: "trema", description: "Run the trema command in this package"),
        permissions: [.writeToPackageDirectory(reason: "trema writes the files that it makes")]),
      dependencies: ["TremaTool"], path: "Plugins/TremaCommand"),
    .binaryTarget(name: "TremaTool", path: "trema.artifactbundle"),
  ]
)
