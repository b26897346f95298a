import Testing
import TremaCatalog
import TremaEditing
import TremaFormats
import TremaMessages
import TremaSupport

private func catalogue(_ texts: String, master: String = "de") throws -> Catalog {
  try Catalog.decode(
    Array("<trema masterLang=\"\(master)\">\(texts)</trema>".utf8), file: "test.trm"
  ).0
}

private func text(_ key: String, _ values: String..., context: String = "") -> String {
  "<text key=\"\(key)\"><context>\(context)</context>"
    + values.enumerated().map {
      "<value lang=\"\(["de", "en", "fr"][$0.offset])\" status=\"initial\">\($0.element)</value>"
    }.joined() + "</text>"
}

/// The differences, one line each.
private func differences(
  _ old: Catalog?, _ new: Catalog?, languages: Set<LanguageTag>? = nil
) -> [String] {
  let diff = CatalogDiff(old: old, new: new, languages: languages)
  return (diff.masterLanguage.map { ["master \($0.old) \($0.new)"] } ?? [])
    + diff.texts.map { text in
      let context = text.context.map { " [\($0.old)|\($0.new)]" } ?? ""
      let values = text.values.map {
        " \($0.language):\($0.old?.text ?? "-")|\($0.new?.text ?? "-")"
      }
      let key = text.oldKey.map { "\($0)>\(text.key)" } ?? text.key
      return "\(text.kind) \(key)\(context)\(values.joined())"
    }
}

@Suite struct CatalogDiffTests {
  @Test func `order and spelling are not differences`() throws {
    let old = try catalogue(
      text("a", "A &amp; B", "x") + text("b", "<![CDATA[<b>]]>") + "<text key=\"c\"/>")
    let new = try catalogue(
      """
        <!-- sorted -->
        <text key="c"><context/></text>
        <text key='b'><context></context><value status='initial' lang='DE'>&lt;b></value></text>
        <text key="a"><context/><value lang="en" status="initial">x</value>
        <value lang="de" status="initial"><![CDATA[A & ]]>&#66;</value></text>
      """, master: "DE")
    #expect(differences(old, new).isEmpty)
  }

  @Test func `equivalent language tags are equal`() throws {
    let old = try catalogue(
      "<text key=\"a\"><context/><value lang=\"de_CH\">A</value><value lang=\"x\">X</value></text>",
      master: "de_CH")
    let new = try catalogue(
      "<text key=\"a\"><context/><value lang=\"de-ch\">B</value><value lang=\"y\">X</value></text>",
      master: "de-CH")
    #expect(differences(old, new) == ["changed a de-ch:A|B x:X|- y:-|X"])
    #expect(differences(old, new, languages: [LanguageTag("de-CH")!]) == ["changed a de-ch:A|B"])
    #expect(differences(old, try catalogue("", master: "fr")).first == "master de_CH fr")
  }

