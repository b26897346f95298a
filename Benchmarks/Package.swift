// swift-tools-version: 6.2
import PackageDescription

// A package of its own, which users of trema do not build.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "trema", path: "..")],
  targets: [
    .executableTarget(name: "bench", swiftSettings: [.treatAllWarnings(as: .error)]),
    // Measures the cost of one process.
    .executableTarget(name: "measure"),
    // The yardsticks of converting: what C does with libxml2, and with expat.
    .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0"),
    .executableTarget(name: "saxread", dependencies: ["CXML2"]),
    .executableTarget(name: "expatconvert", linkerSettings: [.linkedLibrary("expat")]),
    // Many requests in one process, in each of the ways that are compared.
    .executableTarget(
      name: "request",
      dependencies: [
        "CurlBaseline",
        .product(name: "Networking", package: "trema"),
        .product(name: "TremaCurl", package: "trema"),
        .product(name: "TremaHTTP", package: "trema"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    // The same with a bare URLSession, whose libraries would be counted as our memory.
    .executableTarget(name: "session", swiftSettings: [.treatAllWarnings(as: .error)]),
    // Resolving many times in one process.
    .executableTarget(
      name: "inject", dependencies: [.product(name: "TremaInjection", package: "trema")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    // Reading and writing dates many times in one process.
    .executableTarget(
      name: "dates", dependencies: [.product(name: "TremaDates", package: "trema")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    // Values under keys, read and written many times in one process.
    .executableTarget(
      name: "store",
      dependencies: ["SQLiteBaseline", .product(name: "TremaStorage", package: "trema")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    // The same statements in C.
    .target(name: "SQLiteBaseline", linkerSettings: [.linkedLibrary("sqlite3")]),
    // Texts under keys, looked up and formatted many times in one process.
    .executableTarget(
      name: "texts",
      dependencies: ["TextsBaseline", .product(name: "TremaLocalization", package: "trema")],
      exclude: ["Texts.trm"], swiftSettings: [.treatAllWarnings(as: .error)]),
    // gettext and a table of hashes in C.
    .target(name: "TextsBaseline"),
    // Logging many times in one process.
    .executableTarget(
      name: "log", dependencies: [.product(name: "TremaLog", package: "trema")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    // Programs whose sizes are measured.
    .executableTarget(name: "hello", swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "hellotexts", dependencies: [.product(name: "TremaLocalization", package: "trema")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "helloruntime", dependencies: [.product(name: "TremaRuntime", package: "trema")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    // A client of libcurl in C: the measure of the others.
    .target(name: "CurlBaseline", linkerSettings: [.linkedLibrary("curl")]),
  ],
  swiftLanguageModes: [.v6]
)
