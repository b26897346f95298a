import Foundation
import Testing
import TremaTestSupport

/// The script that makes the command available to a job, with the releases of a local server.
@Suite struct IntegrationInstallTests {
  private let job: CIJob
  private let checksum: String

  /// Publishes a release whose command starts the one under test.
  init() throws {
    job = try CIJob()
    let result = try job.run(
      """
      cd ../host
      mkdir -p trema-1.2.3-linux-x86_64/bin trema-1.2.3-linux-x86_64/share/completions
      touch trema-1.2.3-linux-x86_64/share/completions/trema
      printf '#!/bin/sh\\nexec "%s" "$@"\\n' "$TREMA" >trema-1.2.3-linux-x86_64/bin/trema
      chmod +x trema-1.2.3-linux-x86_64/bin/trema
      tar -czf trema-1.2.3-linux-x86_64.tar.gz trema-1.2.3-linux-x86_64
      tar -czf trema-1.2.4-linux-x86_64.tar.gz trema-1.2.3-linux-x86_64/share
      echo text >trema-1.2.5-linux-x86_64.tar.gz
      sha256sum *.tar.gz >SHA256SUMS
      sha256sum <trema-1.2.3-linux-x86_64.tar.gz | cut -c 1-64
      """)
    try #require(result.status == 0, "\(result.errors)")
    checksum = result.output.trimmingCharacters(in: .newlines)
  }

  /// Installs version 1.2.3 on a machine for which the release has an archive.
  private func install(_ lines: String, machine: String = "Linux x86_64") throws -> CIJob.Result {
    let words = machine.split(separator: " ")
    return try job.run(
      """
      mkdir -p ../stubs
      printf '#!/bin/sh\\nif [ "$1" = -m ]; then echo \(words[1]); else echo \(words[0]); fi\\n' >../stubs/uname
      chmod +x ../stubs/uname
      export PATH=$PWD/../stubs:$PATH TREMA_VERSION=1.2.3 TREMA_RELEASE_URL=$HOST/files
      \(lines)
      "$scripts/install"
      """)
  }

  @Test func `a release is installed if its checksum is right`() throws {
    let result = try install("export TREMA_DIRECTORY=$PWD/../tools TREMA_VERSION=v1.2.3")
    #expect(result.errors == "")
    let name = "trema-1.2.3-linux-x86_64"
    let path = "\(job.folder.path)/checkout/../tools/\(name)/\(name)/bin/trema"
    #expect(result.output == "\(path)\n")
    let version = try Tool.run(["version"], in: job.folder).output.split(separator: " ").last ?? ""
    #expect(try job.text("output") == "executable=\(path)\nversion=\(version)")
    #expect(try job.text("path") == "\(path.dropLast("/trema".count))\n")
  }

  @Test func `a folder with other releases does not hide the installed one`() throws {
    let result = try install(
      """
      export TREMA_DIRECTORY=$PWD/../tools
      for version in 1.0.0 1.1.0 1.2.3; do
        folder=../tools/trema-$version-linux-x86_64/bin
        mkdir -p $folder
        printf '#!/bin/sh\\necho trema 0.0.1\\n' >$folder/trema
        chmod +x $folder/trema
      done
      """)
    #expect(result.errors == "")
    let name = "trema-1.2.3-linux-x86_64"
    #expect(result.output == "\(job.folder.path)/checkout/../tools/\(name)/\(name)/bin/trema\n")
    #expect(try !job.text("output").contains("version=0.0.1"))
  }

