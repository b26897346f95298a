#if os(Linux)
  import Foundation
  import Testing

  extension TremaPluginTests {
    /// Returns an app that uses the released plugin package, which is unpacked beside it.
    private func prebuiltApp() throws -> AppPackage {
      let app = try AppPackage(buildFolder: "prebuilt build folder")
      let place = app.folder.deletingLastPathComponent()
      let plugin = place.appending(path: "trema-plugin")
      if FileManager.default.fileExists(atPath: plugin.path) {
        try FileManager.default.removeItem(at: plugin)
      }
      let archive = try ReleaseArtifacts.first.get().path(".tar.gz", containing: "plugin")
      try ReleaseArtifacts.succeed(["tar", "-xf", archive], in: place)
      try app.replace(
        "path: \"../../..\")",
        by: "path: \"../../..\"), .package(name: \"trema-plugin\", path: \"../trema-plugin\")",
        in: "Package.swift")
      try app.replace(
        "name: \"TremaPlugin\", package: \"trema\"",
        by: "name: \"TremaPrebuiltPlugin\", package: \"trema-plugin\"", in: "Package.swift")
      return app
    }

    @Test func `with the prebuilt plugin, an app builds without compiling the command`() throws {
      let app = try prebuiltApp()
      try app.removeBuildFolder()
      let build = try app.build()
      #expect(build.status == 0, "\(build.output)")
      let modules = Set(
        build.output.matches(of: /(?:Compiling|Emitting module) (\w+)/).map { String($0.1) })
      #expect(
        modules.isSubset(of: [
          "App", "CTremaSupport", "Greetings", "TremaLocalization", "TremaMessages", "TremaSupport",
          "plugin",
        ]), "\(modules.sorted())")
      #expect(
        try app.run().output == """
          de, Titel, Hallo Zoë
          en, Titel, Hello Zoë
          pt, Título, Hallo Zoë

          """)
    }

    @Test func `a bundle without an executable for the platform is reported with a remedy`() throws
    {
      let app = try prebuiltApp()
      let machine = try ReleaseArtifacts.succeed(["uname", "-m"]).split(separator: "\n")[0]
      let info = "../trema-plugin/trema.artifactbundle/info.json"
      try app.replace(
        "\"\(machine)-unknown-linux-gnu\"", by: "\"riscv64-unknown-linux-gnu\"", in: info)
      let build = try app.build()
      #expect(build.status != 0)
      #expect(
        build.lines(with: "error: the artifact bundle").contains(
          "error: the artifact bundle contains no 'trema' for this platform: use TremaPlugin of the"
            + " package 'trema', which builds it from source"), "\(build.output)")
    }
  }
#endif
