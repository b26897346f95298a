#if os(Linux)
  import Foundation
  import Testing

  extension BazelRulesTests {
    /// Targets with a mistake, and the message about it.
    private static let mistakes: [(target: String, message: String)] = [
      (
        #"trema_catalogue(name = "NAME", srcs = [], languages = ["en"])"#,
        "the attribute 'srcs' contains no files; add the files of the catalogue"
      ),
      (
        #"trema_catalogue(name = "NAME", srcs = ["Texts.trm"], languages = [])"#,
        "the attribute 'languages' is empty; add the languages of the app, the master language first"
      ),
      (
        #"trema_catalogue(name = "NAME", srcs = ["Texts.trm"], languages = ["en", "../x"])"#,
        "the attribute 'languages' contains '../x', which is not a language tag; use a tag such as "
          + "'de' or 'pt-BR'"
      ),
      (
        #"trema_catalogue(name = "NAME", srcs = ["Texts.trm"], languages = ["en", "pt_br"])"#,
        "the attribute 'languages' contains 'pt_br', which names of files spell 'pt-BR'; use that "
          + "spelling"
      ),
      (
        #"trema_catalogue(name = "NAME", srcs = ["Texts.trm"], languages = ["en", "de", "en"])"#,
        "the attribute 'languages' contains 'en' twice; remove one of them"
      ),
      (
        """
        trema_catalogue(
            name = "NAME",
            srcs = ["Texts.trm"],
            languages = ["en"],
            checks = {"stale-translation": "error"},
        )
        """,
        "the check 'stale-translation' reads the history of the repository, which is no input of a "
          + "build; remove it from 'checks', and run it with 'trema check'"
      ),
      (
        """
        trema_catalogue(
            name = "NAME",
            srcs = ["Texts.trm"],
            languages = ["en"],
            checks = {"double-space": "{'level': 'off'}"},
        )
        """,
        "the attribute 'checks' contains '{'level': 'off'}' for 'double-space', which is not a JSON "
          + "object of strings; use one such as '{\"level\": \"warning\"}'"
      ),
      (
        #"trema_resources(name = "NAME", catalogue = ":texts", formats = [])"#,
        "the attribute 'formats' is empty; add the formats to generate: \(formats)"
      ),
      (
        #"trema_resources(name = "NAME", catalogue = ":texts", formats = ["string"])"#,
        "the attribute 'formats' contains the unknown format 'string'; use \(formats)"
      ),
      (
        #"trema_resources(name = "NAME", catalogue = ":texts", formats = ["json", "json"])"#,
        "the attribute 'formats' contains 'json' twice; remove one of them"
      ),
      (
        #"trema_resources(name = "NAME", catalogue = ":texts", formats = ["arb", "swift"], style = "flat")"#,
        "the attribute 'style' has no effect on 'arb', 'swift'; remove it, or add one of the formats "
          + "'json'"
      ),
      (
        #"trema_resources(name = "NAME", catalogue = ":texts", formats = ["arb"], languages = ["fr"])"#,
        "the attribute 'languages' contains 'fr', which is not a language of the catalogue; use "
          + "'en', 'de', 'pt-BR'"
      ),
      (
        """
        trema_resources(
            name = "NAME", catalogue = ":texts", formats = ["android"], default_language = "fr",
        )
        """,
        "the attribute 'default_language' contains 'fr', which is not a language of the catalogue; "
          + "use 'en', 'de', 'pt-BR'"
      ),
      (
        """
        trema_resources(
            name = "NAME",
            catalogue = ":texts",
            formats = ["strings"],
            language_names = {"de": "en"},
        )
        """,
        "the attribute 'language_names' gives 'en' and 'de' the same file "
          + "'en.lproj/Localizable.strings'; use different names"
      ),
      (
        #"trema_check_test(name = "NAME", catalogue = ":others", resources = [":ios"])"#,
        "'//mistakes:ios' in 'resources' is generated from '//mistakes:texts', not from "
          + "'//mistakes:others'; remove it, or check it in a test of its own"
      ),
      (
        #"trema_configuration(name = "NAME", srcs = [], environment = "staging")"#,
        "the attribute 'srcs' contains no files; add the files of the configuration"
      ),
      (
        #"trema_configuration(name = "NAME", srcs = LAYERS, environment = "")"#,
        "the attribute 'environment' is empty; set it to the environment of the merged file"
      ),
      (
        #"trema_configuration(name = "NAME", srcs = LAYERS, environment = "qa", extends = {"qa": "staging"})"#,
        "the attribute 'extends' requires 'environments'; add all environments of the app"
      ),
      (
        """
        trema_configuration(
            name = "NAME",
            srcs = LAYERS,
            environment = "qa",
            environments = ["qa", "staging"],
            production = ["live"],
        )
        """,
        "the attribute 'production' contains 'live', which is not in 'environments'; use 'qa', 'staging'"
      ),
      (
        """
        trema_configuration(
            name = "NAME", srcs = LAYERS, environment = "live", environments = ["qa", "staging"],
        )
        """,
        "the environment 'live' is not in 'environments'; use 'qa', 'staging'"
      ),
      (
        #"trema_configuration(name = "NAME", srcs = LAYERS, environment = "qa", swift_access = "package")"#,
        "the attribute 'swift_access' has no effect without 'swift_type'; remove it, or add 'swift_type'"
      ),
      (
        #"trema_configuration(name = "NAME", srcs = LAYERS, environment = "qa", kotlin_package = "a.b")"#,
        "the attribute 'kotlin_package' has no effect without 'kotlin_type'; remove it, or add "
          + "'kotlin_type'"
      ),
      (
        #"trema_configuration(name = "NAME", srcs = LAYERS, environment = "qa", out = "../a.plist")"#,
        "the attribute 'out' contains '../a.plist', which is not a path below the folder of the "
          + "target; use a name such as 'Configuration.plist'"
      ),
      (
        """
        trema_configuration(
            name = "NAME", srcs = LAYERS, environment = "qa", out = "A.swift", swift_type = "A",
        )
        """,
        "the attribute 'out' contains 'A.swift', which is the file of 'swift_type'; use a different "
          + "name"
      ),
    ]

    /// Objects in the attribute `checks`.
    private static let objects = [
      "{}", #"{"level": "warning", "languages": {"fr": "off", "*": "note"}}"#,
      #"{"keys": {}, "reason": "say \"{hi\" \\"}"#, "{\n\"level\":\t\"off\"\n}",
    ]
    private static let notObjects = [
      "{bad", #"{"level": off}"#, #"{"level": "off""#, #"{"level": "off"}}"#, #"{"level": "off",}"#,
      #"{"level"}"#, #"{"keys": {"a"}}"#, #"{"keys" "a"}"#, #"{"level": "off\"}"#, "{,}", "{}{}",
    ]

    @Test func `severities are JSON objects or the name of a severity`() throws {
      let targets = (Self.objects + Self.notObjects).enumerated().map { index, value in
        let literal = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
          .replacing("\n", with: "\\n").replacing("\t", with: "\\t")
        return "trema_catalogue(name = \"c\(index)\", srcs = [\"Texts.trm\"], "
          + "languages = [\"en\"], checks = {\"double-space\": \"\(literal)\"})"
      }
      try workspace.write(
        "load(\"@rules_trema//:defs.bzl\", \"trema_catalogue\")\n"
          + targets.joined(separator: "\n"), to: "severities/BUILD.bazel")
      let run = try workspace.bazel("build", "--nobuild", "--keep_going", "//severities/...")
      #expect(
        run.mistakes.sorted()
          == Self.notObjects.map {
            "the attribute 'checks' contains '\($0)' for 'double-space', which is not a JSON object "
              + "of strings; use one such as '{\"level\": \"warning\"}'"
          }.sorted(), "\(run.lines)")
    }

    private static let formats = [
      "android", "arb", "compiled", "json", "kotlin", "locale-config", "properties", "strings",
      "stringsdict", "swift", "xcstrings",
    ].map { "'\($0)'" }.joined(separator: ", ")

    @Test func `each mistake in a target is one sentence that says what to do`() throws {
      try workspace.addPackage("mistakes")
      var targets =
        "LAYERS = [\"Config/Configuration.plist\", \"Config/Configuration-staging.plist\"]\n"
        + "trema_catalogue(name = \"others\", srcs = [\"Texts.trm\"], languages = [\"en\"])\n"
      for (index, mistake) in Self.mistakes.enumerated() {
        targets += mistake.target.replacing("NAME", with: "mistake\(index)") + "\n"
      }
      let build = try workspace.text("mistakes/BUILD.bazel")
      try workspace.write("\(build)\n\(targets)", to: "mistakes/BUILD.bazel")
      let run = try workspace.bazel("build", "--nobuild", "--keep_going", "//mistakes/...")
      #expect(run.status == 1)
      #expect(run.mistakes.sorted() == Self.mistakes.map(\.message).sorted(), "\(run.lines)")
    }

    @Test func `each mistake in a repository is one sentence that says what to do`() throws {
      let declarations = try workspace.text("WORKSPACE")
      try ReleaseArtifacts.succeed(
        ["tar", "-czf", "other.tar.gz", "BUILD.bazel"], in: workspace.folder)
      try workspace.addForeignRelease("trema-0.1.0-linux-arm", archive: "arm.tar.gz")
      let mistakes = [
        (
          "trema_prebuilt(name = \"NAME\", command = \"/no/trema\")",
          "'/no/trema' does not exist; set 'command' to the absolute path of the command"
        ),
        (
          "trema_prebuilt(name = \"NAME\", command = \"no-trema\")",
          "the command 'no-trema' is not on the PATH; install Trema, or set 'archive', 'urls' or "
            + "'command'"
        ),
        (
          "trema_prebuilt(name = \"NAME\", command = \"/bin/echo\")",
          "'/bin/echo' is not the command of Trema, or does not run on this machine; use a release "
            + "for it"
        ),
        (
          "trema_prebuilt(name = \"NAME\", command = \"trema\", archive = \"//:other.tar.gz\")",
          "the attributes 'archive', 'command' exclude each other; keep one of them"
        ),
        (
          "trema_prebuilt(name = \"NAME\", urls = [\"https://example.com/trema.tar.gz\"])",
          "the attribute 'sha256' is missing; add the checksum of the archive, which the file "
            + "SHA256SUMS of the release contains"
        ),
        (
          "trema_prebuilt(name = \"NAME\", sha256 = \"0\")",
          "the attribute 'sha256' requires 'urls'; remove it"
        ),
        (
          "trema_prebuilt(name = \"NAME\", archive = \"//:other.tar.gz\")",
          "'//:other.tar.gz' contains no folder with 'bin/trema'; use the archive of a release, "
            + "trema-VERSION-PLATFORM.tar.gz"
        ),
        (
          "trema_prebuilt(name = \"NAME\", archive = \"//:arm.tar.gz\")",
          "'//:arm.tar.gz' is not the command of Trema, or does not run on this machine; use a "
            + "release for it, or set 'exec_compatible_with' to the platform of the release"
        ),
        (
          "trema_source(name = \"NAME\", path = \"/no/checkout\")",
          "'/no/checkout' contains no 'Scripts/build-release'; set 'path' to the absolute path of a "
            + "checkout of Trema"
        ),
      ]
      var text = declarations + "\nload(\"@rules_trema//:defs.bzl\", \"trema_source\")\n"
      for (index, mistake) in mistakes.enumerated() {
        text += mistake.0.replacing("NAME", with: "mistake\(index)") + "\n"
      }
      try workspace.write(text, to: "WORKSPACE")
      for (index, mistake) in mistakes.enumerated() {
        let run = try workspace.bazel("build", "--nobuild", "@mistake\(index)//:trema")
        #expect(run.status == 1)
        #expect(run.mistakes.first == mistake.1, "\(run.lines)")
      }
      try workspace.write(declarations, to: "WORKSPACE")
    }

    @Test func `another master language than the catalogue's is reported in builds and tests`()
      throws
    {
      try workspace.addPackage("master")
      try workspace.replace("masterLang=\"en\"", by: "masterLang=\"de\"", in: "master/Texts.trm")
      for words in [["build", "//master:ios"], ["test", "//master:texts_check"]] {
        let run = try workspace.bazel(words[0], words[1], "--test_output=errors")
        #expect(run.status != 0)
        let folder = words[0] == "build" ? "bazel-out/k8-fastbuild/bin/" : ""
        let name = words[1].dropFirst(9)
        #expect(
          run.lines.contains(
            "master/Texts.trm:2:83: error: [master-conflict] the master language is 'de', but "
              + "'\(folder)master/\(name).trema.json' uses 'en'"), "\(run.lines)")
      }
    }
  }
#endif
