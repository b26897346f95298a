import Testing
import TremaCatalog
import TremaFormats
import TremaTestSupport

@Suite struct MergeConflictTests {
  private static let hostile = [
    "", "-", "--", "---", "----", "-->", "--->", "<!--", "]]>", "&#45;", "&amp;", "\"", "'", "\n",
    "\t", "\r", "\r\n", " ", "é", "e\u{301}", "👨‍👩‍👧‍👦", "\u{FEFF}", "\u{85}", "\u{2028}", "base=\"x\"",
    " -->\n<!-- trema:conflict -->", "\u{202E}", "a-", "-\n-", "<value lang=\"fr\">",
  ]

  private static func read(_ conflict: MergeConflict) -> MergeConflict? {
    guard case .conflict(let read) = MergeConflict.parse(conflict.comment) else { return nil }
    return read
  }

  /// Swift's own equality ignores the composition of an accent.
  private static func areSame(_ a: MergeConflict?, _ b: MergeConflict) -> Bool {
    guard let a else { return false }
    func bytes(_ conflict: MergeConflict) -> [[UInt8]?] {
      var parts = [conflict.language, conflict.name]
      for side in [conflict.base, conflict.theirs] {
        parts += [side.text, side.spelling, side.status?.spelling]
      }
      return parts.map { $0.map { Array($0.utf8) } }
    }
    return a == b && bytes(a) == bytes(b)
  }

  private static func expectRead(_ conflict: MergeConflict) throws {
    #expect(areSame(read(conflict), conflict), "\(conflict.comment)")
    // An independent parser finds one comment, and nothing else.
    let file = "<trema masterLang='en'>\(conflict.comment)<text key='a'/></trema>"
    let catalog = try Catalog.decode(Array(file.utf8), file: "test.trm").0
    #expect(catalog.texts.first?.leadingTrivia.map(\.source) == [conflict.comment])
    #expect(!conflict.comment.dropFirst(4).dropLast(3).utf8.contains(0x0A))
  }

  @Test(arguments: hostile)
  func `the contents of a comment are read back exactly`(_ text: String) throws {
    var conflict = MergeConflict(.value, language: "fr")
    conflict.base = .init(text: text, spelling: "<b>\(text)</b>", status: .undefined(text))
    conflict.theirs = .init(text: "\(text)-", status: .undefined(nil))
    try Self.expectRead(conflict)
  }

  @Test func `random conflicts are read back exactly`() throws {
    var random = SeededGenerator(seed: 71)
    func text() -> String? {
      random.once(in: 4)
        ? nil
        : HostileText.text(
          &random, of: [HostileText.pieces, Self.hostile, HostileText.backslashes])
    }
    func side() -> MergeConflict.Side {
      let statuses: [Status?] = [nil, .verified, .undefined(nil), .undefined(text())]
      return .init(text: text(), spelling: text(), status: random.pick(statuses))
    }
    for _ in 0..<2000 {
      var conflict = MergeConflict(
        random.pick(MergeConflict.Subject.allCases), language: text(), name: text())
      conflict.deletedBy = random.pick([nil, .ours, .theirs])
      conflict.base = side()
      conflict.theirs = side()
      try Self.expectRead(conflict)
    }
  }

  @Test(arguments: [
    "<!-- trema:conflict", "<!-- trema:conflict lang=\"fr -->", "<!-- trema:conflict lang=fr -->",
    "<!-- trema:conflict x=\"y\" -->", "<!--Trema:Conflict-->", "<!-- trema:conflicts -->",
    "<!-- trema:conflict what=\"war\" -->", "<!-- trema:conflict lang=\"a\" lang=\"b\" -->",
    "<!-- trema:conflict base=\"&euro;\" -->", "<!-- trema:conflict base=\"&#99999999;\" -->",
    "<!-- trema:conflict base-without=\"all\" -->", "<!-- trema:conflict deleted=\"all\" -->",
    "<!--\n  trema:conflict lang=\"fr\" and more -->", "<!-- trema:conflict base=\"&#\" -->",
  ]) func `a damaged conflict comment is recognised`(_ comment: String) {
    #expect(MergeConflict.parse(comment) == .damaged)
  }

  @Test(arguments: [
    "", "<!-- -->", "<!-- a trema:conflict -->", "<?trema:conflict?>", "<trema:conflict/>", "<!--",
  ]) func `other comments are not conflicts`(_ comment: String) {
    #expect(MergeConflict.parse(comment) == .none)
  }
}
