import Testing
import TremaTestSupport

@testable import TremaChecks

/// Texts that would take quadratic time if every value were compared with the whole master.
@Suite struct LongMasterTests {
  private func findings(_ master: String, _ others: [(language: String, value: String)]) throws
    -> [String]
  {
    let values = others.map { "<value lang=\"\($0.language)\">\($0.value)</value>" }.joined()
    return try CheckedFile(
      texts: "<text key=\"k\"><context/><value lang=\"de\">\(master)</value>\(values)</text>\n",
      depth: .everything
    ).findings.map(\.code)
  }

  /// The growth of time for a text with four times the master and languages.
  private func growth(_ master: (Int) -> String, _ value: String) throws -> Double {
    try ThreadTime.growth(40) { count in
      let others = (0..<count).map { (language: "fr-x-a\($0)", value: value) }
      let long = master(count * 10)
      return {
        let found = try findings(long, others)
        #expect(!found.isEmpty)
      }
    }
  }

  @Test(arguments: [
    ("word 1 „a“ (b) &lt;b&gt;x&lt;/b&gt; http://a.de/ a@b.de ... ", "5 „a“ http://a.de/"),
    ("%s ", "%s"), ("{a} ", "{a}"),
  ])
  func `many short values with a long master take linear time`(
    _ piece: String, _ value: String
  ) throws {
    // Compared with all of it they would take 16 times as long.
    #expect(try growth({ String(repeating: piece, count: $0) }, value) < 10)
  }

  @Test func `arguments of a long master are read in one pass`() throws {
    func arguments(_ count: Int) -> String {
      "{n, plural, other {\((0..<count).map { "{a\($0)}" }.joined())}}"
    }
    #expect(try growth(arguments, "{n, plural, other {{a1}}}") < 10)
    func selects(_ count: Int) -> String {
      (0..<count).map { "{g, select, a\($0) {x} other {y}}" }.joined()
    }
    #expect(try growth(selects, "{g, select, b {x} other {y}}") < 10)
  }

  @Test func `a value much shorter than its master is compared by its length alone`() throws {
    let master = String(repeating: "Es gibt 12 davon. ", count: 60)
    let found = try findings(master, [("fr", "Il y en a 13 !")])
    #expect(found.contains("length-ratio"))
    #expect(!found.contains("numbers"))
    // It still has to accept the arguments of the master.
    let taking = try findings("\(master) %s", [("fr", "Il y en a 13 !")])
    #expect(taking.contains("dropped-placeholder"))
    let shorter = String(repeating: "Es gibt 12 davon. ", count: 20)
    #expect(try findings(shorter, [("fr", "Il y en a 13 !")]).contains("numbers"))
  }

  @Test func `languages with different argument names take linear time`() throws {
    let growth = try ThreadTime.growth(60) { count in
      let others = (0..<count).map {
        (language: "fr-x-a\($0)", value: "{name\($0), plural, other {\($0) %d}}")
      }
      return { _ = try findings("{n, plural, other {a}}", others) }
    }
    #expect(growth < 10)
  }

  @Test(arguments: ["\n", "@ignore edge-space\n", "@\n", "@param 1 a\n", "a\n"])
  func `the lines of a context are read in one pass`(_ line: String) throws {
    let growth = try ThreadTime.growth(500) { count in
      // Each suppresses another check.
      let lines = (0..<count).map {
        line.hasPrefix("@ignore") ? "@ignore edge-space\($0) because\n" : line
      }
      let texts = "<text key=\"k\"><context>\(lines.joined())x</context></text>\n"
      return { _ = try CheckedFile(texts: texts, depth: .everything) }
    }
    #expect(growth < 9)
  }

  @Test func `the text around a plural is not copied into each of many branches`() throws {
    let growth = try ThreadTime.growth(300) { count in
      let branches = (1...count).map { "=\($0) {a}" }.joined(separator: " ")
      let around = String(repeating: "word ", count: count * 4)
      let value = "\(around){n, plural, \(branches) other {b}}"
      return { _ = try findings(value, []) }
    }
    #expect(growth < 9)
  }

  @Test func `text that looks like a single URL is read in one pass`() throws {
    for piece in [":///", "www.a", "a.b.c.", "a@b.c.d@", "http://a.b.c.d"] {
      let growth = try ThreadTime.growth(1_000) { count in
        let value = String(repeating: piece, count: count)
        return { _ = try findings(value, [("fr", value + "x")]) }
      }
      #expect(growth < 9, "\(piece)")
    }
  }

  @Test func `characters classified as letters by their block are alphabetic`() {
    var count = 0
    for value in UInt32(0x80)...0x2_FFFF {
      guard let scalar = Unicode.Scalar(value), scalar.isUsualLetter else { continue }
      count += 1
      #expect(scalar.properties.isAlphabetic, "\(scalar.name)")
    }
    #expect(count > 30_000)
  }
}
