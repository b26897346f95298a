import Testing
import TremaTestSupport

/// Time complexity: four times the texts take about four times as long, not sixteen times.
@Suite struct GrowthTests {
  /// A catalogue, the same with another value, another key or other words in between, and sources.
  private func folder(texts: Int) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, edit) in [
      ("Texts.trm", Edit.none), ("Ours.trm", .renamed), ("Theirs.trm", .translated),
      ("Reversed.trm", .reversed),
    ] {
      try folder.write(Self.catalogue(texts, edit), to: name)
    }
    let uses = (0..<texts).map {
      "let text\($0) = translate(\"\($0 % 2 == 0 ? "k" : "no")_\($0)\")\n"
    }
    try folder.write(uses.joined(), to: "App/Main.swift")
    let table = (0..<texts).map { "k_\($0),translated,Text \($0) da,\($0) texts there\n" }
    try folder.write(
      "Key,Status,Master (de),Value (en)\n" + table.joined(), to: "Sheet.csv")
    return folder
  }

  private enum Edit { case none, renamed, translated, reversed }

  private static func catalogue(_ texts: Int, _ edit: Edit) -> String {
    let numbers = edit == .reversed ? Array((0..<texts).reversed()) : Array(0..<texts)
    let content = numbers.map { number in
      let key = edit == .renamed && number % 2 == 0 ? "new_\(number)" : "k_\(number)"
      let value = edit == .translated ? "\(number) texts there" : "Text \(number) here"
      return """
          <text key="\(key)">
            <context/>
            <value lang="de" status="translated">Text \(number) da</value>
            <value lang="en" status="translated">\(value)</value>
          </text>

        """
    }
    return "<trema masterLang=\"de\">\n\(content.joined())</trema>\n"
  }

  @Test func `time grows linearly with the number of texts`() throws {
    // Writing these files takes as long as all the commands.
    let (few, many) = (try folder(texts: 1500), try folder(texts: 6000))
    for line in [
      "check Texts.trm", "diff Texts.trm Ours.trm", "diff Texts.trm Reversed.trm",
      "merge Texts.trm Reversed.trm Theirs.trm -o Merged.trm", "stats Texts.trm",
      "export --to csv --language en Texts.trm -o Export.csv",
      "import Sheet.csv --into Texts.trm --dry-run", "usage Texts.trm --sources App",
    ] {
      let arguments = line.split(separator: " ").map(String.init)
      var ratios: [Double] = []
      // A busy machine measures badly now and then; quadratic growth always fails.
      repeat {
        ratios.append(
          try Cost(of: arguments, in: many).seconds / Cost(of: arguments, in: few).seconds)
      } while ratios.count < 3 && !ratios.contains { $0 < 6 }
      #expect(
        ratios.contains { $0 < 6 }, "'\(line)': four times the texts take \(ratios) times as long")
    }
  }
}
