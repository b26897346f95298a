import Foundation
import Testing
import TremaTestSupport

/// `trema config init` on realistic configurations: the check and the generated code succeed, and
/// the code holds the values.
@Suite struct ConfigInitRealTests {
  private struct Sample {
    var name: String
    var files: [String: String]
    /// The values in the code for the environment that customers get.
    var values: [(expression: String, value: String)]
    var muted = 0
  }

  private static let samples = [
    Sample(
      name: "Maps",
      files: [
        "Configuration.plist": ConfigInitTests.plist(
          """
          <key>tileURL</key><string>https://tile.example.com/{z}/{x}/{y}.png</string>
          <key>userURL</key><string>https://api.example.com/users/%@</string>
          <key>userPath</key><string>/users/%@</string>
          <key>apiURL</key><string>https://api.example.com/v1</string>
          <key>supportURL</key><string>https://bücher.example/hilfe</string>
          <key>analyticsTag</key><string></string>
          <key>googleApiKey</key><string>\("AI" + "zaSyA1234567890abcdefghijklmnopqrstuv")</string>
          <key>tags</key><array/>
          <key>headers</key><dict/>
          <key>timeout</key><real>30.5</real>
          <key>logging</key><dict><key>level</key><string>info</string></dict>
          """),
        "Configuration-staging.plist": ConfigInitTests.plist(
          """
          <key>apiURL</key><string>https://staging.example.com/v1</string>
          <key>logging</key><dict><key>level</key><string>debug</string></dict>
          """),
      ],
      values: [
        ("production.tileURL", "https://tile.example.com/{z}/{x}/{y}.png"),
        ("production.userURL", "https://api.example.com/users/%@"),
        ("production.userPath", "/users/%@"),
        ("production.apiURL", "https://api.example.com/v1"),
        ("production.supportURL", "https://bücher.example/hilfe"), ("production.analyticsTag", ""),
        ("production.googleApiKey", "AI" + "zaSyA1234567890abcdefghijklmnopqrstuv"),
        ("production.tags", "[]"), ("production.headers", "[:]"), ("production.timeout", "30.5"),
        ("production.logging.level.rawValue", "info"),
      ], muted: 2),
    Sample(
      name: "Design",
      files: [
        "Configuration.json": """
        {"designTokens": {"primary": "#1a2b3c4d", "body": "color.brand.primary.500", "radius": 8},
         "tokens": {"color": {"accent": "#ff8800", "link": "rgba(0, 0, 0, 0.5)"},
                    "font": {"title": "HelveticaNeue-Bold", "size": 17}},
         "colorToken": "primary-dark", "maxTokens": 4096, "passwordHint": "Enter your password"}
        """,
        "Configuration-live.json": ##"{"tokens": {"color": {"accent": "#00ff88"}}}"##,
      ],
      values: [
        ("live.designTokens.primary", "#1a2b3c4d"),
        ("live.designTokens.body", "color.brand.primary.500"), ("live.designTokens.radius", "8"),
        ("live.tokens.color.accent", "#00ff88"), ("live.tokens.color.link", "rgba(0, 0, 0, 0.5)"),
        ("live.tokens.font.title", "HelveticaNeue-Bold"), ("live.tokens.font.size", "17"),
        ("live.colorToken", "primary-dark"), ("live.maxTokens", "4096"),
        ("live.passwordHint", "Enter your password"),
      ]),
    Sample(
      name: "Settings",
      files: [
        "Configuration.xcconfig": "API_URL = https:/$()/api.example.com\nLOG_LEVEL = info\n",
        "Configuration-Debug.xcconfig": "API_URL = https:/$()/dev.example.com\n",
        "Configuration-Release.xcconfig": "LOG_LEVEL = error\n",
      ],
      values: [
        ("release.apiUrl", "https://api.example.com"), ("release.logLevel.rawValue", "error"),
      ]),
    Sample(
      name: "Yaml",
      files: [
        "Configuration.yaml": """
        api:
          base_url: https://api.example.com
          user: /users/{id}
          search: https://search.example.com/?q={query}
        oauth: {client_id: 4f2a, token_url: "https://auth.example.com/token", redirect: "myapp://in"}
        flags: {}
        """,
        "Configuration-prod.yaml": "api: {user: \"/v2/users/{id}\"}\n",
      ],
      values: [
        ("prod.api.baseUrl", "https://api.example.com"), ("prod.api.user", "/v2/users/{id}"),
        ("prod.api.search", "https://search.example.com/?q={query}"),
        ("prod.oauth.clientId", "4f2a"), ("prod.oauth.redirect", "myapp://in"),
        ("prod.flags", "[:]"),
      ]),
  ]

  @Test func `the check succeeds, and the generated code contains the values`() throws {
    let folder = try TemporaryFolder()
    var program = "import Foundation\n"
    for sample in Self.samples {
      let own = try TemporaryFolder()
      for (name, text) in sample.files { try own.write(text, to: name) }
      let start = try Tool.run("config", "init", in: own)
      #expect(start.status == 0, "\(sample.name): \(start)")
      // No rule of the schema causes a finding.
      let check = try Tool.run("config", "check", "--fail-on", "warning", in: own)
      let muted = sample.muted == 0 ? "" : "\(sample.muted) muted\n"
      #expect(check == Tool.Result(status: 0, output: muted, errors: ""), "\(sample.name)")
      let type = "\(sample.name)Configuration"
      let code = try Tool.run("config", "generate", "--swift", "\(type).swift", in: own)
      #expect(code.status == 0 && code.errors.isEmpty, "\(sample.name): \(code)")
      try folder.write(try own.read("\(type).swift"), to: "\(type).swift")
      for (expression, _) in sample.values { program += "print(\(type).\(expression))\n" }
    }
    try folder.write(program, to: "main.swift")
    let names = Self.samples.map { "\($0.name)Configuration.swift" }
    let verdict = try Judge(name: "swiftc", package: "the Swift toolchain").run(
      ["-swift-version", "6", "-o", "app", "main.swift"] + names, in: folder)
    try #require(verdict.status == 0, "\(verdict.complaint)")
    let printed = try Judge.bash.run(["-c", "./app"], in: folder)
    #expect(
      printed.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
        String.init)
        == Self.samples.flatMap { $0.values.map(\.value) })
  }
}
