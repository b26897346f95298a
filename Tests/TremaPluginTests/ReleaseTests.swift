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
      let files = list.split(separator: "\n")
        .map { $0.split(separator: "/").dropFirst().joined(separator: "/") }
      #expect(
        files == [
          "bin/trema", "share/bash-completion/completions/trema", "share/doc/trema/LICENSE",
          "share/doc/trema/NOTICES", "share/fish/vendor_completions.d/trema.fish",
          "share/man/man1/trema.1", "share/trema/trema-1.0.xsd", "share/trema/trema.schema.json",
          "share/zsh/site-functions/_trema",
        ])
    }

    @Test func `unpacking keeps the folders and links of an administrator`() throws {
      let folder = try TemporaryFolder()
      try folder.write([], to: "real/empty")
      try folder.write([], to: "local/bin/empty")
      let install = """
        chmod 2775 local/bin && mkdir local/share && ln -s ../../real local/share/man &&
        tar --strip-components=1 -C local -xzf "$1" &&
        stat --format='%a %F' local/bin local/bin/trema local/share/man real/man1/trema.1
        """
      let state = try ReleaseArtifacts.succeed(
        ["bash", "-c", "umask 022; " + install, "bash", release.path("64.tar.gz")], in: folder.url)
      #expect(
        state == """
          2775 directory
          755 regular file
          777 symbolic link
          644 regular file

          """)
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

    @Test func `an earlier release stays if the new one cannot be written`() throws {
      let folder = try TemporaryFolder()
      // A full disk: copying to the output fails.
      let copy = """
        #!/bin/sh
        for last; do :; done
        case $last in
          */.release-*) echo "cp: error writing 'trema': No space left on device" >&2; exit 1 ;;
        esac
        exec /bin/cp "$@"

        """
      try folder.write(Array(copy.utf8), to: "cp")
      // Compressing the Debian package takes half of the time and is not tested here.
      try folder.write(Array("#!/bin/sh\n".utf8), to: "dpkg-deb")
      try ReleaseArtifacts.succeed(["chmod", "755", "cp", "dpkg-deb"], in: folder.url)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      let before = try release.names
      let run = try ReleaseArtifacts.run(
        ["PATH=\(folder.path):\(path)"] + ReleaseArtifacts.package + [
          "--executable", ReleaseArtifacts.command, "--output", release.folder.path,
          "--key", release.key.path,
        ])
      #expect(run.status == 1)
      // A warning about a changed working tree may precede the error.
      #expect(
        run.errors.hasSuffix(
          "package: the release cannot be written to '\(release.folder.path)' (No space left on device):"
            + " free space, or use another folder for '--output'\n"), "\(run.errors)")
      #expect(try release.names == before)
      try ReleaseArtifacts.succeed(["sha256sum", "--check", "SHA256SUMS"], in: release.folder)
    }

    @Test func `the plugin package contains only files of git, with the same modes everywhere`()
      throws
    {
      let folder = try TemporaryFolder()
      for name in ["plugin", "notes"] { try folder.write([], to: "Plugins/TremaPlugin/\(name)") }
      for name in ["LICENSE", "Plugins/TremaCommand/command", "Plugins/Prebuilt/Package.swift"] {
        try folder.write([], to: name)
      }
      let script = ReleaseArtifacts.root.appending(path: "Scripts/packaging/plugin")
      try folder.write([UInt8](Data(contentsOf: script)), to: "Scripts/packaging/plugin")
      try ReleaseArtifacts.succeed(["git", "init", "--quiet"], in: folder.url)
      try ReleaseArtifacts.succeed(
        ["git", "add", "LICENSE", "Plugins/TremaCommand", "Plugins/TremaPlugin/plugin"],
        in: folder.url)
      try ReleaseArtifacts.succeed(["chmod", "-R", "go-rwx", "LICENSE", "Plugins"], in: folder.url)
      try ReleaseArtifacts.succeed(
        ["bash", "Scripts/packaging/plugin", "b.zip", "0", "https://localhost", "out"],
        in: folder.url)
      let modes = try ReleaseArtifacts.succeed(
        ["stat", "--format=%a %n", "LICENSE", "Plugins/TremaCommand/command"],
        in: folder.url.appending(path: "out"))
      #expect(modes == "644 LICENSE\n644 Plugins/TremaCommand/command\n")
      let files = try FileManager.default.contentsOfDirectory(
        atPath: folder.path + "/out/Plugins/TremaPlugin")
      #expect(files == ["plugin"])
    }
  }
#endif
