import Foundation
import Testing
import TremaTestSupport

/// Help, version, completions and the reference: one table of options.
@Suite struct HelpTests {
  private let folder: TemporaryFolder
  private static let commands = [
    "build", "convert", "check", "import", "export", "format", "diff", "merge", "stats", "usage",
    "pseudo", "help", "version", "completions",
  ]
  private static let ofConfig = [
    "config check", "config merge", "config explain", "config diff", "config generate",
    "config init", "config fix", "config verify-bundle",
  ]

  init() throws { folder = try TemporaryFolder() }

  private func output(_ arguments: String...) throws -> String { try output(arguments) }

  private func output(_ arguments: [String]) throws -> String {
    let result = try Tool.run(arguments, in: folder)
    #expect(result.status == 0)
    #expect(result.errors == "")
    return result.output
  }

  @Test func `help names every command and explains the exit statuses`() throws {
    let help = try output("help")
    for command in Self.commands + Self.ofConfig {
      #expect(help.contains("\n  \(command) "))
    }
    #expect(help.contains("3 an input cannot be read"))
    #expect(try output("--help") == help)
    #expect(try output("-h") == help)
    #expect(try output("version") == output("--version"))
  }

  @Test(arguments: commands + ofConfig)
  func `every way to request help of a command prints the same text`(_ command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    let help = try output(["help"] + words)
    #expect(help.hasPrefix("usage: trema \(command)"))
    #expect(try output(words + ["--help"]) == help)
    #expect(try output(words + ["-h"]) == help)
    // Tables of help fit a terminal.
    for line in help.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
  }

  @Test func `the reference contains every option in the help`() throws {
    let reference = try output("help", "--reference")
    for command in Self.commands + Self.ofConfig {
      #expect(reference.contains("## `trema \(command)"))
      let help = try output(["help"] + command.split(separator: " ").map(String.init))
      for line in help.split(separator: "\n") {
        guard let option = line.firstMatch(of: /^ +(?:-\w, )?(--[a-z-]+)/) else { continue }
        #expect(reference.contains("\(option.1)"), "\(option.1)")
      }
    }
  }

  @Test func `man and mandoc accept the manual page, which contains every option`() throws {
    let page = try output("help", "--manual=2026-01-31")
    try folder.write(page, to: "trema.1")
    let lint = try Judge(name: "mandoc", package: "mandoc").run(["-Tlint", "trema.1"], in: folder)
    #expect(lint.text == "" && lint.complaint == "")
    #if os(Linux)
      let man = try Judge(name: "man", package: "man-db").run(
        ["--warnings", "--encoding=UTF-8", "--local-file", "--ditroff", "-Tutf8", "trema.1"],
        in: folder)
      #expect(man.status == 0 && man.complaint == "", "\(man.complaint)")
    #endif
    let shown = try Judge(name: "mandoc", package: "mandoc").run(
      ["-Tascii", "-Owidth=500", "trema.1"], in: folder
    ).text.replacing(/.\u{8}/, with: "")
    #expect(shown.contains("2026-01-31"))
    for command in Self.commands + Self.ofConfig {
      #expect(shown.contains("\n   trema \(command)"), "\(command)")
      let help = try output(["help"] + command.split(separator: " ").map(String.init))
      for line in help.split(separator: "\n") {
        guard let option = line.firstMatch(of: /^ +(?:-\w, )?(--[a-z-]+)/) else { continue }
        #expect(shown.contains("\(option.1)"), "\(option.1)")
      }
    }
  }