  @Test func `the default version is the one of the repository`() throws {
    let version = try #require(
      try Tool.run(["version"], in: job.folder).output.split(separator: " ").last)
    let name = "trema-\(version.dropLast())-linux-x86_64.tar.gz"
    try job.folder.write(
      try job.folder.read("host/trema-1.2.3-linux-x86_64.tar.gz"), to: "host/\(name)")
    let result = try install("unset TREMA_VERSION; export TREMA_SHA256=\(checksum.uppercased())")
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `an installed executable is used instead of a release`() throws {
    let result = try job.run(#"TREMA_EXECUTABLE=$TREMA "$scripts/install""#)
    #expect(result.output == "\(Tool.path)\n")
    let named = try job.run(
      #"PATH=$(dirname "$TREMA"):$PATH; TREMA_EXECUTABLE=trema "$scripts/install""#)
    #expect(named.output == "\(Tool.path)\n")
  }

  @Test(arguments: [
    (
      "export TREMA_VERSION=9.9.9", "Linux x86_64",
      "the release at 'HOST/files' has no 'trema-9.9.9-linux-x86_64.tar.gz'",
      "build trema with 'make install', and set 'executable' to its path"
    ),
    (
      "", "Linux riscv64", "the release at 'HOST/files' has no 'trema-1.2.3-linux-riscv64.tar.gz'",
      "build trema with 'make install', and set 'executable' to its path"
    ),
    (
      "", "MINGW64_NT x86_64", "the platform 'MINGW64_NT' is not supported",
      "run this job on Linux or macOS"
    ),
    (
      "export TREMA_RELEASE_URL=$HOST/files/none/", "Linux x86_64",
      "'HOST/files/none/SHA256SUMS' cannot be downloaded (curl: (22) The requested URL returned error: 404)",
      "correct 'version' or 'release-url', or set 'executable'"
    ),
    (
      "unset TREMA_RELEASE_URL", "Linux x86_64", "the address of the release is unknown",
      "set 'release-url' to the folder with SHA256SUMS and the archives"
    ),
    (
      "export TREMA_SHA256=abc", "Linux x86_64",
      "the SHA-256 checksum of 'HOST/files/trema-1.2.3-linux-x86_64.tar.gz' is CHECKSUM, not abc",
      "run the job again; if the checksum stays the same, do not use this file and tell the release's publisher"
    ),
    (
      "echo changed >>../host/trema-1.2.3-linux-x86_64.tar.gz", "Linux x86_64",
      "the SHA-256 checksum of 'HOST/files/trema-1.2.3-linux-x86_64.tar.gz' is CHANGED, not CHECKSUM",
      "run the job again; if the checksum stays the same, do not use this file and tell the release's publisher"
    ),
    (
      "export TREMA_VERSION=1.2.4", "Linux x86_64",
      "'trema-1.2.4-linux-x86_64.tar.gz' does not contain the command",
      "build trema with 'make install', and set 'executable' to its path"
    ),
    (
      "export TREMA_VERSION=1.2.5", "Linux x86_64",
      "'trema-1.2.5-linux-x86_64.tar.gz' cannot be unpacked (gzip: stdin: not in gzip format)",
      "build trema with 'make install', and set 'executable' to its path"
    ),
    (
      "printf '#!/bin/sh\\nexit 0\\n' >other; chmod +x other; export TREMA_EXECUTABLE=./other",
      "Linux x86_64", "'FOLDER/checkout/other' is not the command of trema",
      "set 'executable' to the path of trema, or omit it to use a release"
    ),
    (
      "export TREMA_EXECUTABLE=no-such-tool", "Linux x86_64",
      "the executable 'no-such-tool' does not exist",
      "correct 'executable', or omit it to use a release"
    ),
    (
      "printf '#!/bin/sh\\necho missing library >&2; exit 127' >broken; chmod +x broken; export TREMA_EXECUTABLE=./broken",
      "Linux x86_64", "'FOLDER/checkout/broken' cannot be started (missing library)",
      "install the libraries that it needs, or build trema with 'make install', and set 'executable' to its path"
    ),
    (
      "for t in bash dirname sed mkdir; do ln -s \"$(command -v $t)\" ../stubs/; done; PATH=$PWD/../stubs",
      "Linux x86_64", "'curl' is not installed", "install it on the machine that runs this job"
    ),
  ])
  func `a release that cannot be used is an error with a remedy`(
    _ lines: String, _ machine: String, _ message: String, _ hint: String
  ) throws {
    let result = try install(
      "unset GITHUB_ACTIONS; echo $HOST >../address\n\(lines)", machine: machine)
    #expect(result.status == 1)
    let changed = try job.run("sha256sum <../host/trema-1.2.3-linux-x86_64.tar.gz | cut -c 1-64")
      .output
    let expected = message.replacing("CHECKSUM", with: checksum)
      .replacing("CHANGED", with: changed.trimmingCharacters(in: .newlines))
      .replacing("HOST", with: try job.text("address").trimmingCharacters(in: .newlines))
      .replacing("FOLDER", with: job.folder.path)
    #expect(result.errors == "trema: error: \(expected)\n  hint: \(hint)\n")
    #expect(result.output == "")
  }

  @Test func `an error is an annotation of the job on GitHub`() throws {
    let result = try install("export TREMA_EXECUTABLE='50%'")
    #expect(
      result.errors
        == "::error title=trema::the executable '50%25' does not exist%0Ahint: correct 'executable', or omit it to use a release\n"
    )
  }
}
