#if os(Linux)
  import Foundation
  import Testing

  /// Repositories that contain the command, and others that use it.
  extension BazelRulesTests {
    @Test func `a release and a checkout provide the command`() throws {
      // A release's archive contains a folder with its name; `ReleaseTests` verifies its contents.
      try workspace.addRelease("trema-0.1.0-linux-x86_64", archive: "trema.tar.gz")
      try workspace.write(
        "#!/bin/sh\necho '\(ReleaseArtifacts.command)'\n", to: "checkout/Scripts/build-release")
      try ReleaseArtifacts.succeed(
        ["chmod", "+x", "checkout/Scripts/build-release"], in: workspace.folder)
      let declarations = try workspace.text("WORKSPACE")
      try workspace.write(
        declarations + """

          load("@rules_trema//:defs.bzl", "trema_source")
          trema_prebuilt(name = "release", archive = "//:trema.tar.gz")
          trema_source(name = "source", path = "\(workspace.folder.path)/checkout")
          """, to: "WORKSPACE")
      try workspace.addPackage("toolchains")
      for name in ["release", "source"] {
        let actions = try workspace.actions(
          "build", "//toolchains:ios", "--extra_toolchains=@\(name)//:toolchain")
        #expect(actions.map { $0.commandArgs[0] } == ["external/\(name)/trema"])
      }
      try workspace.write(declarations, to: "WORKSPACE")
    }

    @Test func `a build has commands for several platforms`() throws {
      try workspace.addRelease("trema-0.1.0-linux-x86_64", archive: "x86_64.tar.gz")
      try workspace.addForeignRelease("trema-0.2.0-beta.1-linux-aarch64", archive: "aarch64.tar.gz")
      let declarations = try workspace.text("WORKSPACE")
      let repositories = ["aarch64", "x86_64"].map { processor in
        """
        trema_prebuilt(
            name = "trema_\(processor)",
            archive = "//:\(processor).tar.gz",
            exec_compatible_with = ["@platforms//os:linux", "@platforms//cpu:\(processor)"],
        )
        register_toolchains("@trema_\(processor)//:toolchain")

        """
      }
      try workspace.write(
        declarations.replacing("register_toolchains(\"@trema//:toolchain\")", with: "")
          + repositories.joined(), to: "WORKSPACE")
      defer { try? workspace.write(declarations, to: "WORKSPACE") }
      try workspace.addPackage("platforms")
      let build = try workspace.text("platforms/BUILD.bazel")
      try workspace.write(
        """
        \(build)
        platform(
            name = "workers",
            constraint_values = ["@platforms//os:linux", "@platforms//cpu:aarch64"],
        )
        """, to: "platforms/BUILD.bazel")

      let actions = try workspace.actions("build", "//platforms:ios")
      #expect(actions.map { $0.commandArgs[0] } == ["external/trema_x86_64/trema"])
      // This machine cannot run the actions of the other platform.
      let plan = try workspace.bazel(
        "aquery", "//platforms:ios", "--extra_execution_platforms=//platforms:workers")
      #expect(
        plan.lines.contains { $0.contains("(exec external/trema_aarch64/trema") }, "\(plan.lines)")
      for (name, version) in ["aarch64": "0.2.0-beta.1", "x86_64": "0.1.0"] {
        let contents = try workspace.text(ofRepository: "trema_\(name)", "BUILD.bazel")
        #expect(contents.contains("version = \"\(version)\""), "\(contents)")
      }
    }

    @Test func `targets of another repository are built and tested`() throws {
      let other = workspace.folder.appending(path: "../other").standardizedFileURL
      try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: workspace.folder.appending(path: "app"), to: other.appending(path: "cafe"))
      try Data("workspace(name = \"other\")\n".utf8).write(to: other.appending(path: "WORKSPACE"))
      let declarations = try workspace.text("WORKSPACE")
      try workspace.write(
        declarations + "\nlocal_repository(name = \"other\", path = \"../other\")\n",
        to: "WORKSPACE")
      defer { try? workspace.write(declarations, to: "WORKSPACE") }
      let passed = try workspace.bazel("test", "@other//cafe/...", "--build_tests_only=false")
      #expect(passed.status == 0, "\(passed.lines)")
      #expect(passed.lines.contains("Executed 2 out of 2 tests: 2 tests pass."))

      let file = other.appending(path: "cafe/Texts.trm")
      let text = try String(contentsOf: file, encoding: .utf8)
      try Data(text.replacing("Hallo %1$@", with: "Hallo %1$d").utf8).write(to: file)
      let failed = try workspace.bazel(
        "test", "@other//cafe:texts_check", "--test_output=errors")
      #expect(failed.status == 3, "\(failed.lines)")
      let finding = Self.finding.map { $0.replacing("app/", with: "../other/cafe/") }
      #expect(failed.lines.contains(sublist: finding), "\(failed.lines)")
    }
  }
#endif