  @Test func `the documentation page equals the reference`() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Documentation/Command.md").standardizedFileURL
    #expect(
      try String(contentsOf: page, encoding: .utf8) == output("help", "--reference"),
      "run Scripts/docs")
  }

  @Test func `the page of the checks matches their descriptions`() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Documentation/Checks.md").standardizedFileURL
    #expect(
      try String(contentsOf: page, encoding: .utf8) == output("help", "--checks"),
      "run Scripts/docs")
  }

  @Test func `help on a check explains the finding, its reason and its remedy`() throws {
    #expect(
      try output("help", "check", "empty-value") == """
        empty-value (warning)

        A value is empty.

        why: The app shows nothing, or the text in another language. A text that is
             empty in every language is considered intentional, and a translation may be
             empty if its master is.

        example:
          <value lang="de"></value>

        fix: Enter the text, or remove the value.

        """)
    #expect(try output("help", "check").contains("  warning  empty-value "))
  }

  @Test func `help on an unknown check suggests the closest match`() throws {
    let result = try Tool.run(["help", "check", "empty-valu"], in: folder)
    #expect(result.status == 2)
    #expect(
      result.errors == """
        trema: error: [usage] unknown check 'empty-valu'
          hint: did you mean 'empty-value'?
        1 error

        """)
  }

  /// The completions that bash would offer for the last word of a line.
  private func offered(_ line: String) throws -> [String] {
    let script = try output("completions", "bash")
    try folder.write(script, to: "completions.bash")
    let words = line.split(separator: " ", omittingEmptySubsequences: false).flatMap { word in
      // Splits a line as bash does: COMP_WORDBREAKS holds the equals sign.
      word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        .reduce(into: [String]()) { words, part in words += words.isEmpty ? [part] : ["=", part] }
    }.filter { !$0.isEmpty }
    let all = line.hasSuffix(" ") || line.hasSuffix("=") && words.last != "=" ? words + [""] : words
    let quoted = all.map { "'\($0)'" }.joined(separator: " ")
    let result = try Tool.run(
      in: folder,
      shell: """
        set -u
        compopt() { :; }
        . ./completions.bash
        COMP_WORDS=(\(quoted)) COMP_CWORD=\(all.count - 1)
        _trema trema
        printf '%s\\n' "${COMPREPLY[@]-}"
        """)
    #expect(result.errors == "")
    return result.output.split(separator: "\n").map(String.init).sorted()
  }

  @Test func `bash completes commands, options, values and files`() throws {
    try folder.write("", to: "Texts.trm")
    #expect(try offered("trema ") == (Self.commands + ["config"]).sorted())
    #expect(try offered("trema co") == ["completions", "config", "convert"])
    #expect(try offered("trema convert --fo") == ["--format="])
    #expect(
      try offered("trema format --") == [
        "--check", "--max-value-size=", "--quiet", "--sort", "--verbose",
      ])
    #expect(try offered("trema convert --fallback=") == ["master", "none"])
    #expect(try offered("trema convert --fallback=m") == ["master"])
    #expect(try offered("trema convert --fallback m") == ["master"])
    #expect(try offered("trema convert --format=s") == ["strings", "stringsdict", "swift"])
    #expect(
      try offered("trema convert --format=json,s") == [
        "json,strings", "json,stringsdict", "json,swift",
      ])
    #expect(try offered("trema convert Te") == ["Texts.trm"])
    try folder.write("", to: "My Texts.trm")
    #expect(try offered("trema check M") == ["My Texts.trm"])
    #expect(try offered("trema convert --output=Te") == ["Texts.trm"])
    #expect(try offered("trema diff --format m") == ["markdown"])
    #expect(try offered("trema help fo") == ["format"])
    #expect(try offered("trema completions ") == ["bash", "fish", "zsh"])
  }

  @Test func `bash completes the commands of a group and their arguments`() throws {
    try folder.write("", to: "Configuration.plist")
    let words = Self.ofConfig.map { String($0.dropFirst("config ".count)) }
    #expect(try offered("trema config ") == words.sorted())
    #expect(try offered("trema config ch") == ["check"])
    #expect(try offered("trema help config ") == words.sorted())
    #expect(try offered("trema config check --fail") == ["--fail-on="])
    #expect(try offered("trema config check --fail-on=") == ["error", "note", "warning"])
    #expect(try offered("trema config check --fail-on w") == ["warning"])
    #expect(try offered("trema config check Conf") == ["Configuration.plist"])
    // `check` alone is another command.
    #expect(try offered("trema check --fi") == ["--fix"])
    #expect(try offered("trema config check --fi") == [])
  }

  @Test func `a group without a command lists its commands`() throws {
    let help = try output("help", "config")
    let first = help.split(separator: "\n")[0]
    #expect(first.hasPrefix("usage: trema config check"))
    #expect(first.hasSuffix(" [OPTION...] [ARGUMENT...]"))
    for command in Self.ofConfig { #expect(help.contains("\n  \(command) ")) }
    #expect(try output("config", "--help") == help)
    #expect(try output("config", "-h") == help)
    #expect(
      try Tool.run("config", in: folder) == Tool.Result(status: 2, output: "", errors: help))
    #expect(
      try Tool.run("config", "chekc", in: folder).errors == """
        trema: error: [usage] unknown command 'config chekc'
          hint: did you mean 'config check'?
        1 error

        """)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions include every command and option`(_ shell: String) throws {
    let script = try output("completions", shell)
    for command in Self.commands + Self.ofConfig {
      let words = command.split(separator: " ").map(String.init)
      for word in words { #expect(script.contains(word)) }
      for line in try output(["help"] + words).split(separator: "\n") {
        guard let option = line.firstMatch(of: /^ +(?:-\w, )?--([a-z-]+)/) else { continue }
        #expect(
          script.contains(shell == "fish" ? "-l \(option.1)" : "--\(option.1)"), "\(option.1)")
      }
    }
  }
}
