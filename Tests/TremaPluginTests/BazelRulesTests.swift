#if os(Linux)
  import Foundation
  import Testing
  import TremaTestSupport

  /// `rules_trema`, used by a real Bazel. See `Documentation/Bazel.md` for the versions.
  @Suite(.serialized, .timeLimit(.minutes(10))) struct BazelRulesTests {
    let workspace: BazelWorkspace

    init() throws { workspace = try BazelWorkspace.shared.get() }

    /// Runs the command in the workspace.
    private func trema(_ words: String...) throws {
      try ReleaseArtifacts.succeed([ReleaseArtifacts.command] + words, in: workspace.folder)
    }

    static let finding = [
      "app/Texts.trm:12:48: error: [placeholder-mismatch] 'menu.greeting' in 'de': argument 1 is "
        + "%1$d, but %1$@ in 'en'",
      "12 |     <value lang=\"de\" status=\"translated\">Hallo %1$d</value>",
      "   |                                                ^ hint: use the placeholders of 'en'; "
        + "number them to change their order",
      "app/Texts.trm:11:46: note: the 'en' value is here", "1 error",
    ]

    @Test func `the outputs are those of the command`() throws {
      let build = try workspace.bazel("build", "//app/...")
      #expect(build.status == 0, "\(build.lines)")
      try workspace.write(
        """
        {
          "catalogues": [{ "files": ["app/Texts.trm"] }],
          "languages": ["en", "de", "pt-BR"],
          "outputs": [
            { "format": "strings", "directory": "ios" },
            { "format": "stringsdict", "directory": "ios" },
            { "format": "swift", "directory": "ios", "access": "internal" },
            { "format": "android", "directory": "android/res" },
            { "format": "kotlin", "directory": "android", "package": "com.example.bistro.texts",
              "androidNamespace": "com.example.bistro" }
          ]
        }
        """, to: "trema.json")
      try trema("build", "--output-root=expected")
      for target in ["ios", "android"] {
        var outputs = try workspace.files(in: "bazel-bin/app/\(target)")
        #expect(outputs.removeValue(forKey: ".trema-build.json") != nil)
        #expect(try outputs == workspace.files(in: "expected/\(target)"))
      }
      let configuration = "app/Config"
      try trema("config", "merge", "--environment=staging", "-o", "expected/c.plist", configuration)
      try trema("config", "generate", "--swift=expected/AppConfiguration.swift", configuration)
      #expect(
        try workspace.files(in: "bazel-bin/app/staging") == [
          "Configuration.plist": workspace.text("expected/c.plist"),
          "AppConfiguration.swift": workspace.text("expected/AppConfiguration.swift"),
        ])
    }

    @Test func `a changed text runs the actions of its catalogue only`() throws {
      try workspace.addPackage("changed")
      try workspace.addPackage("unchanged")
      let targets = ["//changed/...", "//unchanged/..."]
      let first = try workspace.actions("build", targets[0], targets[1])
      #expect(
        first.map(\.progressMessage) == [
          "Generating code for the configuration of //changed:staging",
          "Generating code for the configuration of //unchanged:staging",
          "Generating texts of //changed:android", "Generating texts of //changed:ios",
          "Generating texts of //unchanged:android", "Generating texts of //unchanged:ios",
          "Merging the configuration of //changed:staging",
          "Merging the configuration of //unchanged:staging",
        ])
      #expect(
        try workspace.bazel("build", targets[0], targets[1]).processes == "1 process: 1 internal")

      try workspace.replace("Hallo", by: "Moin", in: "changed/Texts.trm")
      let second = try workspace.actions("build", targets[0], targets[1])
      #expect(
        second.map(\.progressMessage) == [
          "Generating texts of //changed:android", "Generating texts of //changed:ios",
        ])
      #expect(
        try workspace.text("bazel-bin/changed/ios/de.lproj/Localizable.strings").contains("Moin"))
      // Only its own files are inputs of an action.
      #expect(
        second[1].inputs.map(\.path) == [
          "bazel-out/k8-fastbuild/bin/changed/ios.trema.json", "changed/Texts.trm",
          "external/trema/trema",
        ])
      #expect(second.allSatisfy { $0.environmentVariables.isEmpty })

      // A file with the same contents is no change.
      try workspace.replace("Hallo", by: "Hallo", in: "unchanged/Texts.trm")
      let third = try workspace.bazel("build", targets[0], targets[1])
      #expect(third.processes == "1 process: 1 internal", "\(third.lines)")
    }

    @Test(arguments: ["sandboxed", "local"])
    func `a finding fails the build with its place, and nothing is written`(strategy: String) throws
    {
      let package = "finding_\(strategy)"
      try workspace.addPackage(package)
      try workspace.replace("Hallo %1$@", by: "Hallo %1$d", in: "\(package)/Texts.trm")
      let build = try workspace.bazel("build", "//\(package):ios", "--spawn_strategy=\(strategy)")
      #expect(build.status == 1)
      let finding = Self.finding.map { $0.replacing("app/", with: "\(package)/") }
      #expect(build.lines.contains(sublist: finding), "\(build.lines)")
      let place = "\(workspace.folder.path)/\(package)/BUILD.bazel"
      #expect(
        build.lines.contains {
          $0.hasPrefix("ERROR: \(place):")
            && $0.contains("Generating texts of //\(package):ios failed")
        })
      #expect(try workspace.files(in: "bazel-bin/\(package)/ios").isEmpty)
    }

    @Test func `a test reports its findings to Bazel`() throws {
      try workspace.addPackage("tested")
      let passed = try workspace.bazel("test", "//tested/...")
      #expect(passed.status == 0, "\(passed.lines)")
      #expect(passed.lines.contains("Executed 2 out of 2 tests: 2 tests pass."))
      let again = try workspace.bazel("test", "//tested/...")
      #expect(again.lines.contains("Executed 0 out of 2 tests: 2 tests pass."))

      try workspace.replace("Hallo %1$@", by: "Hallo %1$d", in: "tested/Texts.trm")
      try workspace.replace(
        "<string>debug</string>", by: "<string>loud</string>",
        in: "tested/Config/Configuration-staging.plist")
      let failed = try workspace.bazel(
        "test", "//tested/...", "--keep_going", "--test_output=errors")
      #expect(failed.status == 1)
      let finding = Self.finding.map { $0.replacing("app/", with: "tested/") }
      #expect(failed.lines.contains(sublist: finding), "\(failed.lines)")
      #expect(
        try workspace.text("bazel-testlogs/tested/texts_check/test.xml") == """
          <?xml version="1.0" encoding="UTF-8"?>
          <testsuites name="trema check" tests="1" failures="1" errors="0">
            <testsuite name="tested/Texts.trm" tests="1" failures="1" errors="0">
              <testcase classname="tested/Texts.trm" name="placeholder-mismatch menu.greeting de" \
          file="tested/Texts.trm" line="12">
                <failure type="error" message="'menu.greeting' in 'de': argument 1 is %1$d, but \
          %1$@ in 'en'">\(finding[0])
            hint: use the placeholders of 'en'; number them to change their order
          \(finding[3])
          </failure>
              </testcase>
            </testsuite>
          </testsuites>

          """)
      let report = try workspace.text("bazel-testlogs/tested/config_check/test.xml")
      #expect(
        report.contains(
          "<testcase classname=\"tested/Config/Configuration-staging.plist\" name=\""), "\(report)")
    }

    @Test func `a second checkout takes every action from the cache`() throws {
      let cache = "--disk_cache=\(workspace.folder.path)/../../../cache"
      try workspace.addPackage("cached")
      let first = try workspace.actions("build", "//cached/...", cache)
      #expect(first.count == 4)
      let other = try BazelWorkspace("second")
      try other.addPackage("cached")
      let second = try other.actions("build", "//cached/...", cache)
      #expect(second.allSatisfy { $0.remoteCacheHit })
      // The keys of actions are made from these.
      #expect(second.map(\.commandArgs) == first.map(\.commandArgs))
      #expect(second.map(\.inputs) == first.map(\.inputs))
      #expect(second.map(\.actualOutputs) == first.map(\.actualOutputs))
      let outputs = try [workspace, other].map { try $0.files(in: "bazel-bin/cached") }
      #expect(outputs[0].count > 20 && outputs[0] == outputs[1])
      #expect(outputs[1].values.allSatisfy { !$0.contains(".build/bazel-tests") })
    }

    @Test(arguments: ["sandboxed", "local"])
    func `a file that is not declared is invisible`(strategy: String) throws {
      let package = "undeclared_\(strategy)"
      try workspace.addPackage(package)
      let decoys = [
        "Config/Configuration-local.plist":
          "<plist><dict><key>logLevel</key><string>info</string></dict></plist>",
        "Config/Configuration.baseline.json": "{}", "Config/Info.plist": "no property list",
        "trema.json": "{ \"nonsense\": 1 }", "trema-baseline.json": "{}",
        "trema-languages.json": "[]",
      ]
      for (name, text) in decoys { try workspace.write(text, to: "\(package)/\(name)") }
      try workspace.write("{ \"nonsense\": 1 }", to: "trema.json")
      let options = ["CONFIG__LOGLEVEL=error", "CONFIG__API__HOST=https://example.org"]
      let run = try workspace.bazel(
        "test", "//\(package)/...", "--spawn_strategy=\(strategy)", "--build_tests_only=false",
        variables: options)
      #expect(run.status == 0, "\(run.lines)")
      _ = try workspace.bazel("build", "//app/...")
      for target in ["ios", "android", "staging"] {
        let outputs = try workspace.files(in: "bazel-bin/\(package)/\(target)")
        #expect(try outputs == workspace.files(in: "bazel-bin/app/\(target)"), "\(target)")
      }
    }

    @Test(arguments: ["sandboxed", "local"])
    func `layers include only the files that are declared`(strategy: String) throws {
      let package = "includes_\(strategy)"
      let base = "#include \"Common/Common.xcconfig\"\n#include? \"Optional.xcconfig\"\n"
      try workspace.write(base + "NAME = bistro\n", to: "\(package)/Configuration.xcconfig")
      try workspace.write("NAME = staging\n", to: "\(package)/Configuration-staging.xcconfig")
      try workspace.write("COMMON = 1\n", to: "\(package)/Common/Common.xcconfig")
      try workspace.write("OPTIONAL = leaked\n", to: "\(package)/Optional.xcconfig")
      func run(_ command: String, includes: [String]) throws -> BazelWorkspace.Run {
        try workspace.write(
          """
          load("@rules_trema//:defs.bzl", "trema_config_check_test", "trema_configuration")

          trema_configuration(
              name = "staging",
              srcs = ["Configuration.xcconfig", "Configuration-staging.xcconfig"],
              environment = "staging",
              format = "json",
              includes = \(includes),
          )
          trema_config_check_test(name = "check", size = "small", configuration = ":staging")
          """, to: "\(package)/BUILD.bazel")
        return try workspace.bazel(
          command, "//\(package):\(command == "test" ? "check" : "staging")",
          "--spawn_strategy=\(strategy)", "--test_output=errors")
      }
      for command in ["build", "test"] {
        let undeclared = try run(command, includes: [])
        #expect(undeclared.status != 0)
        #expect(
          undeclared.lines.contains(sublist: [
            "\(package)/Configuration.xcconfig:1:10: error: [external-include] the included file "
              + "'\(package)/Common/Common.xcconfig' is not in the project's 'includes'",
            "1 | #include \"Common/Common.xcconfig\"",
            "  |          ^ hint: add it to \"includes\", or remove the #include",
          ]), "\(undeclared.lines)")
        let declared = try run(command, includes: ["Common/Common.xcconfig"])
        #expect(declared.status == 0, "\(declared.lines)")
      }
      #expect(
        try workspace.text("bazel-bin/\(package)/staging/Configuration.json")
          == "{\n  \"COMMON\": \"1\",\n  \"NAME\": \"staging\"\n}\n")
    }

    @Test func `the names of files are those of the command, for every format and language`() throws
    {
      let languages = [
        "en", "de", "de-CH", "pt-BR", "es-419", "zh-Hans", "zh-Hant-TW", "he", "id", "yi",
        "sr-Latn-RS",
        "fil", "ca-valencia", "en-GB",
      ]
      let values = languages.map { "<value lang=\"\($0)\" status=\"translated\">Menu</value>" }
      try workspace.write(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <trema masterLang="en"><text key="menu"><context>A menu</context>\(values.joined())</text></trema>
        """, to: "names/Source.trm")
      let formats = ["android", "arb", "compiled", "json", "kotlin", "locale-config", "properties"]
      let appleFormats = ["strings", "stringsdict", "swift", "xcstrings"]
      try workspace.write(
        """
        load("@rules_trema//:defs.bzl", "trema_catalogue", "trema_resources")

        genrule(name = "copy", srcs = ["Source.trm"], outs = ["Texts.trm"], cmd = "cp $< $@")
        trema_catalogue(name = "texts", srcs = ["Texts.trm"], languages = \(languages))
        trema_resources(
            name = "all",
            catalogue = ":texts",
            formats = \(formats + appleFormats),
            table = "Menu",
            type = "MenuTexts",
        )
        trema_resources(
            name = "some",
            catalogue = ":texts",
            default_language = "de",
            formats = \(formats),
            language_names = {"zh-Hans": "zh-rCN"},
            languages = ["de", "zh-Hans"],
        )
        """, to: "names/BUILD.bazel")
      // The command fails if it writes other files than the declared ones.
      let build = try workspace.bazel("build", "//names/...")
      #expect(build.status == 0, "\(build.lines)")
      #expect(
        Set(try workspace.files(in: "bazel-bin/names/some").keys) == [
          ".trema-build.json", "Localizable.properties", "Localizable_de.arb",
          "Localizable_de.json",
          "Localizable_de.properties", "Localizable_en.arb", "Localizable_en.json",
          "Localizable_en.properties", "Localizable_zh-rCN.arb", "Localizable_zh-rCN.json",
          "Localizable_zh-rCN.properties", "Texts.kt", "de.lproj/Localizable.tremac",
          "en.lproj/Localizable.tremac", "res/values/strings.xml", "res/values-en/strings.xml",
          "res/values-zh-rCN/strings.xml", "res/xml/locales_config.xml",
          "zh-rCN.lproj/Localizable.tremac",
        ])
      #expect(try workspace.files(in: "bazel-bin/names/all").count == 7 * 14 + 6)
    }

    @Test func `a test that is started without Bazel says how to start it`() throws {
      _ = try workspace.bazel("build", "//app:texts_check")
      let run = try ReleaseArtifacts.run(["bazel-bin/app/texts_check"], in: workspace.folder)
      #expect(run.status == 127)
      #expect(
        run.errors
          == "bazel-bin/app/texts_check: the command is not in this folder; start the test "
          + "with 'bazel test' or 'bazel run'\n")
    }

    @Test func `a started test fixes the source, writes the baseline and reports to a file`() throws
    {
      try workspace.addPackage("started")
      try workspace.replace("Hallo %1$@", by: "Hallo %1$d", in: "started/Texts.trm")
      try workspace.replace(
        "    name = \"texts_check\",",
        by: "    name = \"texts_check\",\n    baseline = \"b.json\",",
        in: "started/BUILD.bazel")
      try workspace.write("{\"version\": 1, \"findings\": []}\n", to: "started/b.json")
      let target = "//started:texts_check"
      let report = workspace.folder.appending(path: "report.json").path
      let first = try workspace.bazel("run", target, "--", "--report=json=\(report)")
      #expect(first.status == 1, "\(first.lines)")
      #expect(try workspace.text("report.json").contains("placeholder-mismatch"))
      let update = try workspace.bazel("run", target, "--", "--update-baseline")
      #expect(update.status == 0, "\(update.lines)")
      #expect(try workspace.text("started/b.json").contains("placeholder-mismatch"))
      let muted = try workspace.bazel("test", target)
      #expect(muted.status == 0, "\(muted.lines)")

      try workspace.replace("Hallo %1$d", by: "Hallo  %1$@", in: "started/Texts.trm")
      let fix = try workspace.bazel("run", target, "--", "--fix")
      #expect(fix.lines.contains("fixed 1 finding in started/Texts.trm"), "\(fix.lines)")
      #expect(try workspace.text("started/Texts.trm").contains(">Hallo %1$@<"))
    }
  }

  extension [String] {
    /// Returns whether the array contains the elements of another one in a row.
    func contains(sublist: [String]) -> Bool {
      indices.contains { self[$0...].starts(with: sublist) }
    }
  }
#endif
