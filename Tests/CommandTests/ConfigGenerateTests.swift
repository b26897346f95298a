import Testing
import TremaTestSupport

/// `trema config generate`, and the code of configurations in `trema build`.
@Suite struct ConfigGenerateTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(plist("<key>host</key><string>api.example.com</string>"), to: base)
    try folder.write(
      plist("<key>host</key><string>staging.example.com</string>"),
      to: "Config/Configuration-staging.plist")
    try folder.write(
      plist("<key>host</key><string>my.local</string>"), to: "Config/Configuration-local.plist")
  }

  private let base = "Config/Configuration.plist"

  private func plist(_ content: String) -> String {
    "<plist version=\"1.0\"><dict>\n\(content)\n</dict></plist>\n"
  }

  private func project(_ configuration: String) throws {
    try folder.write("{ \"configuration\": \(configuration) }", to: "trema.json")
  }

  private func generate(_ options: String...) throws -> Tool.Result {
    try Tool.run(["config", "generate"] + options, in: folder)
  }

  @Test func `a file is written once, and --check reports when it is out of date`() throws {
    #expect(
      try generate("Config", "--swift", "Out", "--type", "Settings")
        == Tool.Result(
          status: 0, output: "wrote Out/Settings.swift\n1 output, 1 written\n", errors: ""))
    #expect(
      try generate("Config", "--swift", "Out/Settings.swift", "--check")
        == Tool.Result(status: 0, output: "1 output, 0 out of date\n", errors: ""))
    try folder.write(plist("<key>host</key><string>new.example.com</string>"), to: base)
    let before = try Snapshot(of: folder)
    #expect(
      try generate("Config", "--swift", "Out/Settings.swift", "--check")
        == Tool.Result(
          status: 1, output: "out of date: Out/Settings.swift\n1 output, 1 out of date\n",
          errors: ""))
    #expect(try Snapshot(of: folder) == before)
  }

  @Test func `staging is for debug builds by default, and the local file is never compiled in`()
    throws
  {
    let swift = try generate("Config", "--swift", "-")
    #expect(swift.status == 0 && swift.errors.isEmpty)
    #expect(
      swift.output.contains(
        """
          #if DEBUG
            /// The environment `staging`.
            public static let staging = AppConfiguration(host: "staging.example.com")
          #endif
        """), "\(swift)")
    #expect(!swift.output.contains("my.local"))
    let staging = try generate("Config", "--swift", "-", "--environment", "staging")
    #expect(staging.output.contains("static var current: AppConfiguration { staging }"))
    #expect(!staging.output.contains("api.example.com") && !staging.output.contains("#if DEBUG"))
    let kotlin = try generate("Config", "--kotlin", "-", "--kotlin-package", "a.b")
    #expect(kotlin.output.contains("package a.b\n"))
    #expect(!kotlin.output.contains("staging"))
  }

  @Test(arguments: [
    (["--swift", "-", "--environment", "stagin"], 1),
    (["--swift", "-", "--type", "not a type"], 2), (["--swift", "-", "--check"], 2),
    (["--swift", "-", "--kotlin", "-"], 2), (["--kotlin", "-", "--kotlin-package", "1"], 2),
    (["--type", "X"], 2), ([], 2),
  ])
  func `contradictory options are refused`(options: [String], status: Int) throws {
    let result = try Tool.run(["config", "generate", "Config"] + options, in: folder)
    #expect(Int(result.status) == status && result.output.isEmpty, "\(result)")
    #expect(!result.errors.isEmpty)
  }

  @Test
  func `a value that looks like a secret is not compiled in, even if no schema marks it`() throws {
    try folder.write(
      #"{"auth": {"password": "hunter2hunter2", "api": "x"}, "list": [{"password": "swordfish99"}]}"#,
      to: "Plain/Configuration.json")
    let swift = try generate("Plain", "--swift", "-")
    #expect(swift.status == 0, "\(swift)")
    #expect(swift.output.contains("var password: Secret<String>?"), "\(swift)")
    #expect(swift.output.contains("auth: Auth(api: \"x\")"), "\(swift)")
    #expect(
      swift.errors.contains(
        "note: [secret-left-out] 'auth.password' looks like a secret, so its values are omitted "
          + "from the code"), "\(swift)")
    let kotlin = try generate("Plain", "--kotlin", "-")
    #expect(kotlin.status == 0 && !kotlin.output.contains("password"), "\(kotlin)")
    for secret in ["hunter2hunter2", "swordfish99"] {
      #expect(!"\(swift) \(kotlin)".contains(secret))
    }
  }

  @Test func `schema defaults for dates and data use the JSON representation`() throws {
    try folder.write("{}", to: "Typed/Configuration.json")
    try folder.write(
      #"""
      {"type": "object", "properties": {
        "d": {"type": "string", "x-type": "date", "default": "2026-01-01T00:00:00Z"},
        "b": {"type": "string", "x-type": "data", "default": "AAEC"}}}
      """#, to: "Typed/Configuration.schema.json")
    let result = try generate("Typed", "--swift", "-")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    #expect(result.output.contains("Data([0, 1, 2])"), "\(result)")
    #expect(
      result.output.contains("Date(timeIntervalSinceReferenceDate: 788918400.0)"), "\(result)")
  }

  @Test func `two keys that share a generated name are an error, and nothing is written`()
    throws
  {
    try folder.write(
      plist("<key>api-host</key><string>a</string>\n<key>api_host</key><string>b</string>"),
      to: base)
    let result = try generate("Config", "--swift", "Out")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(
      result.errors.contains(
        "error: [name-collision] the keys 'api-host' and 'api_host' have the same Swift name, 'apiHost'"
      ),
      "\(result)")
    #expect(try Snapshot(of: folder, "Out").names.isEmpty)
  }

  @Test func `a broken environment stops the command, with its location`() throws {
    try folder.write("<plist><dict>", to: "Config/Configuration-staging.plist")
    let result = try generate("Config", "--swift", "Out")
    #expect(result.status != 0 && result.output.isEmpty)
    #expect(result.errors.contains("Config/Configuration-staging.plist:"), "\(result)")
    #expect(try Snapshot(of: folder, "Out").names.isEmpty)
  }

  @Test func `trema build writes the code that trema.json declares, and later removes it`() throws {
    try project(
      """
      { "directory": "Config",
        "swift": { "directory": "Sources", "type": "Settings", "access": "internal" },
        "kotlin": [
          { "directory": "a/release", "package": "app" },
          { "directory": "a/staging", "package": "app", "environments": ["staging"] }
        ] }
      """)
    let made = try Tool.run("build", in: folder)
    #expect(
      made
        == Tool.Result(
          status: 0,
          output: """
            wrote Sources/Settings.swift
            wrote a/release/AppConfiguration.kt
            wrote a/staging/AppConfiguration.kt
            3 outputs, 3 written

            """, errors: ""))
    #expect(try Tool.run("build", "--check", in: folder).status == 0)
    #expect(try generate("--check").status == 0)
    #expect(try folder.text("a/staging/AppConfiguration.kt").contains("val current"))
    try folder.write(plist("<key>host</key><string>new</string>"), to: base)
    #expect(try Tool.run("build", "--check", in: folder).status == 1)
    try project(#"{ "directory": "Config", "swift": { "directory": "Sources" } }"#)
    let again = try Tool.run("build", in: folder)
    #expect(
      again.output == """
        wrote Sources/AppConfiguration.swift
        removed Sources/Settings.swift
        removed a/release/AppConfiguration.kt
        removed a/staging/AppConfiguration.kt
        1 output, 1 written

        """, "\(again)")
  }

  @Test func `invalid code settings in trema.json are reported with their locations`() throws {
    try project(
      """
      { "directory": "Config",
        "swift": { "type": "no type", "package": "x" },
        "kotlin": { "environments": ["stagin"] } }
      """)
    let result = try Tool.run("build", in: folder)
    #expect(result.status == 3)
    #expect(
      result.errors.contains(
        "trema.json:2:22: error: [invalid-type] 'no type' is not a valid type name"),
      "\(result)")
    #expect(result.errors.contains("warning: [unused-field] 'package' has no effect"))
    try project(#"{ "directory": "Config", "kotlin": { "environments": ["stagin"] } }"#)
    #expect(
      try Tool.run("build", in: folder).errors.contains(
        "[unknown-environment] unknown environment 'stagin'"))
  }
}
