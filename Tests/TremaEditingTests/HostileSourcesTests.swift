import Testing
import TremaEditing
import TremaTestSupport

/// Scans sources that no compiler accepts and very long ones.
@Suite struct HostileSourcesTests {
  private static let pieces = [
    "\"", "\"\"\"", "#\"", "\"#", "\\(", "${", "$", "(", ")", "{", "}", "/*", "*/", "//", "\n",
    "\\",
    "translate(", "Texts", ".", "R.string.", "a", "<!--", "-->", "<![CDATA[", "]]>", "<", ">",
    "@string/", "@{",
    "=", "'", "`", "#/", "/#", "\u{0}", ",", "+", "?", ":", "typealias ", "extension ", "é", "\\u{",
    "\\u12", "with(",
    "val ", "import ", " as ",
  ]

  @Test func `invalid code is read to the end`() {
    var sources = Sources("a.b", "a", nesting: ".")
    sources.missing["a"] = [.kotlinMembers("Texts")]
    let names = sources.names
    var state: UInt64 = 88172645463325252
    func random(_ count: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(count))
    }
    for round in 0..<3000 {
      var bytes: [UInt8] = []
      for _ in 0..<random(60) {
        if random(10) == 0 { bytes.append(UInt8(random(256))) }
        bytes += Self.pieces[random(Self.pieces.count)].utf8
      }
      let kind = SourceFileKind.allCases[round % SourceFileKind.allCases.count]
      let findings = kind.findings(bytes, names)
      #expect(findings.used.isSubset(of: [0, 1]))
    }
  }

  @Test(arguments: [
    "\"\\(", "\"${", "/*", "translate(", "(", "\"", "`", "#/", "##/\n/#", "#\"", "'", "\"\"\"",
    "<!--", "<a b=\"", "@{@string/",
    "Texts.", "a.", "$a", "\"$a", "\"a\" + ", "translate(\"a\" + x + ", "val x Texts ", "{",
    "with(a)", "\\", "\"\\u{", "<a ", "a = '", "?", "R.string.",
    "val a = Texts(r);", "fun a(a: Texts) = a.a ", "with(a) { a ", "{ a -> a.a ", "a.a }",
    "for ((a",
    "Texts a; ", "class a(a: Texts) { a.a }",
    "typealias a = Texts.", "translate(\"\\(x)\")", "\n", "\0", "\u{FFFD}", "import a.R as b ",
  ]) func `repeated constructs take linear time`(_ piece: String) throws {
    // Kotlin declarations are read only if an accessor is missing.
    var sources = Sources("a")
    sources.missing["a"] = [.kotlinMembers("Texts")]
    let names = sources.names
    for kind in [SourceFileKind.swift, .kt, .java, .xml] {
      let growth = try ThreadTime.growth(6_000 / piece.utf8.count) { count in
        let bytes = [UInt8](repeatElement(Array(piece.utf8), count: count).joined())
        return { _ = kind.findings(bytes, names) }
      }
      #expect(growth < 10, "\(kind)")
    }
  }
}
