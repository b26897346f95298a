import Foundation
import Testing
import TremaTestSupport

/// Colour and progress on a terminal.
@Suite struct TerminalTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("<trema masterLang='de'>\n  <text/>\n</trema>", to: "Bad.trm")
  }

  /// Runs a script with a terminal for its streams.
  private func watch(_ script: String, _ environment: [String: String] = [:]) throws -> String {
    #if os(Linux)
      let shell = "script --quiet --return --command \"$SCRIPT\" /dev/null <&0"
    #else
      let shell = "script -q /dev/null /bin/bash -c \"$SCRIPT\" <&0"
    #endif
    var environment = environment
    environment["SCRIPT"] = script.replacingOccurrences(of: "trema", with: "'\(Tool.path)'")
    return try Tool.run(in: folder, shell: shell, environment: environment).output
      .replacingOccurrences(of: "\r\n", with: "\n")
  }

  @Test func `colour is used on terminals unless it is disabled`() throws {
    let plain = try Tool.run("check", "Bad.trm", in: folder).output
    #expect(!plain.contains("\u{1B}"))
    let colored = try watch("trema check Bad.trm")
    #expect(colored.contains("\u{1B}[1;31merror:\u{1B}[0m"))
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    #expect(try watch("trema check Bad.trm", ["NO_COLOR": "1"]) == plain)
    // no-color.org: an empty value has no meaning.
    #expect(try watch("trema check Bad.trm", ["NO_COLOR": ""]) == colored)
    #expect(try watch("trema check Bad.trm | cat") == plain)
    #expect(try watch("trema convert Bad.trm -o out --format json") == colored)
    #expect(try watch("trema convert Bad.trm -o out --format json 2>&1 | cat") == plain)
    // A report in a file is not for a terminal.
    _ = try watch("trema check Bad.trm --report text=findings")
    #expect(try folder.text("findings") == plain)
  }

  /// Work of more than two seconds on any machine: the command is stopped for 2.2 seconds once it
  /// has used a tenth of a second of processor time, however busy the machine is.
  private func longWork(_ command: String, redirection: String = "") -> String {
    """
    trema \(command) \(redirection) & id=$!
    if [ -d /proc/$id ]; then
      while [ "$(cut -d ' ' -f 14 /proc/$id/stat)" -lt 10 ]; do sleep 0.005; done
    else
      sleep 0.1
    fi
    kill -STOP $id; sleep 2.2; kill -CONT $id
    wait $id
    """
  }

  /// A catalogue that takes the command several tenths of a second.
  private static let catalogue = Catalogue.large(Tool.isOptimized ? 200_000 : 8000)

  @Test(arguments: [
    "convert Texts.trm -o out --format json", "check Texts.trm", "format Texts.trm",
  ])
  func `long operations show progress and erase it when done`(_ command: String) throws {
    try folder.write(Self.catalogue, to: "Texts.trm")
    let screen = try watch(longWork(command))
    let shown = screen.matches(of: /\r\u{1B}\[Ktrema: ([0-9]+) % read/).compactMap { Int($0.1) }
    #expect(!shown.isEmpty, "\(screen)")
    #expect(shown == shown.sorted())
    #expect(shown.allSatisfy { $0 <= 100 })
    // The line is erased before any other output.
    let last = try #require(screen.range(of: "\r\u{1B}[K", options: .backwards))
    #expect(!screen[last.upperBound...].contains("% read"))
  }

  @Test func `quick or non-interactive operations show no progress`() throws {
    try folder.write(Self.catalogue, to: "Texts.trm")
    let command = "convert Texts.trm -o out --format json --severity=loss=off"
    #expect(try !watch(longWork(command, redirection: "2>errors")).contains("% read"))
    #expect(try folder.text("errors") == "")
    try folder.write(Catalogue.small, to: "Texts.trm")
    #expect(try !watch("trema \(command)").contains("% read"))
  }
}
