import Testing
import TremaCatalog
import TremaEditing
import TremaSupport

/// The kinds of change in an import and how each is handled.
@Suite struct CatalogImportTests {
  @Test func `only additions from translators conflict`() {
    var fixture = ImportFixture()
    fixture.has("no master", ("fr", "A", "translated"))
    fixture.has("no language", ("en", "B", "translated"))
    fixture.brings("new", ("en", "N", "-"), ("fr", "Nf", "translated"))
    fixture.brings("no master", ("en", "A", "-"), ("fr", "A", "translated"))
    fixture.brings("no language", ("en", "B", "-"), ("fr", "Bf", "verified"))
    let kept = fixture.imported()
    #expect(kept.said == ["no master fr translated 'A'", "no language en translated 'B'"])
    #expect(
      kept.messages == [
        "import-conflict: the catalogue has no text 'new'",
        "import-conflict: 'no master' in 'en' is 'A' here, but the catalogue has no value",
        "import-conflict: 'no language' in 'fr' is 'Bf' here, but the catalogue has no value",
      ])
    for change in [ImportChange.keyAddition, .masterAddition, .languageAddition] {
      #expect(kept.counts.changes[change]?.conflicts == 1)
    }
    #expect(fixture.imported(accepting: [.master, .value, .status]).said == kept.said)
    let all = [
      "no master fr translated 'A'", "no master en - 'A'", "no language en translated 'B'",
      "no language fr verified 'Bf'", "new en - 'N'", "new fr translated 'Nf'",
    ]
    #expect(
      fixture.imported(accepting: [.addition]).said
        == all.map { $0.replacing("en - ", with: "en translated ") })
    for work in [
      fixture.imported(isForTranslators: false), fixture.imported(isExisting: false),
    ] {
      #expect(work.said == all)
      #expect(work.diagnostics.isEmpty)
    }
  }

  @Test func `a changed translation is reported even if its master changed`() {
    var fixture = ImportFixture()
    fixture.has("k", ("en", "Old", "translated"), ("fr", "Vieux", "verified"))
    fixture.brings("k", ("en", "New", "-"), ("fr", "Neuf", "translated"))
    let kept = fixture.imported()
    #expect(kept.said == ["k en translated 'Old'", "k fr verified 'Vieux'"])
    #expect(
      kept.messages == [
        "import-conflict: the master text of 'k' is 'New' here and 'Old' in the catalogue, which keeps "
          + "its value",
        "import-conflict: 'k' in 'fr' is 'Neuf' here and 'Vieux', verified, in the catalogue, which "
          + "keeps its value",
      ])
    #expect(
      fixture.imported(accepting: [.master]).said
        == ["k en translated 'New'", "k fr verified 'Vieux'"])
    #expect(
      fixture.imported(accepting: [.value]).said
        == ["k en translated 'Old'", "k fr translated 'Neuf'"])
  }

  @Test func `accepting a changed master removes its verified status`() {
    var fixture = ImportFixture()
    fixture.has("k", ("en", "Old", "verified"))
    fixture.brings("k", ("en", "New", "-"))
    #expect(fixture.imported(accepting: [.master]).said == ["k en translated 'New'"])
  }

  @Test func `a file of only the master language is imported like a translation`() {
    var fixture = ImportFixture()
    fixture.has("k", ("en", "Old", "translated"))
    fixture.reading.masterLanguage = nil
    fixture.brings("k", ("en", "New", "verified"))
    fixture.reading.texts[0].values[0].isStatusAssumed = false
    let work = fixture.imported()
    #expect(work.said == ["k en verified 'New'"])
    #expect(work.counts.changes[.masterChange]?.applied == 1)
  }

  @Test func `a file without statuses changes nothing by default, in any format`() {
    for isForTranslators in [true, false] {
      var fixture = ImportFixture()
      fixture.reading.hasStatuses = false
      fixture.has("a", ("fr", "A", "initial"))
      fixture.has("b", ("fr", "B", "special"))
      fixture.has("empty", ("fr", "", "initial"))
      fixture.brings("a", ("fr", "X", "-"), isAssumed: true)
      fixture.brings("b", ("fr", "Y", "-"), isAssumed: true)
      fixture.brings("empty", ("fr", "Z", "-"), isAssumed: true)
      let kept = fixture.imported(isForTranslators: isForTranslators)
      #expect(kept.said == ["a fr initial 'A'", "b fr special 'B'", "empty fr translated 'Z'"])
      #expect(kept.counts.conflicts == 2)
      #expect(
        fixture.imported(accepting: [.value], isForTranslators: isForTranslators).said
          == ["a fr translated 'X'", "b fr special 'B'", "empty fr translated 'Z'"])
    }
  }

  @Test func `empty and missing values change nothing`() {
    var fixture = ImportFixture()
    fixture.has("a", ("en", "A", "translated"), ("fr", "Af", "verified"), ("it", "Ai", "initial"))
    fixture.has("b", ("en", "B", "translated"), context: "About b")
    fixture.brings("a", ("en", "A", "-"), ("fr", "", "initial"))
    fixture.brings("b", ("en", "B", "-"), ("fr", "", "initial"), context: "Other\n@max 3")
    let work = fixture.imported()
    #expect(work.catalog == fixture.catalogue)
    #expect(work.counts.changes.isEmpty && work.diagnostics.isEmpty)
  }

  @Test func `the tags of two tables are combined, and platforms are kept`() {
    var fixture = ImportFixture()
    fixture.has("a", ("en", "A", "translated"), context: "About a\n@tags web\n@platforms ios")
    fixture.brings("a", ("en", "A", "-"), context: "@tags ios, web\n@platforms android")
    let work = fixture.imported(isForTranslators: false)
    #expect(
      work.catalog.texts.first?.context?.text == "About a\n@tags web, ios\n@platforms ios")
  }

  @Test func `CRLF line breaks and argument names are not changes`() {
    var fixture = ImportFixture()
    fixture.has(
      "k", ("fr", "A\\nB", "verified"), ("it", "{count, plural, other {# x}}", "verified"))
    fixture.brings(
      "k", ("fr", "A\\r\\nB", "verified"), ("it", "{0, plural, other {# x}}", "verified"))
    #expect(fixture.imported().catalog == fixture.catalogue)
  }

  @Test func `reordered arguments are a change, and numbered arguments get their names`() {
    let master = "{a}, {b}: {n, plural, one {# day} other {# days}}"
    var fixture = ImportFixture()
    fixture.has("k", ("en", master, "verified"), ("fr", master, "translated"))
    fixture.brings(
      "k", ("en", "{0}, {1}: {2, plural, one {# day} other {# days}}", "-"),
      ("fr", "{b}, {a}: {n, plural, one {# day} other {# days}}", "translated"))
    fixture.has("m", ("en", "{n, plural, other {#}}", "verified"), ("fr", "", "initial"))
    fixture.brings("m", ("fr", "{0, plural, one {# x} other {# y}}", "translated"))
    #expect(
      fixture.imported().said == [
        "k en verified '\(master)'",
        "k fr translated '{b}, {a}: {n, plural, one {# day} other {# days}}'",
        "m en verified '{n, plural, other {#}}'",
        "m fr translated '{n, plural, one {# x} other {# y}}'",
      ])
  }

  private static let broken: [(master: String, value: String, words: String)] = [
    ("%1$@ of %2$d", "%1$@", "argument 2 (%2$d) is missing"),
    ("%@", "%@ %@", "argument 2 (%@) is not in the original"),
    ("%@", "%d", "argument 1 is %d instead of %@"),
    ("%d", "pour", "argument 1 (%d) is missing"),
    ("none", "50%d", "argument 1 (%d) is not in the original"),
    ("%1$@ %2$@", "%1$@ %@ %2$@", "it mixes numbered and unnumbered placeholders"),
    (
      "{n, plural, other {# days}}", "{m, select, other {jours}}",
      "argument 2 (a select) is not in the original"
    ),
  ]

  @Test(arguments: broken.indices)
  func `broken placeholders are rejected even if all changes are accepted`(index: Int) {
    let (master, value, words) = Self.broken[index]
    var fixture = ImportFixture()
    fixture.reading.sheet = "Texts"
    fixture.has("k", ("en", master, "translated"), ("fr", "", "initial"))
    fixture.has("added", ("en", master, "translated"))
    for key in ["k", "added", "new"] {
      fixture.brings(key, ("en", master, "-"), ("fr", value, "translated"))
    }
    let work = fixture.imported(accepting: Set(ImportChange.Group.allCases))
    #expect(
      work.said == [
        "k en translated '\(master)'", "k fr initial ''", "added en translated '\(master)'",
        "new en translated '\(master)'",
      ])
    #expect(
      work.messages
        == ["k", "added", "new"].map {
          "placeholder-mismatch: Texts!D7: the 'fr' value of '\($0)' was rejected: \(words)"
        })
    #expect(work.counts.refused == 3 && work.counts.changes[.languageAddition]?.refused == 1)
    #expect(work.diagnostics.allSatisfy { $0.location == SourceLocation(file: "in.csv") })
  }

  @Test func `the order of numbered placeholders, percent signs and selects may differ`() {
    var fixture = ImportFixture()
    for (key, master, value) in [
      ("order", "%1$@ of %2$d", "%2$d de %1$@"), ("percent", "100 %", "50 % off"),
      ("type", "%ld", "%d"), ("select", "{who, select, other {x}}", "y"),
    ] {
      fixture.has(key, ("en", master, "translated"), ("fr", "", "initial"))
      fixture.brings(key, ("en", master, "-"), ("fr", value, "translated"))
    }
    #expect(fixture.imported().messages == [])
  }

  @Test func `a damaged plural is rejected`() {
    var fixture = ImportFixture()
    fixture.has(
      "k", ("en", "{n, plural, other {# x}}", "translated"), ("fr", "", "initial"))
    fixture.brings(
      "k", ("en", "{n, plural, other {# x}}", "-"), ("fr", "{n, plural, one {# x}}", "initial"))
    #expect(
      fixture.imported().messages == [
        "invalid-message: the 'fr' value of 'k' was rejected because it is not a valid message: the branch 'other' is missing"
      ])
  }

  @Test func `the user decides at each prompt, and quitting ends the import`() {
    var fixture = ImportFixture()
    for key in ["a", "b", "c", "d"] {
      fixture.has(key, ("fr", key, "verified"))
      fixture.brings(key, ("fr", key + key, "translated"))
    }
    var asked: [String] = []
    func ask(_ answers: [CatalogImport.Choice]) -> CatalogImport {
      var work = CatalogImport(into: fixture.catalogue)
      var rest = answers[...]
      work.choose = { change, conflict in
        asked.append("\(change) \(conflict.key ?? "")")
        return rest.popFirst() ?? .quit
      }
      _ = work.add(fixture.reading, isForTranslators: true)
      return work
    }
    let work = ask([.accept, .keep, .accept, .keep])
    #expect(
      work.said == [
        "a fr translated 'aa'", "b fr verified 'b'", "c fr translated 'cc'", "d fr verified 'd'",
      ])
    #expect(!work.isAbandoned && work.diagnostics.isEmpty && work.counts.conflicts == 2)
    #expect(asked.prefix(2) == ["valueAndStatusChange a", "valueAndStatusChange b"])
    asked = []
    #expect(ask([.accept, .quit]).isAbandoned)
    #expect(asked.count == 2)
  }

  @Test func `a value with elements loses them only on request`() {
    var fixture = ImportFixture()
    fixture.has("k", ("fr", "ici", "translated"))
    fixture.catalogue.texts[0].values[0].spelling = "<b>ici</b>"
    fixture.catalogue.texts[0].values[0].hasMarkup = true
    fixture.brings("k", ("fr", "là", "translated"))
    #expect(fixture.imported().catalog == fixture.catalogue)
    #expect(fixture.imported(accepting: [.value]).said == ["k fr translated 'là'"])
  }
}
