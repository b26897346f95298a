#if os(Linux)
  import Foundation
  import Testing
  import TremaTestSupport

  /// The errors of `Scripts/package`, which are reported before anything is built.
  @Suite struct ReleaseInputTests {
    private let folder: TemporaryFolder
    private var output: String { folder.path + "/out" }

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [
      (["--sign", "x"], "unknown option '--sign': see Scripts/package --help"),
      (["--key"], "'--key' needs a value: see Scripts/package --help"),
      (
        ["--url", "http://localhost"],
        "the URL 'http://localhost' must begin with 'https://', as SwiftPM requires"
      ),
      (
        ["--url", "https://localhost/\"\n|e"],
        "the URL 'https://localhost/\" |e' must be that of a folder:"
          + " percent-encode other characters than letters and digits"
      ),
      (
        ["--key", "/none"],
        "the key '/none' cannot be read: generate one with 'openssl genpkey -algorithm ed25519 -out FILE'"
      ),
      (
        ["--maintainer", "Trema\n<trema@debian.org>"],
        "the maintainer 'Trema <trema@debian.org>' must have the form 'Name <address>', on one line"
      ),
      (["--executable", "/none"], "'/none' is not an executable file"),
      (["--executable", "/no=ne/trema"], "'/no=ne/trema' is not an executable file"),
      (
        ["--executable", "/bin/false"],
        "'/bin/false' does not run on this machine: use TRIPLE=FILE for another platform"
      ),
      (
        ["--executable", "/bin/true"],
        "'/bin/true' is not trema: build the command with Scripts/build-release"
      ),
      (
        ["--executable", "evil=/bin/true"],
        "'evil' is not a triple for Linux or macOS: use one such as 'aarch64-unknown-linux-gnu',"
          + " or begin a path with './'"
      ),
      (
        ["--executable", "arm64-apple-macosx=/bin/true"],
        "'/bin/true' is not an executable for 'arm64-apple-macosx': use the triple for which it was built"
      ),
      (
        ["--executable", "riscv64-unknown-linux-gnu=/bin/true"],
        "'/bin/true' is not an executable for 'riscv64-unknown-linux-gnu': use the triple for which it was built"
      ),
    ])
    func `a wrong argument is reported, and nothing is written`(
      _ arguments: [String], _ message: String
    ) throws {
      try expectError(message, ["--output", output] + arguments)
    }

    @Test func `a triple has one executable`() throws {
      let machine = try ReleaseArtifacts.succeed(["uname", "-m"]).split(separator: "\n")[0]
      let triple = "\(machine)-unknown-linux-gnu"
      try expectError(
        "the triple '\(triple)' has two executables: remove one",
        ["--executable", "\(triple)=/bin/true", "--output", output])
    }

    @Test func `a key that is not an Ed25519 key is reported`() throws {
      let key = folder.path + "/rsa.pem"
      try ReleaseArtifacts.succeed(["openssl", "genpkey", "-algorithm", "rsa", "-out", key])
      try expectError(
        "the key '\(key)' is not a private Ed25519 key:"
          + " generate one with 'openssl genpkey -algorithm ed25519 -out FILE'",
        ["--key", key, "--output", output])
    }

    @Test(arguments: [nil, "members\textracted\tarchive\n3\t0\t/usr/lib/libyaml.a\n"])
    func `an executable with static libraries needs their list`(_ list: String?) throws {
      // As a release, a script loads no Swift library.
      let script = folder.path + "/trema"
      try folder.write(Array("#!/bin/sh\necho trema 0.1.0\n".utf8), to: "trema")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
      if let list { try folder.write(Array(list.utf8), to: "trema.archives") }
      try expectError(
        "'\(script).archives', the list of static libraries, is missing or incomplete: copy it"
          + " with the executable from the folder in which Scripts/build-release wrote them",
        ["--executable", script, "--output", output])
    }

    @Test func `a missing tool is reported with a remedy`() throws {
      for tool in ["bash", "dirname", "uname"] {
        let path = try ReleaseArtifacts.succeed(["which", tool]).split(separator: "\n")[0]
        try FileManager.default.createSymbolicLink(
          atPath: "\(folder.path)/\(tool)", withDestinationPath: String(path))
      }
      try expectError(
        "install 'dpkg-deb'; Scripts/setup release installs it", ["--output", output],
        environment: ["PATH=\(folder.path)"])
    }

    @Test func `the help is the head of the script`() throws {
      let help = try ReleaseArtifacts.succeed(ReleaseArtifacts.package + ["--help"])
      #expect(help.hasPrefix("Writes the files of a release for this machine:"))
      #expect(help.hasSuffix("The same commit and executable give the same bytes.\n"))
    }

    private func expectError(
      _ message: String, _ arguments: [String], environment: [String] = [],
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let run = try ReleaseArtifacts.run(environment + ReleaseArtifacts.package + arguments)
      #expect(run.status == 1, sourceLocation: sourceLocation)
      #expect(run.errors == "package: \(message)\n", sourceLocation: sourceLocation)
      #expect(!FileManager.default.fileExists(atPath: output), sourceLocation: sourceLocation)
    }
  }
#endif
