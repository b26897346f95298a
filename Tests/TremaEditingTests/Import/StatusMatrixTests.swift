import Testing
import TremaEditing

/// The result for a value, depending on its statuses in the catalogue and in the import.
@Suite struct StatusMatrixTests {
  private static let statuses = ["initial", "translated", "verified", "special", "draft"]

  /// One row for each status of the catalogue, one cell for each of the import: the status of the
  /// value afterwards; `?` before it if the change is a conflict that can be accepted, `!` if it is
  /// refused.
  private static let changed = [
    "initial": ["translated", "translated", "verified", "!", "?translated"],
    "translated": ["?translated", "translated", "verified", "?translated", "?translated"],
    "verified": ["?initial", "?translated", "?verified", "?special", "?translated"],
    "special": ["!", "!", "!", "!", "!"],
    "other": ["initial", "translated", "verified", "special", "?other"],
    "-": ["initial", "translated", "verified", "special", "?-"],
    "draft": ["initial", "translated", "verified", "special", "?draft"],
  ]

  private static let unchanged = [
    "initial": ["=", "translated", "verified", "?special", "!"],
    "translated": ["?initial", "=", "verified", "?special", "!"],
    "verified": ["?initial", "?translated", "=", "?special", "!"],
    "special": ["?initial", "?translated", "?verified", "=", "!"],
    "other": ["initial", "translated", "verified", "special", "!"],
    "-": ["initial", "translated", "verified", "special", "!"],
    "draft": ["initial", "translated", "verified", "special", "="],
  ]

  private func outcome(
    _ own: String, _ new: String, says value: String, accepting: Set<ImportChange.Group> = []
  ) -> (said: String, work: CatalogImport) {
    var fixture = ImportFixture()
    fixture.has("k", ("en", "Master", "translated"), ("fr", "Bonjour", own))
    fixture.brings("k", ("en", "Master", "-"), ("fr", value, new))
    let work = fixture.imported(accepting: accepting)
    return (work.said[1], work)
  }

  @Test(arguments: changed.keys.sorted()) func `a changed value gets the expected status`(
    own: String
  ) throws {
    for (new, cell) in zip(Self.statuses, Self.changed[own] ?? []) {
      let name = "\(own) x \(new)"
      let (said, work) = outcome(own, new, says: "Salut")
      let change: ImportChange =
        own == new ? .valueChange : .valueAndStatusChange
      let isMade = !"?!".contains(cell.prefix(1))
      #expect(said == (isMade ? "k fr \(cell) 'Salut'" : "k fr \(own) 'Bonjour'"), "\(name)")
      #expect(work.diagnostics.count == (isMade ? 0 : 1), "\(name)")
      #expect(work.counts.changes[change]?.applied == (isMade ? 1 : 0), "\(name)")
      #expect(work.counts.changes[change]?.conflicts == (isMade ? 0 : 1), "\(name)")
      // Only its own option accepts it, unless it is rejected.
      #expect(
        outcome(own, new, says: "Salut", accepting: [.addition, .master, .status]).said == said)
      let accepted = outcome(own, new, says: "Salut", accepting: [.value])
      let wanted = cell == "!" ? said : "k fr \(cell.filter { $0 != "?" }) 'Salut'"
      #expect(accepted.said == wanted, "\(name)")
    }
  }

  @Test(arguments: unchanged.keys.sorted()) func `an unchanged value gets the expected status`(
    own: String
  ) throws {
    for (new, cell) in zip(Self.statuses, Self.unchanged[own] ?? []) {
      let name = "\(own) = \(new)"
      let (said, work) = outcome(own, new, says: "Bonjour")
      let isMade = !"?!=".contains(cell.prefix(1))
      #expect(said == "k fr \(isMade ? cell : own) 'Bonjour'", "\(name)")
      #expect(work.diagnostics.count == (isMade || cell == "=" ? 0 : 1), "\(name)")
      #expect(
        outcome(own, new, says: "Bonjour", accepting: [.addition, .master, .value]).said == said)
      let accepted = outcome(own, new, says: "Bonjour", accepting: [.status])
      let wanted = cell.hasPrefix("?") ? "k fr \(cell.dropFirst()) 'Bonjour'" : said
      #expect(accepted.said == wanted, "\(name)")
    }
  }

  @Test func `a missing status keeps the old one, and a changed value becomes translated`() {
    for (own, wanted) in [
      ("initial", "translated"), ("translated", "translated"), ("-", "translated"),
    ] {
      var fixture = ImportFixture()
      fixture.has("k", ("fr", "Bonjour", own))
      fixture.brings("k", ("fr", "Bonjour", "translated"), isAssumed: true)
      #expect(fixture.imported().said == ["k fr \(own) 'Bonjour'"])
      fixture.reading.texts = []
      fixture.brings("k", ("fr", "Salut", "translated"), isAssumed: true)
      #expect(fixture.imported().said == ["k fr \(wanted) 'Salut'"])
    }
  }

  @Test func `different statuses are described in words`() {
    #expect(
      outcome("verified", "initial", says: "Bonjour").work.messages == [
        "import-conflict: 'k' in 'fr' is initial here and verified in the catalogue, which keeps its "
          + "status"
      ])
    #expect(
      outcome("translated", "Draft", says: "Bonjour").work.messages == [
        "import-conflict: 'k' in 'fr' is 'Draft' here and translated in the catalogue, which keeps "
          + "its status"
      ])
    #expect(
      outcome("special", "verified", says: "Salut").work.messages == [
        "import-conflict: 'k' in 'fr' is 'Salut' here and 'Bonjour', special, in the catalogue, which "
          + "keeps its value"
      ])
  }
}