  @Test func `keys and values are compared by their bytes`() throws {
    let old = try catalogue(text("\u{E9}", "\u{E9}") + text("b", "x", context: "\u{E9}"))
    let new = try catalogue(text("e\u{301}", "e\u{301}") + text("b", "x", context: "e\u{301}"))
    #expect(
      differences(old, new).map { Array($0.utf8) }
        == [
          "added e\u{301} de:-|e\u{301}", "changed b [\u{E9}|e\u{301}]",
          "removed \u{E9} de:\u{E9}|-",
        ].map { Array($0.utf8) })
  }

  @Test func `tags are part of a value, and comments are not`() throws {
    func value(_ inner: String) throws -> Catalog { try catalogue(text("a", inner)) }
    #expect(
      differences(try value("<b>x</b>"), try value("<i>x</i>")) == [
        "changed a de:<b>x</b>|<i>x</i>"
      ])
    #expect(differences(try value("x<!-- y -->"), try value("x")) == [])
  }

  @Test func `a text with the same values under another key is renamed`() throws {
    let old = try catalogue(text("a", "A", "B") + text("keep", "K") + text("gone", "G"))
    let new = try catalogue(text("b", "A", "B", context: "c") + text("keep", "K"))
    #expect(differences(old, new) == ["renamed a>b [|c]", "removed gone de:G|-"])
    // Different values make different texts; texts without values do not match.
    #expect(
      differences(
        try catalogue(text("a", "A") + text("e")), try catalogue(text("b", "A", "B") + text("f")))
        == ["added b de:-|A en:-|B", "added f", "removed a de:A|-", "removed e"])
  }

  @Test func `the text with the most similar key is taken as renamed`() throws {
    let old = try catalogue(
      text("login.cancel", "C") + text("settings.cancel", "C") + text("x", "C", context: "why"))
    let new = try catalogue(
      text("y", "C", context: "why") + text("settings.dialog.cancel", "C")
        + text("signin.cancel", "C") + text("z", "C"))
    #expect(
      differences(old, new)
        == [
          "renamed x>y [why|why]", "renamed settings.cancel>settings.dialog.cancel",
          "renamed login.cancel>signin.cancel", "added z de:-|C",
        ].map { $0.replacing(" [why|why]", with: "") })
  }

  @Test func `duplicate keys are matched by their values, then by order`() throws {
    let old = try catalogue(text("a", "1") + text("a", "2") + text("a", "3"))
    #expect(
      differences(old, try catalogue(text("a", "3") + text("a", "1"))) == ["removed a de:2|-"])
    #expect(
      differences(old, try catalogue(text("a", "3") + text("a", "4") + text("a", "1")))
        == ["changed a de:2|4"])
    #expect(
      differences(try catalogue(text("a", "1")), old) == ["added a de:-|2", "added a de:-|3"])
  }

  @Test func `duplicate languages are compared in order`() throws {
    let old = try catalogue(
      "<text key=\"a\"><value lang=\"de\">1</value><value lang=\"de\">2</value></text>")
    let new = try catalogue(
      "<text key=\"a\"><value lang=\"DE\">1</value><value lang=\"de\">3</value>"
        + "<value lang=\"de\">4</value></text>")
    #expect(differences(old, new) == ["changed a de:2|3 de:-|4"])
    #expect(differences(new, old) == ["changed a de:3|2 de:4|-"])
  }

  @Test func `an empty old catalogue yields only additions, an empty new one only removals`() throws
  {
    let some = try catalogue(text("a", "A", context: "c"))
    #expect(differences(nil, some) == ["added a [|c] de:-|A"])
    #expect(differences(some, nil) == ["removed a [c|] de:A|-"])
  }

  @Test func `reversing the catalogues reverses the difference`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      func state() throws -> Catalog {
        try catalogue(
          (0..<6).map { _ in
            text("k\(Int.random(in: 0..<4, using: &random))", "\(Int.random(in: 0..<3))", "x")
          }.joined())
      }
      let (a, b) = (try state(), try state())
      #expect(CatalogDiff(old: a, new: a).isEmpty)
      let (there, back) = (CatalogDiff(old: a, new: b), CatalogDiff(old: b, new: a))
      func count(_ diff: CatalogDiff, _ kind: TextDiff.Kind) -> Int {
        diff.texts.count { $0.kind == kind }
      }
      #expect(count(there, .added) == count(back, .removed))
      #expect(count(there, .renamed) == count(back, .renamed))
      #expect(count(there, .changed) == count(back, .changed))
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `thousands of equal texts take no longer than distinct ones`() throws {
    let count = 3000
    let old = try catalogue((0..<count).map { text("a\($0)", "same") }.joined())
    let new = try catalogue((0..<count).map { text("b\($0)", "same") }.joined())
    #expect(differences(old, new).count { $0.hasPrefix("renamed") } == count)
    let repeated = try catalogue((0..<count).map { text("k", "\($0)") }.joined())
    let turned = try catalogue((0..<count).reversed().map { text("k", "\($0)") }.joined())
    #expect(differences(repeated, turned).isEmpty)
  }
}
