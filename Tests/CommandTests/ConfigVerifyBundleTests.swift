import Foundation
import Testing
import TremaTestSupport

/// `trema config verify-bundle`, on products made by other programs.
@Suite struct ConfigVerifyBundleTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      ConfigInitTests.plist(
        """
          <key>analyticsKey</key><string>PROD-123456</string>
          <key>api</key>
          <dict>
            <key>timeout</key><integer>30</integer>
            <key>url</key><string>https://api.example.com/v1</string>
          </dict>
          <key>icon</key><data>AAEC</data>
          <key>launch</key><date>2026-01-01T00:00:00Z</date>
          <key>ratio</key><real>2</real>
        """), to: "Configuration.plist")
    try folder.write(
      ConfigInitTests.plist(
        """
          <key>analyticsKey</key><string>STAG-123456</string>
          <key>api</key>
          <dict><key>url</key><string>https://staging.example.com/v1</string></dict>
        """), to: "Configuration-staging.plist")
    try folder.write(
      ConfigInitTests.plist("  <key>x</key><string>y</string>"), to: "App/Info.plist")
  }

  private func verify(_ words: String...) throws -> Tool.Result {
    try Tool.run(["config", "verify-bundle"] + words, in: folder)
  }

  /// Makes a product as Xcode does: property lists are binary.
  private func build(_ configuration: String = "Configuration.plist") throws {
    try python(
      """
      import os, plistlib, shutil
      shutil.copytree("App", "App.app", dirs_exist_ok=True)
      shutil.copy("\(configuration)", "App.app/Configuration.plist")
      """)
    for name in ["Configuration", "Info"] {
      let verdict = try Judge.plutil.run(
        ["-convert", "binary1", "App.app/\(name).plist"], in: folder)
      try #require(verdict.status == 0, "\(verdict.complaint)")
    }
  }

  private func python(_ script: String) throws {
    try folder.write(script, to: "script.py")
    let verdict = try Judge.python.run(["script.py"], in: folder)
    try #require(verdict.status == 0, "\(verdict.complaint)")
  }

  private func pack(_ method: String = "ZIP_DEFLATED") throws {
    try python(
      """
      import os, zipfile
      with zipfile.ZipFile("App.ipa", "w", zipfile.\(method)) as archive:
        for folder, _, names in os.walk("App.app"):
          for name in names:
            archive.write(os.path.join(folder, name), os.path.join("Payload", folder, name))
      """)
  }

  private static let content = Tool.Result(status: 0, output: "", errors: "")

  @Test(arguments: ["ZIP_DEFLATED", "ZIP_STORED"])
  func `a product that matches its environment is valid as a folder and an archive`(
    method: String
  ) throws {
    try build()
    #expect(try verify("App.app", "--environment", "production") == Self.content)
    try pack(method)
    #expect(try verify("App.ipa", "--environment=production") == Self.content)
    // The product has production's values and not those of staging.
    #expect(try verify("App.ipa", "--environment=staging").status == 1)
  }

  @Test(arguments: ["text", "json", "sarif", "html"])
  func `a problem in an archived file is reported without its contents`(report: String) throws {
    try build()
    try folder.write(
      "<plist version=\"1.0\"><dict>\n<key>dbPassword</key><integer>Qz7Planted</integer></dict></plist>",
      to: "App.app/Other.plist")
    try pack()
    let result = try verify("App.ipa", "--environment", "production", "--report", report)
    #expect(result.output.contains("invalid-property-list"))
    #expect(!(result.output + result.errors).contains("Qz7Planted"))
  }

  @Test func `nested bundles are compared, and leftover files are found`() throws {
    try build()
    try python(
      """
      import os, plistlib, shutil
      for place in ["Watch/W.app", "PlugIns/E.appex", "Frameworks/F.framework"]:
        os.makedirs("App.app/" + place)
        shutil.copy("App.app/Configuration.plist", "App.app/" + place)
      """)
    #expect(try verify("App.app") == Self.content)
    try python(
      """
      import plistlib
      path = "App.app/Watch/W.app/Configuration.plist"
      values = plistlib.load(open(path, "rb"))
      values["ratio"] = 99.0
      plistlib.dump(values, open(path, "wb"), fmt=plistlib.FMT_BINARY)
      open("App.app/configuration-STAGING.plist", "w").write("")
      """)
    let result = try verify("App.app")
    #expect(result.status == 1)
    #expect(
      result.output.contains("[bundle-difference] 'ratio' is 99.0 in the product, but 2"),
      "\(result)")
    #expect(result.output.contains("[leftover-file] 'configuration-STAGING.plist'"), "\(result)")
    // A binary file has no lines to be quoted.
    #expect(!result.output.contains("bplist"), "\(result)")
  }

  @Test func `archives created by zip are read`() throws {
    try build()
    let verdict = try Judge.bash.run(
      ["-c", "mkdir Payload && mv App.app Payload && zip -qr App.ipa Payload"], in: folder)
    try #require(verdict.status == 0, "\(verdict.complaint)")
    #expect(try verify("App.ipa") == Self.content)
    #expect(try verify("Payload") == Self.content)
  }

  @Test func `values from another environment are reported with their path in the archive`() throws
  {
    try folder.write(
      ConfigInitTests.plist(
        """
          <key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
          <key>NSAppTransportSecurity</key>
          <dict><key>NSExceptionDomains</key>
            <dict><key>localhost</key><dict/><key>staging.example.com</key><dict/></dict></dict>
          <key>Back</key><string>https://staging.example.com/x</string>
          <key>Token</key><string>ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8</string>
          <key>CFBundleURLTypes</key><array><string>myapp://callback</string></array>
        """), to: "App/Info.plist")
    for name in [
      "Configuration-staging.plist", ".env", "Base.xcconfig", "Configuration.schema.json",
    ] {
      try folder.write("x", to: "App/\(name)")
    }
    try build("Configuration-staging.plist")
    try python(
      """
      import plistlib
      plistlib.dump(plistlib.load(open("App.app/Info.plist", "rb")), open("App.app/Info.plist", "wb"))
      plistlib.dump(plistlib.load(open("App.app/Configuration.plist", "rb")),
        open("App.app/Configuration.plist", "wb"))
      """)
    try pack()
    let result = try verify("App.ipa", "--environment", "production")
    #expect(result.status == 1)
    #expect(!result.output.contains("ghp_"))
    let lines = result.output.split(separator: "\n").filter { $0.contains("error:") }
    let expected = """
      .env: error: [leftover-file] '.env' is a source file and must not be in the product
      Base.xcconfig: error: [leftover-file] 'Base.xcconfig' is a source file and must not be in \
      the product
      Configuration-staging.plist: error: [leftover-file] 'Configuration-staging.plist' is a source \
      file and must not be in the product
      Configuration.plist:4:1: error: [bundle-difference] 'icon' is missing from the product
      Configuration.plist:4:1: error: [bundle-difference] 'launch' is missing from the product
      Configuration.plist:4:1: error: [bundle-difference] 'ratio' is missing from the product
      Configuration.plist:6:2: error: [bundle-difference] 'analyticsKey' is "STAG-123456" in the \
      product, but "PROD-123456" in production
      Configuration.plist:8:2: error: [bundle-difference] 'api.timeout' is missing from the product
      Configuration.plist:10:3: error: [bundle-difference] 'api.url' is \
      "https://staging.example.com/v1" in the product (as in staging), but \
      "https://api.example.com/v1" in production
      Configuration.schema.json: error: [leftover-file] 'Configuration.schema.json' is a source file \
      and must not be in the product
      Info.plist: error: [shipped-secret] 'Token' is a secret
      Info.plist:6:2: error: [foreign-value] 'Back' contains the host 'staging.example.com' from \
      the environment 'staging'
      Info.plist:8:2: error: [unresolved-variable] 'CFBundleIdentifier' contains the unresolved variable \
      $(PRODUCT_BUNDLE_IDENTIFIER)
      Info.plist:17:4: error: [test-host] 'NSAppTransportSecurity.NSExceptionDomains.localhost' \
      has the host 'localhost', which is the local machine
      Info.plist:19:4: error: [foreign-value] \
      'NSAppTransportSecurity.NSExceptionDomains."staging.example.com"' contains the host \
      'staging.example.com' from the environment 'staging'
      """
    #expect(
      lines.joined(separator: "\n")
        == expected.split(separator: "\n").map { "App.ipa/Payload/App.app/\($0)" }
        .joined(separator: "\n"))
    let json = try verify("App.ipa", "--report", "json")
    #expect(json.output.contains(#""file": "App.ipa/Payload/App.app/Info.plist""#))
    #expect(!json.output.contains("ghp_"))
  }

  @Test func `a secret is reported in any file, and never shown`() throws {
    let secret = "hunter2-Zq81xW"
    try folder.write(
      #"{"auth": {"password": "\#(secret)"}, "host": "a.example.com"}"#, to: "c/Configuration.json")
    try folder.write(
      #"{"auth": {"password": "other-7Gh2"}, "host": "a.example.com"}"#,
      to: "app/Configuration.json")
    try folder.write(
      ConfigInitTests.plist("<key>copy</key><string>\(secret)</string>"), to: "app/Other.plist")
    let result = try verify("app", "c")
    #expect(result.status == 1)
    #expect(
      result.output == """
        app/Configuration.json: error: [bundle-difference] 'auth.password' is <redacted> in the \
        product, but <redacted> in production
          hint: rebuild it with the output of trema config merge --environment production
          environment: production
        app/Configuration.json: error: [shipped-secret] 'auth.password' is a secret
          hint: remove it, and fetch it from a server at run time; the contents of an app are public
          environment: production
        app/Other.plist: error: [shipped-secret] 'copy' contains the secret 'auth.password'
          hint: remove it, and fetch it from a server at run time; the contents of an app are public
          environment: production
        3 errors

        """)
  }

  @Test func `an Android folder contains JSON with dates and data as strings`() throws {
    try folder.write(
      """
      {"analyticsKey": "PROD-123456", "api": {"timeout": 30, "url": "https://api.example.com/v1"},
       "icon": "AAEC", "launch": "2026-01-01T00:00:00Z", "ratio": 2}
      """, to: "assets/config/app.json")
    #expect(try verify("assets", "--name", "app.json") == Self.content)
    #expect(
      try verify("assets").output == """
        assets: error: [missing-bundle-configuration] 'assets' does not contain 'Configuration.plist'
          hint: add the merged file to the app, or specify its name with --name
        1 error

        """)
  }

  private static let hostile: [(script: String, message: String)] = [
    (
      "z.writestr('Payload/A.app/Configuration.plist', b'\\0' * (1 << 29))",
      "[size-limit] the contents are larger than 67108864 bytes when decompressed"
    ),
    (
      "z.writestr('../Configuration.plist', b'x')",
      "[unsafe-path] the path of the entry '../Configuration.plist' is outside the archive"
    ),
    (
      "z.writestr('/etc/Configuration.plist', b'x')",
      "[unsafe-path] the path of the entry '/etc/Configuration.plist' is outside the archive"
    ),
    (
      "z.writestr('a/Configuration.plist', b'x'); cut = 30",
      "[invalid-zip] the file has no end record: it is truncated or has trailing data (byte 113)"
    ),
    (
      "z.writestr('Configuration.plist', b'x'); encrypted = True",
      "[encrypted-file] the entry 'Configuration.plist' is encrypted"
    ),
    (
      "z.writestr('Configuration.plist', b'x'); large = True",
      "[unsupported-zip] ZIP64 files, which may exceed 4 GiB, are not supported"
    ),
  ]

  @Test(arguments: hostile.indices)
  func `a hostile archive is refused with a location`(index: Int) throws {
    let (script, message) = Self.hostile[index]
    try python(
      """
      import zipfile
      cut, encrypted, large = 0, False, False
      with zipfile.ZipFile("App.ipa", "w", zipfile.ZIP_DEFLATED) as z:
        \(script)
      data = bytearray(open("App.ipa", "rb").read())
      if encrypted:
        data[data.index(b"PK\\1\\2") + 8] |= 1
      if large:
        end = data.index(b"PK\\5\\6")
        data[end + 16:end + 20] = b"\\xff" * 4
      open("App.ipa", "wb").write(data[:len(data) - cut])
      """)
    let result = try verify("App.ipa")
    #expect(result.status == 3)
    #expect(result.output.hasPrefix("App.ipa: error: \(message)\n"), "\(result.output)")
  }

  @Test func `an invalid product path and an unknown environment are reported`() throws {
    #expect(try verify("App.ipa").status == 3)
    #expect(try verify("App.ipa", "--environment", "nope").status == 2)
    #expect(try verify().status == 2)
    try folder.write("no archive", to: "App.ipa")
    #expect(
      try verify("App.ipa").output == """
        App.ipa: error: [invalid-zip] the file is not a ZIP file
          hint: check that this is the right file
        1 error

        """)
  }
}
