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

func toolchain(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  module(name, in: "Toolchain/", dependencies)
}

func runTime(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  module(name, in: "Runtime/", dependencies)
}

func tests(
  of name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies,
    exclude: exclude, swiftSettings: strict)
}

let package = Package(
  name: "trema",
  defaultLocalization: "en",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .executable(name: "trema", targets: ["trema"]),
    .library(name: "TremaLocalization", targets: ["TremaLocalization"]),
    .library(name: "TremaCompiled", targets: ["TremaCompiled"]),
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
    // The words everything is reported in.
    toolchain("TremaDiagnostics"),
    // Whole numbers and moments, as property lists hold them, and digests.
    runTime("TremaScalars"),
    tests(of: "TremaDiagnostics", ["TremaTestSupport"], exclude: ["Fixtures"]),

    // Reading: C door, then bytes to events with positions.
    .systemLibrary(
      name: "CLibXML2", path: "Sources/CLibraries/CLibXML2", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    // On Linux it loads it when it is needed.
    .target(
      name: "CTremaXML", dependencies: ["CLibXML2"], path: "Sources/CLibraries/CTremaXML",
      linkerSettings: [.linkedLibrary("xml2", .when(platforms: [.macOS]))]),
    toolchain("TremaXML", ["CTremaXML", "TremaDiagnostics"]),
    tests(of: "TremaXML", ["TremaDiagnostics", "TremaTestSupport"]),
    toolchain("TremaJSON", ["TremaDiagnostics"]),
    tests(of: "TremaJSON", ["TremaDiagnostics"]),
    // Property lists in all three forms; texts and configurations both come in them.
    toolchain("TremaPropertyLists", ["TremaDiagnostics", "TremaScalars", "TremaXML"]),
    tests(
      of: "TremaPropertyLists", ["TremaDiagnostics", "TremaTestSupport"], exclude: ["Fixtures"]),

    // YAML, of which only configurations come.
    .systemLibrary(
      name: "CTremaYAML", path: "Sources/CLibraries/CTremaYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    toolchain("TremaYAML", ["CTremaYAML", "TremaDiagnostics", "TremaScalars"]),
    tests(of: "TremaYAML", ["TremaDiagnostics", "TremaScalars", "TremaTestSupport"]),

    // Compressed bytes, by way of another C door.
    .systemLibrary(
      name: "CTremaZlib", path: "Sources/CLibraries/CTremaZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    runTime("TremaZlib", ["CTremaZlib"]),
    // Rows of cells, from CSV files and from the sheets of workbooks, and back.
    toolchain("TremaTables", ["TremaDiagnostics", "TremaXML", "TremaZlib"]),
    tests(of: "TremaTables", ["TremaDiagnostics", "TremaTestSupport"], exclude: ["Fixtures"]),

    // The model: what a text means, and the catalogue it stands in.
    runTime("TremaMessages"),
    toolchain("TremaCatalog", ["TremaDiagnostics", "TremaMessages"]),
    // Texts of one language as bytes to look them up in, which the run time maps.
    runTime("TremaCompiled", ["TremaMessages"]),
    tests(
      of: "TremaCompiled",
      [
        "TremaCatalog", "TremaDiagnostics", "TremaFormats", "TremaLocalization", "TremaLock",
        "TremaMessages", "TremaScalars", "TremaTestSupport", "TremaZlib",
      ], exclude: ["Fixtures", "Judges"]),

    // What is done with it, one file a format, a check, an edit, an accessor language.
    toolchain(
      "TremaFormats",
      [
        "TremaXML", "TremaJSON", "TremaPropertyLists", "TremaTables", "TremaCatalog",
        "TremaCompiled", "TremaScalars", "TremaZlib",
      ]),
    toolchain("TremaChecks", ["TremaCatalog", "TremaScalars"]),
    toolchain("TremaEditing", ["TremaFormats", "TremaXML"]),
    toolchain("TremaAccessors", ["ConfigKit", "TremaCatalog", "TremaScalars"]),
    tests(
      of: "TremaChecks",
      [
        "TremaCatalog", "TremaDiagnostics", "TremaFormats", "TremaMessages", "TremaTestSupport",
      ],
      exclude: ["Fixtures", "Golden"]),
    tests(
      of: "TremaEditing",
      ["TremaCatalog", "TremaDiagnostics", "TremaFormats", "TremaMessages", "TremaTestSupport"]),
    tests(
      of: "TremaFormats",
      [
        "TremaCatalog", "TremaChecks", "TremaDiagnostics", "TremaEditing", "TremaJSON",
        "TremaMessages", "TremaTables", "TremaTestSupport", "TremaZlib",
      ],
      exclude: ["Fixtures"]),

    // Configuration: the model that the command and the run time share, and its files.
    module("ConfigKit", ["TremaDiagnostics", "TremaJSON", "TremaScalars"]),
    toolchain(
      "TremaConfigFormats",
      [
        "ConfigKit", "TremaDiagnostics", "TremaJSON", "TremaPropertyLists", "TremaScalars",
        "TremaYAML",
      ]),
    tests(of: "ConfigKit", ["TremaDiagnostics", "TremaJSON", "TremaScalars", "TremaTestSupport"]),
    tests(
      of: "TremaConfigFormats",
      [
        "ConfigKit", "PropertyListJudge", "TremaDiagnostics", "TremaPropertyLists", "TremaScalars",
        "TremaTestSupport",
      ]),
    // The platform's readers of property lists, in a process that may crash.
    .executableTarget(
      name: "PropertyListJudge", dependencies: ["TremaConfigFormats", "TremaTestSupport"],
      path: "Tests/PropertyListJudge", swiftSettings: strict),

    // Files: trema.json, inputs, outputs that are written whole or not at all.
    toolchain(
      "TremaProject",
      [
        "TremaJSON", "TremaFormats", "TremaChecks", "TremaCompiled", "TremaEditing",
        "TremaAccessors", "TremaLock", "ConfigKit", "TremaConfigFormats", "TremaScalars",
      ]),
    tests(
      of: "TremaProject",
      [
        "ConfigKit", "TremaChecks", "TremaDiagnostics", "TremaJSON", "TremaScalars",
        "TremaTestSupport",
      ]),
    .systemLibrary(name: "CTremaMalloc", path: "Sources/CLibraries/CTremaMalloc"),
    .executableTarget(
      name: "trema", dependencies: ["CTremaMalloc", "TremaProject"], swiftSettings: strict),

    // The command as a process: what it prints, what it writes, what it survives.
    .testTarget(
      name: "CommandTests", dependencies: ["TremaLocalization", "TremaTestSupport", "trema"],
      exclude: ["Fixtures"], swiftSettings: strict),

    // The run time, which links none of the above but the meaning of a text.
    .target(name: "CTremaAtomics", path: "Sources/CLibraries/CTremaAtomics"),
    runTime("TremaLock", ["CTremaAtomics"]),
    // What an app says of itself: whether it is being worked on.
    runTime("TremaMode", ["TremaLock"]),
    // Who needs what, and how it is made.
    runTime("TremaInjection", ["TremaDiagnostics", "TremaLock"]),
    tests(of: "TremaInjection", ["TremaLock", "TremaTestSupport"]),
    // A trait of Swift Testing, in a product of its own, so that no app links Testing.
    runTime("TremaInjectionTesting", ["TremaInjection"]),
    tests(of: "TremaInjectionTesting", ["TremaInjection", "TremaLock"]),
    runTime(
      "TremaConfiguration",
      ["ConfigKit", "TremaDiagnostics", "TremaLock", "TremaMode", "TremaScalars"]),
    .testTarget(
      name: "TremaConfigurationTests",
      dependencies: [
        "ConfigKit", "TremaConfigFormats", "TremaConfiguration", "TremaLock", "TremaMode",
      ],
      resources: [.copy("Bundles")], swiftSettings: strict),
    runTime(
      "TremaLocalization", ["TremaCompiled", "TremaLock", "TremaMessages", "TremaScalars"]),

    // Moments as texts, and hash functions.
    runTime("TremaDates"),
    .systemLibrary(
      name: "CTremaCrypto", path: "Sources/CLibraries/CTremaCrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"])]),
    runTime("TremaHashes", [.target(name: "CTremaCrypto", condition: .when(platforms: [.linux]))]),
    tests(of: "TremaDates", ["DatesJudge", "TremaTestSupport"], exclude: ["Judges"]),
    // Counts how often dates ask for memory, with a `malloc` of its own.
    .target(name: "CTremaAllocations", path: "Tests/CTremaAllocations"),
    .executableTarget(
      name: "DatesJudge", dependencies: ["CTremaAllocations", "TremaDates"],
      path: "Tests/DatesJudge", swiftSettings: strict),
    tests(of: "TremaHashes"),

    // Values that are shown nowhere, and where they and others are kept.
    runTime("TremaSecrets"),
    tests(of: "TremaSecrets"),
    .systemLibrary(
      name: "CTremaSodium", path: "Sources/CLibraries/CTremaSodium", pkgConfig: "libsodium",
      providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
    .systemLibrary(
      name: "CTremaSQLite", path: "Sources/CLibraries/CTremaSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    runTime(
      "TremaStorage",
      [
        "CTremaSQLite", "TremaDiagnostics", "TremaLock", "TremaScalars", "TremaSecrets",
        // An app of iOS has the Keychain, and no libsodium.
        .target(name: "CTremaSodium", condition: .when(platforms: [.linux, .macOS])),
      ]),
    // How any store for secrets must behave.
    .target(
      name: "TremaStorageTestSupport", dependencies: ["TremaStorage"],
      path: "Tests/TremaStorageTestSupport", swiftSettings: strict),
    tests(
      of: "TremaStorage",
      [
        "KeyValueJudge", "SecretServiceJudge", "TremaLock", "TremaSecrets",
        "TremaStorageTestSupport", "TremaTestSupport", "VaultJudge",
      ],
      exclude: ["Vault/Judges"]),
    // The Secret Service, in a process below a session of its own.
    .executableTarget(
      name: "SecretServiceJudge", dependencies: ["TremaStorage", "TremaStorageTestSupport"],
      path: "Tests/SecretServiceJudge", swiftSettings: strict),
    // Writes to a store until it is killed, or finds no room.
    .executableTarget(
      name: "KeyValueJudge", dependencies: ["TremaStorage"], path: "Tests/KeyValueJudge",
      swiftSettings: strict),
    // A writer of a vault, in a process that may be killed.
    .executableTarget(
      name: "VaultJudge", dependencies: ["TremaSecrets", "TremaStorage"],
      path: "Tests/VaultJudge", swiftSettings: strict),

    // What happened, told to who wants to know.
    // What Swift cannot call to hand a file to the journal.
    .target(name: "CTremaLog", path: "Sources/CLibraries/CTremaLog"),
    runTime(
      "TremaLog",
      [
        "CTremaLog", "ConfigKit", "TremaDates", "TremaDiagnostics", "TremaLock", "TremaMode",
        "TremaScalars", "TremaSecrets",
      ]),
    tests(
      of: "TremaLog",
      [
        "ConfigKit", "LogJudge", "TremaLock", "TremaMode", "TremaScalars", "TremaSecrets",
        "TremaTestSupport",
      ]),
    // A writer of a log that rotates, in a process that may be killed, and may find no room.
    .executableTarget(
      name: "LogJudge", dependencies: ["TremaLog"], path: "Tests/LogJudge",
      swiftSettings: strict),

    // The network: bytes on the wire, what carries them, and what apps say to it.
    runTime("TremaHTTP", ["TremaLock", "TremaScalars", "TremaSecrets", "TremaZlib"]),
    .systemLibrary(
      name: "CTremaCurl", path: "Sources/CLibraries/CTremaCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    runTime("TremaCurl", ["CTremaCurl", "TremaHTTP", "TremaLock", "TremaScalars"]),
    runTime("TremaURLSession", ["TremaHTTP", "TremaLock", "TremaScalars"]),
    // What any transport must do, to be run on one of somebody's own.
    runTime("TremaTransportConformance", ["TremaHTTP", "TremaLock", "TremaScalars"]),
    module(
      "Networking",
      [
        "ConfigKit", "TremaDates", "TremaDiagnostics", "TremaHTTP", "TremaHashes", "TremaJSON",
        "TremaLock", "TremaMode", "TremaScalars", "TremaZlib",
      ]),
    // Answers in XML, by way of the platform's parser, which nothing else here links.
    runTime("TremaXMLDecoding", ["Networking", "TremaDates", "TremaHTTP", "TremaScalars"]),
    tests(of: "TremaXMLDecoding", ["Networking", "TremaHTTP", "TremaTestSupport"]),

    // All of the run time behind one import, and how its parts are joined.
    runTime(
      "TremaRuntime",
      [
        "ConfigKit", "Networking", "TremaConfiguration", "TremaDates", "TremaHTTP",
        "TremaInjection", "TremaLocalization", "TremaLog", "TremaMode", "TremaSecrets",
        "TremaStorage",
        .target(name: "TremaCurl", condition: .when(platforms: [.linux])),
        .target(name: "TremaURLSession", condition: .when(platforms: [.macOS, .iOS])),
      ]),
    tests(of: "TremaRuntime", ["TremaNetworkTestSupport", "TremaTestSupport"]),

    // Real servers, and a proxy that fails on purpose.
    .target(
      name: "TremaNetworkTestSupport", dependencies: ["TremaHTTP", "TremaTestSupport"],
      path: "Tests/TremaNetworkTestSupport", exclude: ["Servers"], swiftSettings: strict),
    tests(
      of: "TremaHTTP", ["TremaLock", "TremaTestSupport", "TremaZlib"], exclude: ["Fixtures"]),
    tests(
      of: "TremaCurl",
      [
        "CurlJudge", "TremaHTTP", "TremaLock", "TremaNetworkTestSupport", "TremaTestSupport",
        "TremaTransportConformance",
      ], exclude: ["Servers"]),
    // One request over libcurl, in a process with surroundings of its own.
    .executableTarget(
      name: "CurlJudge", dependencies: ["TremaCurl", "TremaHTTP"],
      path: "Tests/CurlJudge", swiftSettings: strict),
    tests(
      of: "TremaURLSession",
      [
        "TremaHTTP", "TremaLock", "TremaNetworkTestSupport", "TremaTestSupport",
        "TremaTransportConformance", "URLSessionJudge",
      ], exclude: ["Servers"]),
    // Requests over URLSession, in a process that may crash.
    .executableTarget(
      name: "URLSessionJudge",
      dependencies: ["TremaHTTP", "TremaNetworkTestSupport", "TremaURLSession"],
      path: "Tests/URLSessionJudge", swiftSettings: strict),
    tests(
      of: "Networking",
      [
        "CacheJudge", "ConfigKit", "CookieJudge", "TremaCurl", "TremaDates", "TremaHTTP",
        "TremaLock", "TremaMode", "TremaNetworkTestSupport", "TremaScalars", "TremaTestSupport",
        "TremaURLSession",
      ],
      exclude: ["Judges"]),
    // Writes files of cookies until it is killed.
    .executableTarget(
      name: "CookieJudge", dependencies: ["Networking", "TremaHTTP"], path: "Tests/CookieJudge",
      swiftSettings: strict),
    // A writer of a disk cache, in a process that may be killed.
    .executableTarget(
      name: "CacheJudge", dependencies: ["Networking", "TremaHTTP"],
      path: "Tests/CacheJudge", swiftSettings: strict),
    tests(of: "TremaLock"),
    tests(of: "TremaMessages", ["TremaTestSupport"], exclude: ["Judges"]),
    // Its resources make the bundle that real calls name as `.module`.
    .testTarget(
      name: "TremaLocalizationTests",
      dependencies: ["TremaLocalization", "TremaLock", "TremaScalars"],
      resources: [.process("Resources")], swiftSettings: strict),

    // In somebody else's build.
    .plugin(name: "TremaPlugin", capability: .buildTool(), dependencies: ["trema"]),
    .plugin(
      name: "TremaCommand",
      capability: .command(
        intent: .custom(verb: "trema", description: "Run the trema command in this package"),
        permissions: [.writeToPackageDirectory(reason: "trema writes the files that it makes")]),
      dependencies: ["trema"]),
    // They build a package of somebody's own.
    .testTarget(name: "TremaPluginTests", exclude: ["Fixtures"], swiftSettings: strict),

    tests(of: "TremaCatalog"),
    .testTarget(
      name: "TremaCompatibilityTests",
      dependencies: [
        "TremaAccessors", "TremaCatalog", "TremaDiagnostics", "TremaFormats", "trema",
      ],
      exclude: ["Fixtures", "Golden"], swiftSettings: strict),
    tests(
      of: "TremaAccessors",
      [
        "ConfigKit", "TremaCatalog", "TremaConfigFormats", "TremaDiagnostics", "TremaJSON",
        "TremaScalars", "TremaTestSupport",
      ],
      exclude: ["Golden", "Stubs"]),

    // The code that the documentation shows, and what the compiler says of first mistakes.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "TremaRuntime", "TremaTestSupport", "TremaTransportConformance", "TremaURLSession",
        "TremaXMLDecoding",
        .target(name: "TremaCurl", condition: .when(platforms: [.linux])),
      ],
      exclude: ["Stubs"], swiftSettings: strict),

    // Judges, hostile texts and a seeded generator, for the tests alone.
    .target(
      name: "TremaTestSupport", path: "Tests/TremaTestSupport", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
