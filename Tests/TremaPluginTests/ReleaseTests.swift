#if os(Linux)
  import Foundation
  import Testing
  import TremaTestSupport

  /// The files of a release, judged by Debian's tools, openssl and a validator of CycloneDX.
  @Suite(.serialized, .timeLimit(.minutes(20))) struct ReleaseTests {
    private let release: ReleaseArtifacts

    init() throws { release = try ReleaseArtifacts.first.get() }

    @Test func `the same commit and executable give the same files`() throws {
      let second = try ReleaseArtifacts.second.get()
      #expect(try release.names == second.names)
      for name in try release.names {
        let (one, two) = (release.folder.appending(path: name), second.folder.appending(path: name))
        #expect(FileManager.default.contentsEqual(atPath: one.path, andPath: two.path), "\(name)")
      }
    }

    @Test func `lintian has no errors or warnings about the Debian package`() throws {
      // Only a debug build has the toolchain's path.
      let run = try ReleaseArtifacts.run([
        "lintian", "--allow-root", "--fail-on=error,warning",
        "--suppress-tags=custom-library-search-path", release.path(".deb"),
      ])
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output == "")
    }

    @Test func `the archive contains the command, completions, manual page, schemas and licences`()
      throws
    {
      let list = try ReleaseArtifacts.succeed(["tar", "--list", "-f", release.path("64.tar.gz")])
      let files = list.split(separator: "\n").filter { !$0.hasSuffix("/") }
        .map { $0.split(separator: "/").dropFirst().joined(separator: "/") }
      #expect(
        files == [
          "bin/trema", "share/bash-completion/completions/trema", "share/doc/trema/LICENSE",
          "share/doc/trema/NOTICES", "share/fish/vendor_completions.d/trema.fish",
          "share/man/man1/trema.1", "share/trema/trema-1.0.xsd", "share/trema/trema.schema.json",
          "share/zsh/site-functions/_trema",
        ])
    }

    @Test func `the unpacked command runs, and its licence notices name the schema's`() throws {
      let folder = try TemporaryFolder()
      try ReleaseArtifacts.succeed(
        ["tar", "--strip-components=1", "-xf", release.path("64.tar.gz")], in: folder.url)
      let help = try ReleaseArtifacts.succeed([folder.url.path + "/bin/trema", "help", "build"])
      #expect(help.hasPrefix("usage: trema build"))
      let notices = String(decoding: try folder.read("share/doc/trema/NOTICES"), as: UTF8.self)
      #expect(notices.contains("trema-1.0.xsd\nMIT\n"))
      #expect(notices.contains("Unicode CLDR plural rules 48.0.0\nUnicode-3.0\n"))
    }

    @Test func `a validator accepts the bill of materials, which contains every loaded library`()
      throws
    {
      let sbom = try release.path(".cdx.json")
      let verdict = try Judge.environmentPython.run([
        "-c",
        """
        import sys
        from cyclonedx.schema import SchemaVersion
        from cyclonedx.validation.json import JsonStrictValidator
        text = open(sys.argv[1]).read()
        print(JsonStrictValidator(SchemaVersion.V1_6).validate_str(text))
        print(JsonStrictValidator(SchemaVersion.V1_6).validate_str(text.replace('"library"', '"book"')) is None)
        """, sbom,
      ])
      #expect(verdict.text == "None\nFalse\n", "\(verdict.complaint)")
      let text = try String(contentsOfFile: sbom, encoding: .utf8)
      for name in ["Swift standard library", "libc6", "libyaml-0-2", "zlib1g", "libxml2"] {
        #expect(text.contains("\"name\": \"\(name)\""), "\(name)")
      }
    }

    @Test func `the checksums and their signature are valid, and others are rejected`() throws {
      try ReleaseArtifacts.succeed(["sha256sum", "--check", "SHA256SUMS"], in: release.folder)
      let folder = try TemporaryFolder()
      let publicKey = folder.url.path + "/key.pub"
      try ReleaseArtifacts.succeed([
        "openssl", "pkey", "-in", release.key.path, "-pubout", "-out", publicKey,
      ])
      func verify(_ file: String) throws -> Int32 {
        try ReleaseArtifacts.run([
          "openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", publicKey, "-in", file,
          "-sigfile", release.path("SHA256SUMS.sig"),
        ]).status
      }
      #expect(try verify(release.path("SHA256SUMS")) == 0)
      #expect(try verify(release.path(".cdx.json")) == 1)
    }

    @Test(arguments: [
      (["--sign"], "'--sign' needs a value: see the head of Scripts/package"),
      (["--sign", "x"], "unknown option '--sign': see the head of Scripts/package"),
      (
        ["--url", "http://localhost"],
        "the URL 'http://localhost' must begin with 'https://', as SwiftPM requires"
      ),
      (
        ["--key", "/none"],
        "the key '/none' cannot be read: generate one with 'openssl genpkey -algorithm ed25519 -out FILE'"
      ),
      (["--executable", "/none"], "'/none' is not an executable file"),
      (
        ["--executable", "/bin/false"],
        "'/bin/false' does not run on this machine: use TRIPLE=FILE for another platform"
      ),
    ])
    func `a wrong argument is reported, and nothing is written`(
      _ arguments: [String], _ message: String
    ) throws {
      let folder = try TemporaryFolder()
      let output = folder.url.path + "/out"
      let run = try ReleaseArtifacts.run(
        ReleaseArtifacts.package + ["--output", output] + arguments)
      #expect(run.status == 1)
      #expect(run.errors == "package: \(message)\n")
      #expect(!FileManager.default.fileExists(atPath: output))
    }
  }
#endif
