import Foundation
import Testing
import TremaTestSupport

/// Every kind of secret, in every form of file, and through every command and report.
@Suite struct SecretTableTests {
  private static let reports = ["text", "json", "sarif", "github", "gitlab", "junit", "html"]

  /// The commands that show values. Commands whose result is the values themselves are tested by
  /// their other output.
  private static var commands: [String] {
    reports.flatMap { ["check --fail-on note --report \($0)", "check broken --report \($0)"] }
      + ["text", "json", "markdown", "csv"].map { "check --matrix --format \($0)" }
      + ["text", "json", "markdown", "github"].flatMap {
        ["diff staging production --format \($0)", "diff --git HEAD --format \($0)"]
      }
      + [
        "fix --dry-run", "fix --dry-run broken", "fix --dry-run --only dead-override",
        "merge --environment staging -o out/merged.plist --check", "generate --swift out/App.swift",
        "generate --kotlin out/App.kt", "init broken", "init --compare girders", "init --force",
        "check --baseline known.json --update-baseline",
      ]
  }

  @Test(arguments: ConfigSpelling.allCases)
  func `no output contains a planted secret`(form: ConfigSpelling) throws {
    let folder = try TemporaryFolder()
    let secrets = PlantedSecret.recognised + PlantedSecret.named
    try plant(secrets, form, in: folder)
    // The contents of generated files are checked as well.
    let before = Set(try Snapshot(of: folder).files)
    var ran = 0
    // Each form uses every third command, so that each command is used with two or three forms.
    let index = try #require(ConfigSpelling.allCases.firstIndex(of: form))
    let commands = Self.commands + secrets.prefix(6).map { "explain \($0.key) --format json" }
    for (number, command) in commands.enumerated() where (number + index) % 3 == 0 {
      let result = try Tool.run(
        ["config"] + command.split(separator: " ").map(String.init), in: folder)
      #expect(result.status >= 0 && result.status != 2, "\(form) \(command)")
      ran += result.output.isEmpty && result.errors.isEmpty ? 0 : 1
      look(for: secrets, in: result.output + result.errors, "\(form): \(command)")
    }
    #expect(ran * 6 > Self.commands.count, "\(ran) commands said something")
    let after = try Snapshot(of: folder)
    for name in after.files where !before.contains(name) && !name.hasPrefix(".git/") {
      look(for: secrets, in: after[text: name] ?? "", "\(form): \(name)")
    }
  }

  private func plant(
    _ secrets: [PlantedSecret], _ form: ConfigSpelling, in folder: TemporaryFolder
  ) throws {
    let entries = secrets.filter { form != .env || !$0.value.contains("'") }.map {
      (key: $0.key, value: $0.value)
    }
    // Each key gets the value of the next one, so every value changes, and none matches the schema.
    let moved = zip(entries, entries.dropFirst() + entries.prefix(1)).map { ($0.key, $1.value) }
    try folder.write(form.bytes(entries), to: "Configuration.\(form.ending)")
    try folder.write(form.bytes(entries), to: "Configuration-staging.\(form.ending)")
    let members = secrets.map { "\"\($0.key)\": {\"type\": \"integer\"}" }
    try folder.write(
      "{\"properties\": {\(members.joined(separator: ",\n"))}}", to: "Configuration.schema.json")
    try folder.git("init", "--quiet", "--initial-branch=main", ".")
    try folder.commitAll("plant")
    try folder.write(form.bytes(moved), to: "Configuration-staging.\(form.ending)")
    try folder.write(form.bytes(entries), to: "broken/Configuration.\(form.ending)")
    let word = PlantedSecret.bare.value
    for (index, secret) in (secrets + [PlantedSecret.bare]).enumerated() where index % 6 == 0 {
      try folder.write(
        form.bytes(entries, tail: form.brokenLine(secret.kind == "bare" ? word : secret.value)),
        to: "broken/Configuration-e\(index).\(form.ending)")
    }
    try folder.write(
      form.bytes(entries, tail: form.brokenLine(word)),
      to: "broken/Configuration-bare.\(form.ending)")
  }

  /// Reports the kind of a secret, so that the test does not print the secret itself.
  private func look(for secrets: [PlantedSecret], in text: String, _ command: String) {
    for secret in secrets + [PlantedSecret.bare] {
      let forms = secret.parts.flatMap { part in
        [
          part, Data(part.utf8).base64EncodedString(), part.replacing("//", with: "/$()/"),
          part.replacing("&", with: "&amp;"),
          part.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? part,
        ]
      }
      #expect(!forms.contains(where: text.contains), "\(command) shows '\(secret.kind)'")
    }
  }

  @Test func `the patch of a URL in build settings shows no password, in any spelling`()
    throws
  {
    let folder = try TemporaryFolder()
    let password = ["planted", "secret", "8"].joined(separator: "-")
    try folder.write(
      """
      // Local database
      NAME = demo
      DB_URL = postgres://u:\(password)@h/x
      OTHER = 1
      """, to: "Configuration.xcconfig")
    let patch = try Tool.run("config", "fix", "--dry-run", in: folder)
    #expect(
      patch
        == Tool.Result(
          status: 1,
          output: """
            --- a/Configuration.xcconfig
            +++ b/Configuration.xcconfig
            @@ -1,4 +1,4 @@
             // Local database
             NAME = demo
            -\(String(repeating: "*", count: 26 + password.count))
            +\(String(repeating: "*", count: 29 + password.count))
             OTHER = 1
            \\ No newline at end of file

            """,
          errors: "lines with secrets are masked, so the patch cannot be applied\n"))
    for report in Self.reports {
      let result = try Tool.run("config", "check", "--report", report, in: folder)
      #expect(!(result.output + result.errors).contains(password), "\(report)")
    }
  }
}
