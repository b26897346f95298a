// swift-tools-version: 6.2
import PackageDescription

// If TREMA_STRICT is set, as make sets it, warnings are errors in every target. This cannot be the
// default: Xcode and Swift Build compile dependencies with -suppress-warnings and reject the
// combination (Swift 6.3).
let strict: [SwiftSetting] =
  Context.environment["TREMA_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

func module(_ name: String, in wing: String = "", _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(wing)\(name)", swiftSettings: strict)
}

/// A module of the command-line tool.
func toolchain(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  module(name, in: "Toolchain/", dependencies)
}

/// A module that apps link with.
func runTime(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  module(name, in: "Runtime/", dependencies)
}

/// The headers of a C library that a system package provides.
func library(
  _ name: String, pkgConfig: String, apt: String, brew: String? = nil
) -> Target {
  .systemLibrary(
    name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig,
    providers: [.apt([apt])] + (brew.map { [.brew([$0])] } ?? []))
}

func tests(
  of name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  resources: [Resource]? = nil
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies,
    exclude: exclude, resources: resources, swiftSettings: strict)
}

/// A library that tests share, in `Tests`.
func testSupport(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: exclude,
    swiftSettings: strict)
}

/// An executable that tests run as a separate process, in `Tests`.
func judge(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: strict)
}

