// swift-tools-version: 6.2
import PackageDescription

// Warnings are errors in every target where TREMA_STRICT is set, as make sets it. Not always: Xcode
// and Swift Build compile dependencies with -suppress-warnings and refuse both at once (Swift 6.3).
let strict: [SwiftSetting] =
  Context.environment["TREMA_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

func module(_ name: String, in wing: String = "", _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(wing)\(name)", swiftSettings: strict)
}

/// A module of the command.
func toolchain(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  module(name, in: "Toolchain/", dependencies)
}

/// A module that apps link.
func runTime(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  module(name, in: "Runtime/", dependencies)
}

/// The headers of a library of C that is installed with a package of the system.
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

/// A library for tests, in `Tests`.
func testSupport(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: exclude,
    swiftSettings: strict)
}

/// A program that tests start, in `Tests`.
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
    // MARK: The run time, from the ground up

    .target(name: "CTremaSupport", path: "Sources/CLibraries/CTremaSupport"),
    runTime("TremaSupport", ["CTremaSupport"]),
    tests(of: "TremaSupport"),
    // A text's meaning: placeholders, plural rules, formatting; and the compiled catalog.
    runTime("TremaMessages", ["TremaSupport"]),
    tests(
      of: "TremaMessages",
      [
        "TremaCatalog", "TremaFormats", "TremaLocalization", "TremaSupport", "TremaTestSupport",
        "TremaZlib",
      ], exclude: ["Judges", "Compiled/Fixtures", "Compiled/Judges"]),
    runTime("TremaLocalization", ["TremaMessages", "TremaSupport"]),
    // Its resources make the bundle that real calls name as `.module`.
    tests(
      of: "TremaLocalization", ["TremaMessages", "TremaSupport"], resources: [.process("Resources")]
    ),

    runTime("TremaJSON", ["TremaSupport"]),
    tests(of: "TremaJSON", ["TremaDiagnostics", "TremaSupport"]),
    runTime("TremaDates", ["TremaSupport"]),
    tests(of: "TremaDates", ["DatesJudge", "TremaTestSupport"], exclude: ["Judges"]),
    // Values that are never printed, and the detector of secrets.
    runTime("TremaSecrets", ["TremaSupport"]),
    tests(of: "TremaSecrets"),

    // Registrations and how they are resolved.
    runTime("TremaInjection", ["TremaSupport"]),
    tests(of: "TremaInjection", ["TremaSupport", "TremaTestSupport"]),
    // A trait of Swift Testing, in a product of its own, so that no app links Testing.
    runTime("TremaInjectionTesting", ["TremaInjection"]),
    tests(of: "TremaInjectionTesting", ["TremaInjection", "TremaSupport"]),

    // Configurations: values, layers and their merge, which the command shares.
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
        // An app of iOS has the Keychain, and no libsodium.
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

    // Compressed bytes.
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
    // The suite that every transport passes, for transports of other packages as well.
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
    // Responses in XML, by the platform's parser, which no other module links.
    runTime("TremaXMLDecoding", ["Networking", "TremaDates", "TremaHTTP", "TremaSupport"]),
    tests(of: "TremaXMLDecoding", ["Networking", "TremaHTTP", "TremaTestSupport"]),

    // The whole run time behind one import.
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

    // MARK: The command, from the ground up

    // How findings are reported.
    toolchain("TremaDiagnostics", ["TremaJSON", "TremaSupport"]),
    tests(
      of: "TremaDiagnostics", ["TremaSupport", "TremaTestSupport"], exclude: ["Fixtures"]),

    // Readers: bytes to events and values with positions.
    library("CLibXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev", brew: "libxml2"),
    // On Linux it loads the library when it is needed.
    .target(
      name: "CTremaXML", dependencies: ["CLibXML2"], path: "Sources/CLibraries/CTremaXML",
      linkerSettings: [.linkedLibrary("xml2", .when(platforms: [.macOS]))]),
    toolchain("TremaXML", ["CTremaXML", "TremaSupport"]),
    tests(of: "TremaXML", ["TremaDiagnostics", "TremaSupport", "TremaTestSupport"]),
    toolchain("TremaPropertyLists", ["TremaSupport", "TremaXML"]),
    tests(
      of: "TremaPropertyLists", ["TremaSupport", "TremaTestSupport"],
      exclude: ["Fixtures"]),

    // Configurations: the merger and the validator.
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

    // Texts: the model, and a folder a format, a file a check, a folder an edit.
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

    // Files: trema.json, inputs, outputs that are written whole or not at all.
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
    // The command as a process: its output, its files, its faults.
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

    // MARK: The command in another package's build

    .plugin(name: "TremaPlugin", capability: .buildTool(), dependencies: ["trema"]),
    .plugin(
      name: "TremaCommand",
      capability: .command(
        intent: .custom(verb: "trema", description: "Run the trema command in this package"),
        permissions: [.writeToPackageDirectory(reason: "trema writes the files that it makes")]),
      dependencies: ["trema"]),
    // They build packages of their own.
    .testTarget(name: "TremaPluginTests", exclude: ["Fixtures"], swiftSettings: strict),

    // MARK: Documentation

    // The code that pages show, and the compiler's texts for first mistakes.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "TremaDates", "TremaRuntime", "TremaTestSupport", "TremaTransportConformance",
        "TremaURLSession", "TremaXMLDecoding",
        .target(name: "TremaCurl", condition: .when(platforms: [.linux])),
      ],
      exclude: ["Stubs"], swiftSettings: strict),

    // MARK: What tests share, and the processes that they start

    // Judges, hostile texts and a seeded generator.
    testSupport("TremaTestSupport"),
    // Real servers, and a proxy that fails on purpose.
    testSupport(
      "TremaNetworkTestSupport", ["TremaHTTP", "TremaTestSupport"], exclude: ["Servers"]),
    // How any store for secrets must behave.
    testSupport("TremaStorageTestSupport", ["TremaStorage"]),
    // Counts allocations, with a `malloc` of its own.
    .target(name: "CTremaAllocations", path: "Tests/CTremaAllocations"),
    judge("DatesJudge", ["CTremaAllocations", "TremaDates"]),
    // The platform's readers of property lists, which may crash.
    judge("PropertyListJudge", ["ConfigKit", "TremaTestSupport"]),
    // The Secret Service, in a session of its own.
    judge("SecretServiceJudge", ["TremaStorage", "TremaStorageTestSupport"]),
    // Writers that are killed, or find no room: stores, vaults, logs, cookies and caches.
    judge("KeyValueJudge", ["TremaStorage"]),
    judge("VaultJudge", ["TremaSecrets", "TremaStorage"]),
    judge("LogJudge", ["TremaLog"]),
    judge("CookieJudge", ["Networking", "TremaHTTP"]),
    judge("CacheJudge", ["Networking", "TremaHTTP"]),
    // Requests in a process with an environment of its own, or that may crash.
    judge("CurlJudge", ["TremaCurl", "TremaHTTP"]),
    judge("URLSessionJudge", ["TremaHTTP", "TremaNetworkTestSupport", "TremaURLSession"]),
  ],
  swiftLanguageModes: [.v6]
)
