// swift-tools-version: 6.2
import PackageDescription

// A separate package, so users of trema don't build it.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "trema", path: "..")],
  targets: [
    .executableTarget(name: "bench", swiftSettings: [.treatAllWarnings(as: .error)]),
    // Measures the cost of a process.
    .executableTarget(name: "measure"),
    // The references for conversion: C programs that use libxml2 and expat.
    .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0"),
    .executableTarget(name: "saxread", dependencies: ["CXML2"]),
    .executableTarget(name: "expatconvert", linkerSettings: [.linkedLibrary("expat")]),
    // Sends many requests in one process, in each of the ways that are compared.
    .executableTarget(
      name: "request",
      dependencies: [
        "CurlBaseline",
        .product(name: "Networking", package: "trema"),
        .product(name: "TremaCurl", package: "trema"),
        .product(name: "TremaHTTP", package: "trema"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    // Sends requests with URLSession. A separate executable, because the libraries that it links
    // would count as memory of the other ways.
    .executableTarget(name: "session", swiftSettings: [.treatAllWarnings(as: .error)]),
    // Resolves dependencies many times in one process.
    .executableTarget(
      name: "inject", dependencies: [.product(name: "TremaInjection", package: "trema")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    // Parses and formats dates many times in one process.
    .executableTarget(
      name: "dates", dependencies: [.product(name: "TremaDates", package: "trema")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    // Reads and writes the key-value store many times in one process.
    .executableTarget(
      name: "store",
      dependencies: ["SQLiteBaseline", .product(name: "TremaStorage", package: "trema")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    // The same SQLite statements in C.
    .target(name: "SQLiteBaseline", linkerSettings: [.linkedLibrary("sqlite3")]),
    // Looks up and formats texts many times in one process.
    .executableTarget(
      name: "texts",
      dependencies: ["TextsBaseline", .product(name: "TremaLocalization", package: "trema")],
      exclude: ["Texts.trm"], swiftSettings: [.treatAllWarnings(as: .error)]),
    // gettext and a hash table in C.
    .target(name: "TextsBaseline"),
    // Logs many times in one process.
    .executableTarget(
      name: "log", dependencies: [.product(name: "TremaLog", package: "trema")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    // Executables whose sizes are measured.
    .executableTarget(name: "hello", swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "hellotexts", dependencies: [.product(name: "TremaLocalization", package: "trema")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "helloruntime", dependencies: [.product(name: "TremaRuntime", package: "trema")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    // A libcurl client in C, the reference for the other ways.
    .target(name: "CurlBaseline", linkerSettings: [.linkedLibrary("curl")]),
  ],
  swiftLanguageModes: [.v6]
)
