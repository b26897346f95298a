import Foundation
import Testing
import TremaTestSupport

/// Hundreds of random catalogues and options: no crashes, and deterministic output.
@Suite struct RandomTests {
  private struct Sample {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private static let languages = [
      "de", "en", "fr", "pt-BR", "zh-Hans", "de_CH", "es-419", "x_y!",
    ]
    private static let statuses = ["initial", "translated", "verified", "special", "odd"]

    private static func escaped(_ text: String) -> String {
      var escaped = ""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "&": escaped += "&amp;"
        case "<": escaped += "&lt;"
        case "\"": escaped += "&quot;"
        case "\r", "\n", "\t": escaped += "&#\(scalar.value);"
        default: escaped.unicodeScalars.append(scalar)
        }
      }
      return escaped
    }

    mutating func catalogue() -> String {
      var text = random.once(in: 4) ? "\u{FEFF}" : ""
      text += "<trema masterLang=\"\(random.once(in: 20) ? "??" : "de")\">\n"
      for number in 0..<random.number(0...6) {
        let key =
          random.once(in: 3) ? HostileText.text(&random, of: [HostileText.pieces]) : "key_\(number)"
        text += "  <text key=\"\(Self.escaped(key))\">\n    <context/>\n"
        for language in Self.languages.shuffled(using: &random).prefix(random.number(0...4)) {
          let status = random.once(in: 5) ? "" : " status=\"\(random.pick(Self.statuses))\""
          let value = random.once(in: 2) ? "text \(number)" : HostileText.value(&random)
          text += "    <value lang=\"\(language)\"\(status)>\(Self.escaped(value))</value>\n"
        }
        text += "  </text>\n"
      }
      text += "</trema>\n"
      if random.once(in: 8) { return String(text.prefix(random.number(0...text.count))) }
      return random.once(in: 4) ? text.replacingOccurrences(of: "\n", with: "\r\n") : text
    }

    mutating func options() -> [String] {
      var options = [
        "--format="
          + ["strings", "android", "swift", "json", "properties"]
          .shuffled(using: &random).prefix(random.number(1...5)).joined(separator: ",")
      ]
      let more = [
        "--languages=de,en", "--languages=fr", "--status=translated,verified", "--status=undefined",
        "--fallback=master", "--keep-going", "--raw-backslash", "--fail-on=warning",
        "--default-language=en", "--table=App", "--type=Words", "--severity=edge-space=error",
        "--max-value-size=20", "--bundle=module", "--access=internal",
      ]
      for option in more where random.once(in: 6) { options.append(option) }
      return options
    }
  }

  @Test(arguments: 0..<4)
  func `converting any catalogue twice has the same result`(_ part: Int) throws {
    let folder = try TemporaryFolder()
    for seed in part * 40..<(part + 1) * 40 {
      var sample = Sample(seed: UInt64(seed))
      try folder.write(sample.catalogue(), to: "Texts.trm")
      let options = sample.options()
      func convert(_ output: String) throws -> (Tool.Result, Snapshot) {
        let result = try Tool.run(
          ["convert", "Texts.trm", "-o", "out"] + options, in: folder)
        let made = try Snapshot(of: folder, "out")
        try? FileManager.default.removeItem(atPath: folder.path + "/out")
        return (result, made)
      }
      let (result, made) = try convert("a")
      let isRefused =
        result.status == 2
        && result.errors.hasPrefix("trema: error: [usage] --languages: the catalogue")
      #expect(
        [0, 1, 3].contains(result.status) || isRefused, "seed \(seed): \(options) \(result)")
      if result.status == 3 { #expect(made.names == [], "seed \(seed)") }
      let (again, same) = try convert("b")
      #expect(again == result && same == made, "seed \(seed): \(options)")
      #expect(made.temporaryFiles == [])
      // Only the folder was written, and nothing outside of it.
      #expect(try Snapshot(of: folder).names == ["Texts.trm"])
      let check = try Tool.run("check", "Texts.trm", in: folder)
      #expect([0, 1, 3].contains(check.status), "seed \(seed): \(check)")
    }
  }

  @Test(arguments: 0..<2)
  func `all outputs are up to date after a build`(_ part: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      { "catalogues": [{ "files": ["Texts.trm"] }],
        "outputs": [
          { "format": "strings", "directory": "out", "fallback": "master" },
          { "format": "android", "directory": "out" }, { "format": "swift", "directory": "out" },
          { "format": "json", "directory": "out" }, { "format": "properties", "directory": "out" }
        ] }
      """, to: "trema.json")
    for seed in 1000 + part * 40..<1000 + (part + 1) * 40 {
      var sample = Sample(seed: UInt64(seed))
      try folder.write(sample.catalogue(), to: "Texts.trm")
      let keepGoing = sample.random.once(in: 2) ? ["--keep-going"] : []
      let before = try Snapshot(of: folder)
      let build = try Tool.run(["build"] + keepGoing, in: folder)
      let after = try Snapshot(of: folder)
      let check = try Tool.run(["build", "--check"] + keepGoing, in: folder)
      #expect(check.status == build.status, "seed \(seed): \(build) \(check)")
      #expect(check.errors == build.errors, "seed \(seed)")
      if build.status == 0 || build.status == 1 && !keepGoing.isEmpty {
        #expect(check.output.hasSuffix(", 0 out of date\n"), "seed \(seed): \(check)")
      } else {
        #expect(after == before, "seed \(seed)")
      }
      #expect(try Snapshot(of: folder).identities == after.identities)
    }
  }

  @Test func `formatting is idempotent and preserves the meaning`() throws {
    let folder = try TemporaryFolder()
    for seed in 2000..<2060 {
      var sample = Sample(seed: UInt64(seed))
      try folder.write(sample.catalogue(), to: "Texts.trm")
      func json() throws -> Snapshot {
        _ = try Tool.run(
          "convert", "Texts.trm", "-o", "out", "--format=json", "--keep-going", in: folder)
        defer { try? FileManager.default.removeItem(atPath: folder.path + "/out") }
        return try Snapshot(of: folder, "out")
      }
      let before = try json()
      let result = try Tool.run("format", "Texts.trm", in: folder)
      #expect([0, 3].contains(result.status), "seed \(seed): \(result)")
      guard result.status == 0 else { continue }
      #expect(try json() == before, "seed \(seed)")
      #expect(
        try Tool.run("format", "--check", "Texts.trm", in: folder).status == 0, "seed \(seed)")
    }
  }
}
