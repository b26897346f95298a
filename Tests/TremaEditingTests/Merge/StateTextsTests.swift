import Testing
import TremaFormats
import TremaSupport

@testable import TremaEditing

/// Which texts of several states nobody has to make.
@Suite struct StateTextsTests {
  /// One letter is a text whose key it is; in capitals it says something else.
  private func sources(_ letters: String, after first: TextSources? = nil) throws -> TextSources {
    let texts = letters.map { letter in
      "<text key=\"\(letter.lowercased())\"><context/>"
        + "<value lang=\"de\" status=\"initial\">\(letter)</value></text>"
    }
    var options = TremaDecoder.Options()
    options.keepsSources = true
    options.firstState = first
    // The first text is new in its language, and so none of these.
    let start = "<text key=\"0\"><context/><value lang=\"de\" status=\"initial\"/></text>"
    var rest: [UInt8]? = Array("<trema masterLang=\"de\">\(start)\(texts.joined())</trema>".utf8)
    var decoder = TremaDecoder(file: "test.trm", options: options) { () throws(Diagnostic) in
      defer { rest = nil }
      return rest
    }
    return try decoder.state().texts
  }

  /// `[` and the number of texts for a run, with the state where that is not the first; else the key.
  private func told(_ side: StateTexts.Side, of texts: StateTexts) -> String {
    side.names.indices.dropFirst().map { index in
      guard case .run(let number) = side.names[index] else { return side[index].key }
      let run = texts.run(number)
      return run.state == 0 ? "[\(run.numbers.count)]" : "[\(run.state)]\(run.numbers.count)"
    }.joined(separator: " ")
  }

  private func told(_ base: String, _ others: String...) throws -> [String] {
    let first = try sources(base)
    let texts = StateTexts(
      first: first, others: try others.map { try sources($0, after: first) })
    return [told(texts.first, of: texts)] + texts.others.map { told($0, of: texts) }
  }

  @Test func `what all states have in the same order is one run`() throws {
    #expect(try told("abcde", "abcde", "abcde") == ["[5]", "[5]", "[5]"])
    #expect(try told("abcde", "abcxde", "abcde") == ["[3] [2]", "[3] x [2]", "[3] [2]"])
    #expect(try told("abcde", "cdeab", "abcde") == ["[2] [3]", "[3] [2]", "[2] [3]"])
    #expect(try told("abcde", "abde", "abcde") == ["[2] c [2]", "[2] [2]", "[2] c [2]"])
    #expect(try told("abcde", "abCde") == ["[2] c [2]", "[2] c [2]"])
  }

  @Test func `what one side alone has changed is a run of that side`() throws {
    #expect(
      try told("abcde", "aBcDe", "abCDe")
        == ["[1] [1]1 [2]1 d [1]", "[1] [1]1 [2]1 d [1]", "[1] [1]1 [2]1 d [1]"])
    // A key of which there are two says nothing.
    #expect(try told("abb", "abB", "abb") == ["[1] b b", "[1] b b", "[1] b b"])
    #expect(try told("ab", "abB", "ab") == ["[2]", "[2] b", "[2]"])
    #expect(try told("ab", "aBb", "ab") == ["[1] [1]1", "[1] [1]1 b", "[1] [1]1"])
  }
}
