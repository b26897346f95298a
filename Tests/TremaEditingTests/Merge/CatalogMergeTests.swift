import Testing
import TremaCatalog
import TremaEditing
import TremaFormats
import TremaSupport

private typealias Merged = MergedTexts

private func text(_ key: String, _ values: String, context: String = "") -> String {
  MergedTexts.text(key, values, context: context)
}

private func value(_ language: String, _ source: String, _ status: String? = "translated") -> String
{
  MergedTexts.value(language, source, status)
}

@Suite struct CatalogMergeTests {
  /// Returns the merged text from versions with a French value.
  private func french(
    _ base: String?, _ ours: String?, _ theirs: String?
  ) throws -> (String, [String]) {
    let side = { (french: String?) in text("a", value("en", "Hello") + (french ?? "")) }
    let merged = try Merged(
      base: side(base), ours: side(ours), theirs: side(theirs))
    #expect(merged.diagnostics.allSatisfy { $0.code == "merge-conflict" })
    let start = text("a", value("en", "Hello")).dropLast("  </text>\n".count)
    #expect(merged.texts.hasPrefix(start))
    return (
      String(merged.texts.dropFirst(start.count).dropLast("  </text>\n".count)),
      merged.diagnostics.map(\.message)
    )
  }

  @Test func `two edits of different languages of one text merge cleanly`() throws {
    let merged = try Merged(
      base: text("a", value("en", "A") + value("de", "B") + value("fr", "C")),
      ours: text("a", value("en", "A") + value("de", "BB", "verified") + value("fr", "C")),
      theirs: text("a", value("en", "A") + value("de", "B") + value("fr", "CC") + value("it", "D")))
    #expect(
      merged.texts
        == text(
          "a",
          value("en", "A") + value("de", "BB", "verified") + value("fr", "CC") + value("it", "D")))
    #expect(merged.conflicts.isEmpty)
  }

  @Test func `identical edits on both sides merge into one`() throws {
    let (old, new) = (value("fr", "Bonjour"), value("fr", "Salut", "verified"))
    #expect(try french(old, new, new) == (new, []))
    #expect(try french(nil, new, new) == (new, []))
    #expect(try french(old, nil, nil) == ("", []))
  }

  @Test func `conflicting edits keep ours and put the others in a comment`() throws {
    #expect(
      try french(value("fr", "Bonjour"), value("fr", "Salut"), value("fr", "Coucou &amp; --"))
        == (
          "    <!-- trema:conflict lang=\"fr\" base=\"Bonjour\" theirs=\"Coucou &amp; -&#45;\" -->\n"
            + value("fr", "Salut"),
          ["'a' in 'fr' was changed on both sides; theirs is 'Coucou & --'"]
        ))
    #expect(
      try french(nil, value("fr", "Salut"), value("fr", "Coucou", nil))
        == (
          "    <!-- trema:conflict lang=\"fr\" theirs=\"Coucou\" theirs-without=\"status\" -->\n"
            + value("fr", "Salut"),
          [
            "'a' in 'fr' was added on both sides with different contents; theirs is 'Coucou', without a status"
          ]
        ))
  }

  @Test func `a text edit and a status edit merge unless the status is raised`() throws {
    let old = value("fr", "Bonjour")
    #expect(
      try french(old, value("fr", "Salut"), value("fr", "Bonjour", "initial"))
        == (value("fr", "Salut", "initial"), []))
    #expect(
      try french(old, value("fr", "Bonjour", "initial"), value("fr", "Salut"))
        == (value("fr", "Salut", "initial"), []))
    #expect(
      try french(old, value("fr", "Salut", "verified"), value("fr", "Salut"))
        == (value("fr", "Salut", "verified"), []))
  }

  @Test func `verifying a text that the other side changed is a conflict`() throws {
    let statuses = "base-status=\"translated\" theirs"
    #expect(
      try french(
        value("fr", "Bonjour"), value("fr", "Salut"), value("fr", "Bonjour", "verified"))
        == (
          "    <!-- trema:conflict lang=\"fr\" base=\"Bonjour\" \(statuses)=\"Bonjour\" theirs-status=\"verified\" -->\n"
            + value("fr", "Salut"),
          ["'a' in 'fr' was changed by ours, and its status by theirs; theirs is 'verified'"]
        ))
    #expect(
      try french(
        value("fr", "Bonjour"), value("fr", "Bonjour", "verified"), value("fr", "Salut"))
        == (
          "    <!-- trema:conflict lang=\"fr\" base=\"Bonjour\" \(statuses)=\"Salut\" theirs-status=\"translated\" -->\n"
            + value("fr", "Bonjour", "verified"),
          ["'a' in 'fr' was changed on both sides; theirs is 'Salut', translated"]
        ))
  }

  @Test func `two changes of one status conflict only in the status`() throws {
    #expect(
      try french(
        value("fr", "Bonjour"), value("fr", "Bonjour", "initial"), value("fr", "Bonjour", "special")
      )
        == (
          "    <!-- trema:conflict what=\"status\" lang=\"fr\" base-status=\"translated\" theirs-status=\"special\" -->\n"
            + value("fr", "Bonjour", "initial"),
          ["the status of 'a' in 'fr' was changed on both sides; theirs is 'special'"]
        ))
  }

  @Test func `a text that one side removed and the other changed is kept`() throws {
    let (old, new) = (value("fr", "Bonjour"), value("fr", "Salut"))
    let comment = { (side: String) in
      "    <!-- trema:conflict what=\"deletion\" lang=\"fr\" deleted=\"\(side)\" base=\"Bonjour\" -->\n"
    }
    #expect(
      try french(old, new, nil)
        == (comment("theirs") + new, ["'a' in 'fr' was removed by theirs and changed by ours"]))
    #expect(
      try french(old, nil, new)
        == (comment("ours") + new, ["'a' in 'fr' was removed by ours and changed by theirs"]))
    #expect(try french(old, old, nil) == ("", []))
  }

  @Test func `a text that one side removed and the other changed is kept with all values`() throws {
    let (a, b) = (text("a", value("en", "A")), text("b", value("en", "B")))
    let changed = text("b", value("en", "BB"))
    let kept = { (side: String) in
      a + "  <!-- trema:conflict what=\"deletion\" deleted=\"\(side)\" -->\n" + changed
    }
    let removed = try Merged(base: a + b, ours: a + changed, theirs: a)
    #expect(removed.texts == kept("theirs"))
    #expect(removed.conflicts == ["6:3 'b' was removed by theirs and changed by ours"])
    let own = try Merged(base: a + b, ours: a, theirs: a + changed)
    #expect(own.texts == kept("ours"))
    #expect(own.diagnostics.first?.location?.file == "theirs.trm")
  }

  @Test
  func `an unchanged value keeps its spelling, and a respelling yields to a change`() throws {
    let odd = value("fr", "<![CDATA[A & B]]> &gt; &#65;")
    #expect(
      try Merged(
        base: text("a", odd + value("en", "A")), ours: text("a", odd + value("en", "B")),
        theirs: text("a", odd + value("en", "A")) + text("b", odd)
      ).texts == text("a", odd + value("en", "B")) + text("b", odd))
    #expect(
      try french(odd, value("fr", "A &amp; B > A"), odd) == (value("fr", "A &amp; B > A"), []))
    #expect(
      try french(odd, value("fr", "A &amp; B > A"), value("fr", "C")) == (value("fr", "C"), []))
    // The bytes are given if the text alone would not be unambiguous.
    #expect(
      try french(value("fr", "A"), value("fr", "B"), value("fr", "<b>A</b>"))
        == (
          "    <!-- trema:conflict lang=\"fr\" base=\"A\" theirs=\"A\" theirs-xml=\"&lt;b&gt;A&lt;/b&gt;\" -->\n"
            + value("fr", "B"),
          ["'a' in 'fr' was changed on both sides; theirs is 'A'"]
        ))
  }

  @Test func `equivalent language tags match, and our spelling is kept`() throws {
    let merged = try Merged(
      base: text("a", value("de_CH", "A")), ours: text("a", value("de_CH", "A") + value("en", "E")),
      theirs: text("a", value("de-CH", "B")))
    #expect(merged.texts == text("a", value("de-CH", "B") + value("en", "E")))
    let added = try Merged(
      base: nil, ours: text("a", value("pt_BR", "A")), theirs: text("a", value("pt-br", "A")))
    #expect(added.texts == text("a", value("pt_BR", "A")))
  }

  @Test func `keys are compared by their bytes`() throws {
    let (one, two) = (text("\u{E9}", value("en", "A")), text("e\u{301}", value("en", "B")))
    #expect(try Merged(base: one, ours: one + two, theirs: one).texts == one + two)
    #expect(try Merged(base: nil, ours: one, theirs: two).texts == one + two)
    let composed = value("en", "\u{E9}")
    #expect(
      try Merged(
        base: text("a", value("en", "e\u{301}")), ours: text("a", value("en", "e\u{301}")),
        theirs: text("a", composed)
      ).texts.utf8.elementsEqual(text("a", composed).utf8))
  }

  @Test func `a renamed text receives the edits of the other side`() throws {
    let old = text("a", value("en", "A") + value("fr", "B"))
    let edited = text("a", value("en", "A") + value("fr", "BB"))
    let renamed = text("n", value("en", "A") + value("fr", "B"))
    let both = text("n", value("en", "A") + value("fr", "BB"))
    #expect(try Merged(base: old, ours: edited, theirs: renamed).texts == both)
    #expect(try Merged(base: old, ours: renamed, theirs: edited).texts == both)
    let other = text("m", value("en", "A") + value("fr", "B"))
    let twice = try Merged(base: old, ours: renamed, theirs: other)
    #expect(
      twice.texts == "  <!-- trema:conflict what=\"key\" base=\"a\" theirs=\"m\" -->\n" + renamed)
    #expect(twice.conflicts == ["2:3 'n' was renamed on both sides; theirs is 'm'"])
  }

  @Test
  func `a text that one side removed and the other renamed and edited becomes a conflict`()
    throws
  {
    let old = text("a", value("en", "A") + value("fr", "B"))
    let renamed = text("n", value("en", "A") + value("fr", "BB"))
    let other = text("z", value("en", "Z"))
    for isOurs in [true, false] {
      let (ours, theirs) = isOurs ? (renamed + other, other) : (other, renamed + other)
      let merged = try Merged(base: old + other, ours: ours, theirs: theirs)
      let deleted = isOurs ? "theirs" : "ours"
      #expect(
        merged.texts
          == "  <!-- trema:conflict what=\"deletion\" deleted=\"\(deleted)\" -->\n" + renamed
          + other)
      #expect(
        merged.conflicts
          == ["2:3 'n' was removed by \(deleted) and changed by \(isOurs ? "ours" : "theirs")"])
    }
    // A text with little in common is another text.
    let new = text("n", value("en", "N") + value("fr", "O") + value("de", "P"))
    #expect(try Merged(base: old + other, ours: new + other, theirs: other).conflicts.isEmpty)
  }

  @Test func `a rename to a key that exists on the other side is not a rename`() throws {
    let old = text("a", value("en", "A"))
    let renamed = text("n", value("en", "A"))
    let merged = try Merged(base: old, ours: renamed, theirs: old + text("n", value("en", "N")))
    #expect(
      merged.texts
        == text(
          "n",
          "    <!-- trema:conflict lang=\"en\" theirs=\"N\" -->\n" + value("en", "A")))
    let edited = text("a", value("en", "AA"))
    let kept = try Merged(base: old, ours: renamed, theirs: edited + text("n", value("en", "N")))
    #expect(
      kept.texts.contains("deleted=\"ours\" -->\n\(edited)"),
      "\(kept.texts)")
  }

  @Test func `new texts are inserted after their neighbour, ours first`() throws {
    let texts = { (keys: String) in keys.map { text(String($0), value("en", "\($0)")) }.joined() }
    let keys = { (base: String, ours: String, theirs: String) throws -> String in
      let merged = try Merged(base: texts(base), ours: texts(ours), theirs: texts(theirs))
      #expect(merged.conflicts.isEmpty)
      return merged.texts.split(separator: "\n").filter { $0.hasPrefix("  <text") }
        .map { String($0.dropFirst(13).prefix(1)) }.joined()
    }
    #expect(try keys("abc", "aobc", "abtc") == "aobtc")
    #expect(try keys("abc", "aobc", "atbc") == "aotbc")
    #expect(try keys("abc", "opabc", "tuabc") == "optuabc")
    #expect(try keys("abc", "abcop", "abctu") == "abcoptu")
    #expect(try keys("abc", "cba", "abtc") == "cbta")
    #expect(try keys("abc", "aobc", "cba") == "cbao")
    #expect(try keys("abcd", "ad", "abcdt") == "adt")
    #expect(try keys("abc", "ac", "abtc") == "atc")
  }

  @Test func `contexts, attributes and comments are merged independently of values`() throws {
    let merged = try Merged(
      base: "<!-- one --><text key='a'><context>A</context>\(value("en", "E"))</text>",
      ours:
        "<!-- one --><!-- two --><text key='a' x='1'><context>A</context>\(value("en", "F"))</text>",
      theirs:
        "<text key='a' y='2'><context>B</context><!-- three -->\(value("en", "E"))<!-- end --></text>"
    )
    #expect(
      merged.texts == """
          <!-- two -->
          <text key="a" x="1" y="2">
            <context>B</context>
            <!-- three -->
            <value lang="en" status="translated">F</value>
            <!-- end -->
          </text>

        """)
    #expect(merged.conflicts.isEmpty)
  }

  @Test func `contexts and attributes have separate conflicts`() throws {
    let side = { (context: String, attribute: String) in
      "<text key='a' x='\(attribute)'><context>\(context)</context>\(value("en", "E"))</text>"
    }
    let merged = try Merged(base: side("A", "1"), ours: side("B", "2"), theirs: side("C", "3"))
    #expect(
      merged.texts == """
          <!-- trema:conflict what="attribute" name="x" base="1" theirs="3" -->
          <text key="a" x="2">
            <!-- trema:conflict what="context" base="A" theirs="C" -->
            <context>B</context>
            <value lang="en" status="translated">E</value>
          </text>

        """)
    #expect(
      merged.conflicts == [
        "2:1 the attribute 'x' of 'a' was changed on both sides; theirs is '3'",
        "2:21 the context of 'a' was changed on both sides; theirs is 'C'",
      ])
    let removed = try Merged(
      base: side("A", "1"), ours: "<text key='a'>\(value("en", "E"))</text>",
      theirs: side("C", "3"))
    #expect(
      removed.texts == """
          <!-- trema:conflict what="attribute" name="x" deleted="ours" base="1" -->
          <text key="a" x="3">
            <!-- trema:conflict what="context" deleted="ours" base="A" -->
            <context>C</context>
            <value lang="en" status="translated">E</value>
          </text>

        """)
  }

  @Test func `an existing conflict is kept next to a new one`() throws {
    let open = "    <!-- trema:conflict lang=\"fr\" base=\"A\" theirs=\"B\" -->\n"
    let merged = try Merged(
      base: text("a", open + value("fr", "C")), ours: text("a", open + value("fr", "D")),
      theirs: text("a", open + value("fr", "E")))
    #expect(
      merged.texts
        == text(
          "a",
          open + "    <!-- trema:conflict lang=\"fr\" base=\"C\" theirs=\"E\" -->\n"
            + value("fr", "D")))
    let again = try Merged(
      base: text("a", value("fr", "A")), ours: text("a", open + value("fr", "C")),
      theirs: text("a", value("fr", "B")))
    #expect(again.texts == text("a", open + value("fr", "C")))
    #expect(again.conflicts.count == 1)
    let resolved = try Merged(
      base: text("a", open + value("fr", "C")), ours: text("a", open + value("fr", "C")),
      theirs: text("a", value("fr", "B")))
    #expect(resolved.texts == text("a", value("fr", "B")))
    let removed = try Merged(
      base: text("a", value("en", "E") + value("fr", "A")),
      ours: text("a", value("en", "E") + open + value("fr", "A")),
      theirs: text("a", value("en", "E")))
    #expect(removed.texts.contains(open))
    #expect(removed.texts.contains("what=\"deletion\""))
  }

  @Test func `conflicts are reported with their locations in all three files`() throws {
    let side = { (source: String) in text("a", value("en", "E") + value("fr", source)) }
    let merged = try Merged(
      base: "\n" + side("A"), ours: side("B"), theirs: "\n\n" + side("C"))
    let conflict = try #require(merged.diagnostics.first)
    #expect(conflict.location?.file == "ours.trm")
    #expect(conflict.location?.start?.line == 5)
    #expect(conflict.related.map(\.location.file) == ["base.trm", "theirs.trm"])
    #expect(conflict.related.map(\.location.start?.line) == [6, 7])
    #expect((conflict.key, conflict.language) == ("a", "fr"))
  }

  @Test func `catalogues with different master languages are not merged`() throws {
    let side = { (language: String) throws in
      try Catalog.decode(Array("<trema masterLang='\(language)'/>".utf8), file: "\(language).trm").0
    }
    #expect(throws: Diagnostic.self) {
      try CatalogMerge(base: nil, ours: try side("en"), theirs: try side("de"))
    }
    let merged = try CatalogMerge(
      base: try side("de_CH"), ours: try side("de_CH"), theirs: try side("de-CH"))
    #expect(merged.catalog.header.masterLanguage == "de-CH")
  }
}