let package = Package(
  name: "trema",
  defaultLocalization: "en",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .executable(name: "trema", targets: ["trema"]),
    .library(name: "TremaLocalization", targets: ["TremaLocalization"]),
    .library(name: "TremaConfiguration", targets: ["TremaConfiguration"]),
    .library(name: "TremaInjection", targets: ["TremaInjection"]),
    .library(name: "TremaInjectionTesting", targets: ["TremaInjectionTesting"]),
    .library(name: "TremaRuntime", targets: ["TremaRuntime"]),
    .library(name: "TremaStorage", targets: ["TremaStorage"]),
    .library(name: "TremaLog", targets: ["TremaLog"]),
    .library(name: "TremaDates", targets: ["TremaDates"]),
    .library(name: "TremaSecrets", targets: ["TremaSecrets"]),
    .library(name: "Networking", targets: ["Networking"]),
    .library(name: "TremaXMLDecoding", targets: ["TremaXMLDecoding"]),
    .library(name: "TremaHTTP", targets: ["TremaHTTP"]),
    .library(name: "TremaCurl", targets: ["TremaCurl"]),
    .library(name: "TremaURLSession", targets: ["TremaURLSession"]),
    .library(name: "TremaTransportConformance", targets: ["TremaTransportConformance"]),
    .plugin(name: "TremaPlugin", targets: ["TremaPlugin"]),
    .plugin(name: "TremaCommand", targets: ["TremaCommand"]),
  ],
  targets: [
    // MARK: Run time, in dependency order

    .target(name: "CTremaSupport", path: "Sources/CLibraries/CTremaSupport"),
    runTime("TremaSupport", ["CTremaSupport"]),
    tests(of: "TremaSupport"),
    // Messages: placeholders, plural rules, formatting; and the compiled catalog.
    runTime("TremaMessages", ["TremaSupport"]),
    tests(
      of: "TremaMessages",
      [
        "TremaCatalog", "TremaFormats", "TremaLocalization", "TremaSupport", "TremaTestSupport",
        "TremaZlib",
      ], exclude: ["Judges", "Compiled/Fixtures", "Compiled/Judges"]),
    runTime("TremaLocalization", ["TremaMessages", "TremaSupport"]),
    // The resources provide the bundle `.module`, which the tested calls use.
    tests(
      of: "TremaLocalization", ["TremaMessages", "TremaSupport"], resources: [.process("Resources")]
    ),

    runTime("TremaJSON", ["TremaSupport"]),
    tests(of: "TremaJSON", ["TremaDiagnostics", "TremaSupport"]),
    runTime("TremaDates", ["TremaSupport"]),
    tests(of: "TremaDates", ["DatesJudge", "TremaTestSupport"], exclude: ["Judges"]),
    // Values that are redacted in output, and secret detection.
    runTime("TremaSecrets", ["TremaSupport"]),
    tests(of: "TremaSecrets"),

    // Dependency injection: registrations and their resolution.
    runTime("TremaInjection", ["TremaSupport"]),
    tests(of: "TremaInjection", ["TremaSupport", "TremaTestSupport"]),
    // A Swift Testing trait. It is a separate product so that apps do not link Testing.
    runTime("TremaInjectionTesting", ["TremaInjection"]),
    tests(of: "TremaInjectionTesting", ["TremaInjection", "TremaSupport"]),

    // Configurations: values, layers and merging, shared with the command.
    runTime("TremaConfigValues", ["TremaJSON", "TremaSecrets", "TremaSupport"]),
    runTime("TremaConfiguration", ["TremaConfigValues", "TremaJSON", "TremaSupport"]),
    tests(
      of: "TremaConfiguration", ["ConfigKit", "TremaConfigValues", "TremaSecrets", "TremaSupport"],
      resources: [.copy("Bundles")]),

    library("CTremaSodium", pkgConfig: "libsodium", apt: "libsodium-dev", brew: "libsodium"),
    library("CTremaSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
    runTime(
      "TremaStorage",
      [
        "CTremaSQLite", "TremaSecrets", "TremaSupport",
        // iOS apps use the Keychain; libsodium is not available there.
        .target(name: "CTremaSodium", condition: .when(platforms: [.linux, .macOS])),
      ]),
    tests(
      of: "TremaStorage",
      [
        "KeyValueJudge", "SecretServiceJudge", "TremaSecrets", "TremaStorageTestSupport",
        "TremaSupport", "TremaTestSupport", "VaultJudge",
      ],
      exclude: ["Vault/Judges"]),

    runTime(
      "TremaLog",
      ["CTremaSupport", "TremaConfigValues", "TremaDates", "TremaSecrets", "TremaSupport"]),
    tests(
      of: "TremaLog",
      ["LogJudge", "TremaConfigValues", "TremaSecrets", "TremaSupport", "TremaTestSupport"]),

    // Compression.
    library("CTremaZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
    runTime("TremaZlib", ["CTremaZlib"]),
    // The network: requests and responses, two transports, and the client.
    runTime("TremaHTTP", ["TremaSecrets", "TremaSupport", "TremaZlib"]),
    tests(
      of: "TremaHTTP", ["TremaSupport", "TremaTestSupport", "TremaZlib"], exclude: ["Fixtures"]),
    library("CTremaCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev", brew: "curl"),
    runTime("TremaCurl", ["CTremaCurl", "TremaHTTP", "TremaSupport"]),
    tests(
      of: "TremaCurl",
      [
        "CurlJudge", "TremaHTTP", "TremaNetworkTestSupport", "TremaSupport", "TremaTestSupport",
        "TremaTransportConformance",
      ], exclude: ["Servers"]),
    runTime("TremaURLSession", ["TremaHTTP", "TremaSupport"]),
    tests(
      of: "TremaURLSession",
      [
        "TremaHTTP", "TremaNetworkTestSupport", "TremaSupport", "TremaTestSupport",
        "TremaTransportConformance", "URLSessionJudge",
      ], exclude: ["Servers"]),
    // The conformance tests for transports, also for those of other packages.
    runTime("TremaTransportConformance", ["TremaHTTP", "TremaSupport"]),
    library("CTremaCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
    module(
      "Networking",
      [
        "TremaConfigValues", "TremaDates", "TremaHTTP", "TremaJSON", "TremaSecrets", "TremaSupport",
        "TremaZlib",
        .target(name: "CTremaCrypto", condition: .when(platforms: [.linux])),
      ]),
    tests(
      of: "Networking",
      [
        "CacheJudge", "CookieJudge", "TremaConfigValues", "TremaCurl", "TremaDates", "TremaHTTP",
        "TremaNetworkTestSupport", "TremaSupport", "TremaTestSupport", "TremaURLSession",
      ],
      exclude: ["Judges"]),
    // XML responses, decoded with the platform's parser. No other module links that parser.
    runTime("TremaXMLDecoding", ["Networking", "TremaDates", "TremaHTTP", "TremaSupport"]),
    tests(of: "TremaXMLDecoding", ["Networking", "TremaHTTP", "TremaTestSupport"]),

    // An umbrella module that re-exports the runtime modules.
    runTime(
      "TremaRuntime",
      [
        "Networking", "TremaConfigValues", "TremaConfiguration", "TremaDates", "TremaHTTP",
        "TremaInjection", "TremaLocalization", "TremaLog", "TremaSecrets", "TremaStorage",
        "TremaSupport",
        .target(name: "TremaCurl", condition: .when(platforms: [.linux])),
        .target(name: "TremaURLSession", condition: .when(platforms: [.macOS, .iOS])),
      ]),
    tests(
      of: "TremaRuntime",
      ["TremaConfigValues", "TremaNetworkTestSupport", "TremaTestSupport"]),

    // MARK: Command, in dependency order

    // Diagnostics and reports.
    toolchain("TremaDiagnostics", ["TremaJSON", "TremaSupport"]),
    tests(
      of: "TremaDiagnostics", ["TremaSupport", "TremaTestSupport"], exclude: ["Fixtures"]),

    // Parsers that produce events and values with source positions.
    library("CLibXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev", brew: "libxml2"),
    // On Linux, libxml2 is loaded on first use.
    .target(
      name: "CTremaXML", dependencies: ["CLibXML2"], path: "Sources/CLibraries/CTremaXML",
      linkerSettings: [.linkedLibrary("xml2", .when(platforms: [.macOS]))]),
    toolchain("TremaXML", ["CTremaXML", "TremaSupport"]),
    tests(of: "TremaXML", ["TremaDiagnostics", "TremaSupport", "TremaTestSupport"]),
    toolchain("TremaPropertyLists", ["TremaSupport", "TremaXML"]),
    tests(
      of: "TremaPropertyLists", ["TremaSupport", "TremaTestSupport"],
      exclude: ["Fixtures"]),

    // Configurations: merging and validation.
    library("CTremaYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
    module(
      "ConfigKit",
      [
        "CTremaYAML", "TremaConfigValues", "TremaDiagnostics", "TremaJSON", "TremaPropertyLists",
        "TremaSecrets", "TremaSupport",
      ]),
    tests(
      of: "ConfigKit",
      [
        "PropertyListJudge", "TremaConfigValues", "TremaDiagnostics", "TremaJSON", "TremaSecrets",
        "TremaSupport", "TremaTestSupport",
      ]),

    // Texts: the catalog model, formats (one folder each), checks (one file each), and editing.
    toolchain("TremaCatalog", ["TremaMessages", "TremaSupport"]),
    tests(of: "TremaCatalog", ["TremaMessages", "TremaSupport"]),
    toolchain(
      "TremaFormats",
      [
        "TremaCatalog", "TremaDiagnostics", "TremaJSON", "TremaMessages", "TremaPropertyLists",
        "TremaSupport", "TremaXML", "TremaZlib",
      ]),
    tests(
      of: "TremaFormats",
      [
        "TremaCatalog", "TremaChecks", "TremaEditing", "TremaMessages", "TremaSupport",
        "TremaTestSupport", "TremaZlib",
      ],
      exclude: ["Fixtures", "Tables/Fixtures"]),
    toolchain(
      "TremaChecks", ["TremaCatalog", "TremaDiagnostics", "TremaMessages", "TremaSupport"]),
    tests(
      of: "TremaChecks",
      [
        "TremaCatalog", "TremaDiagnostics", "TremaFormats", "TremaMessages", "TremaSupport",
        "TremaTestSupport",
      ],
      exclude: ["Fixtures", "Golden"]),
    toolchain(
      "TremaEditing",
      [
        "TremaCatalog", "TremaDiagnostics", "TremaFormats", "TremaJSON", "TremaMessages",
        "TremaSupport", "TremaXML",
      ]),
    tests(
      of: "TremaEditing",
      ["TremaCatalog", "TremaFormats", "TremaMessages", "TremaSupport", "TremaTestSupport"]),
    toolchain(
      "TremaAccessors",
      [
        "ConfigKit", "TremaCatalog", "TremaConfigValues", "TremaMessages", "TremaSecrets",
        "TremaSupport",
      ]),
    tests(
      of: "TremaAccessors",
      [
        "ConfigKit", "TremaCatalog", "TremaConfigValues", "TremaJSON", "TremaLocalization",
        "TremaMessages", "TremaSupport", "TremaTestSupport",
      ],
      exclude: ["Golden", "Stubs"]),

    // Projects: trema.json, input files, and outputs, which are written atomically.
    toolchain(
      "TremaProject",
      [
        "ConfigKit", "TremaAccessors", "TremaCatalog", "TremaChecks", "TremaConfigValues",
        "TremaDiagnostics", "TremaEditing", "TremaFormats", "TremaJSON", "TremaMessages",
        "TremaSupport", "TremaXML",
      ]),
    tests(
      of: "TremaProject",
      [
        "ConfigKit", "TremaChecks", "TremaDiagnostics", "TremaJSON", "TremaSupport",
        "TremaTestSupport",
      ]),
    .executableTarget(
      name: "trema", dependencies: ["TremaProject"], swiftSettings: strict),
    // Tests that run the command as a process: output, files, errors.
    .testTarget(
      name: "CommandTests",
      dependencies: ["TremaLocalization", "TremaTestSupport", "trema"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "TremaCompatibilityTests",
      dependencies: [
        "TremaAccessors", "TremaCatalog", "TremaDiagnostics", "TremaFormats", "TremaMessages",
        "TremaSupport", "trema",
      ],
      exclude: ["Fixtures", "Golden"], swiftSettings: strict),

    // MARK: Plugins for other packages

    .plugin(name: "TremaPlugin", capability: .buildTool(), dependencies: ["trema"]),
    .plugin(
      name: "TremaCommand",
      capability: .command(
        intent: .custom(verb: "trema", description: "Run the trema command in this package"),
        permissions: [.writeToPackageDirectory(reason: "trema writes the files that it makes")]),
      dependencies: ["trema"]),
    // These tests build separate packages and the files of a release.
    .testTarget(
      name: "TremaPluginTests",
      dependencies: ["TremaNetworkTestSupport", "TremaTestSupport", "trema"], exclude: ["Fixtures"],
      swiftSettings: strict),

    // MARK: Documentation

    // The code samples of the documentation, and the compiler's messages for common mistakes.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "TremaDates", "TremaRuntime", "TremaTestSupport", "TremaTransportConformance",
        "TremaURLSession", "TremaXMLDecoding",
        .target(name: "TremaCurl", condition: .when(platforms: [.linux])),
      ],
      exclude: ["Stubs"], swiftSettings: strict),

    // MARK: Test support and test executables

    // Reference implementations, malformed texts and a seeded random generator.
    testSupport("TremaTestSupport"),
    // Local servers, and a proxy that injects faults.
    testSupport(
      "TremaNetworkTestSupport", ["TremaHTTP", "TremaTestSupport"], exclude: ["Servers"]),
    // Conformance tests for secret stores.
    testSupport("TremaStorageTestSupport", ["TremaStorage"]),
    // Counts allocations by replacing `malloc`.
    .target(name: "CTremaAllocations", path: "Tests/CTremaAllocations"),
    judge("DatesJudge", ["CTremaAllocations", "TremaDates"]),
    // Runs the platform's property list parsers, which may crash.
    judge("PropertyListJudge", ["ConfigKit", "TremaTestSupport"]),
    // Uses the Secret Service in a separate session.
    judge("SecretServiceJudge", ["TremaStorage", "TremaStorageTestSupport"]),
    // Writers that tests kill or run on a full disk: stores, vaults, logs, cookies and caches.
    judge("KeyValueJudge", ["TremaStorage"]),
    judge("VaultJudge", ["TremaSecrets", "TremaStorage"]),
    judge("LogJudge", ["TremaLog"]),
    judge("CookieJudge", ["Networking", "TremaHTTP"]),
    judge("CacheJudge", ["Networking", "TremaHTTP"]),
    // Send requests in a process with its own environment, or one that may crash.
    judge("CurlJudge", ["TremaCurl", "TremaHTTP"]),
    judge("URLSessionJudge", ["TremaHTTP", "TremaNetworkTestSupport", "TremaURLSession"]),
  ],
  swiftLanguageModes: [.v6]
)
