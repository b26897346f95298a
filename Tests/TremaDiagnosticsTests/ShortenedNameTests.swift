import Testing

@testable import TremaDiagnostics

@Suite struct ShortenedNameTests {
  @Test func `a name of usual length stays as it is`() {
    #expect("a.b".shortened == "a.b" && "".shortened == "")
    let longest = String(repeating: "é", count: 128)
    #expect(longest.shortened == longest)
    #expect((longest + "a").shortened != longest + "a")
  }

  @Test(arguments: ["k", "é", "語", "😀", "e\u{301}"]) func `a long one is cut between characters`(
    _ character: String
  ) throws {
    for lead in ["", "a", "ab", "abc"] {
      let name = lead + String(repeating: character, count: 300)
      let short = name.shortened
      let start = try #require(short.split(separator: "…").first)
      #expect(short.hasSuffix("… (\(name.utf8.count) bytes)"))
      #expect(name.unicodeScalars.starts(with: start.unicodeScalars))
      #expect((125...128).contains(start.utf8.count), "\(start.utf8.count)")
    }
  }

  @Test func `two long keys are told apart in fields up to a thousand bytes`() {
    let start = String(repeating: "k", count: 900)
    #expect((start + "a").shortenedField == start + "a")
    #expect(String(repeating: "k", count: 5_000).shortenedField.utf8.count < 540)
  }

  @Test func `a message keeps its beginning and its end`() {
    let long = "begins " + String(repeating: "😀", count: 50_000) + " ends"
    let message = Diagnostic(.error, "x", long).message
    #expect(message.hasPrefix("begins 😀") && message.hasSuffix("😀 ends"))
    #expect(message.utf8.count < 5_200 && !message.contains("\u{FFFD}"))
    let usual = String(repeating: "😀", count: 4_000)
    #expect(Diagnostic(.error, "x", usual).message == usual)
  }
}
