import Foundation
import Testing
import TremaDiagnostics
import TremaSupport
import TremaTestSupport

/// The page as text; its rendering by a browser is tested with the command.
@Suite struct HTMLReporterTests {
  @Test func `no text of a catalogue becomes an element`() {
    let page = ReportSample.text(.html)
    #expect(page.components(separatedBy: "<script>").count == 2)
    #expect(page.components(separatedBy: "</script>").count == 2)
    #expect(page.components(separatedBy: "<noscript>").count == 3)
    #expect(page.components(separatedBy: "</noscript>").count == 3)
    #expect(!page.contains("<!--"))
    #expect(page.contains(#"a\u{0}\u{1}\u{1B}[2J\u{7F}\u{9B}"#))
    #expect(!page.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
    // A translation needs these characters.
    #expect(page.contains("\u{202E}שלום"))
  }

  @Test func `the policy allows the style and the script of the page by their digests`() throws {
    let page = ReportSample.text(.html)
    for (element, directive) in [("style", "style-src"), ("script", "script-src")] {
      let start = try #require(page.range(of: "<\(element)>")?.upperBound)
      let end = try #require(page.range(of: "</\(element)>")?.lowerBound)
      let digest = try Judge.environmentPython.run(
        [
          "-c",
          "import base64,hashlib,sys;print(base64.b64encode(hashlib.sha256(sys.stdin.buffer.read()).digest()).decode())",
        ], input: Array(page[start..<end].utf8)
      ).text.trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(page.contains("\(directive) 'sha256-\(digest)'"), "in HTMLPage: \(element) \(digest)")
    }
    #expect(page.contains("content=\"default-src 'none'; "))
  }

  @Test func `a page without a catalogue contains only findings`() {
    let page = ReportSample.text(.html, [], ReportContext())
    #expect(page.contains("<section id=\"findings\""))
    #expect(page.contains("No entries."))
    #expect(!page.contains("<section id=\"coverage\""))
    #expect(!page.contains("<section id=\"catalogue\""))
  }

  @Test
  func `missing values are counted unless the text is not translatable`() {
    var catalogue = ReportedCatalog(statuses: ["initial"])
    catalogue.languages = ["de", "fr"]
    let value = ReportedCatalog.Value(language: "de", status: "initial", text: "x")
    catalogue.append(.init(key: "a", context: "", values: [value]))
    catalogue.append(.init(key: "b", context: "", values: [value], isTranslatable: false))
    var material = ReportContext()
    material.catalog = catalogue
    let page = ReportSample.text(.html, [], material)
    #expect(page.components(separatedBy: "data-language=\"fr\"").count == 2)
    #expect(page.contains("</svg>1 missing</li>"))
    #expect(page.contains("</svg>2 initial</li>"))
  }

  private func finding(
    _ severity: Severity, _ code: String, _ line: Int, key: String? = "a", language: String? = nil
  ) -> Diagnostic {
    let place = SourceLocation(
      file: "T.trm", start: SourcePosition(line: line, column: 1))
    var finding = Diagnostic(severity, code, "m", at: place)
    (finding.key, finding.language) = (key, language)
    return finding
  }

  private func sample(_ german: String) -> ReportContext {
    var catalogue = ReportedCatalog(statuses: ["initial"])
    catalogue.languages = ["en", "de-CH"]
    catalogue.append(
      .init(
        key: "a", context: "",
        values: [
          .init(language: "en", status: "initial", text: "One <b>"),
          .init(language: "de-CH", status: "initial", text: german, spelling: "de_CH"),
        ]))
    var material = ReportContext()
    material.catalog = catalogue
    return material
  }

  @Test func `the most severe findings come first, before the coverage`() throws {
    let page = ReportSample.text(
      .html,
      [
        finding(.note, "n", 1), finding(.warning, "w", 2), finding(.error, "e2", 9),
        finding(.error, "e1", 3),
      ],
      sample("Eins"))
    let order = [
      "id=\"findings\"", ">e1<", ">e2<", ">w<", ">n<", "id=\"coverage\"", "id=\"catalogue\"",
    ]
    // Codes are options of a filter before they are those of findings.
    let list = try #require(page.range(of: "<noscript>")).lowerBound
    var places = try order[1...4].map { try #require(page[list...].range(of: $0)).lowerBound }
    places.insert(try #require(page.range(of: order[0])).lowerBound, at: 0)
    places += try order[5...].map { try #require(page.range(of: $0)).lowerBound }
    #expect(places == places.sorted())
  }

  @Test func `a finding shows the master and the translation, with the location marked`() {
    var material = sample("Eins é zwei")
    let marked = finding(.error, "e", 3, language: "de_CH")
    let point = finding(.error, "p", 4, language: "de_CH")
    let other = finding(.error, "o", 5, key: nil)
    if let location = marked.location {
      material.catalog?.positions[location] = .init(row: 0, value: 1, range: 5..<7)
    }
    if let location = point.location {
      material.catalog?.positions[location] = .init(row: 0, value: 1, range: 0..<0)
    }
    let page = ReportSample.text(
      .html, [marked, point, finding(.error, "l", 6, language: "de_CH"), other], material)
    let english =
      "<dl><dt>en <small class=\"s0\">initial</small></dt><dd dir=\"auto\" lang=\"en\">One &lt;b&gt;</dd>"
    let german =
      english + "<dt>de-CH <small class=\"s0\">initial</small></dt><dd dir=\"auto\" lang=\"de-CH\">"
    #expect(page.contains(german + "Eins <mark>é</mark> zwei</dd></dl>"))
    #expect(page.contains(german + "<mark class=\"point\"></mark>Eins é zwei</dd></dl>"))
    #expect(page.contains(german + "Eins é zwei</dd></dl>"))
    #expect(page.components(separatedBy: english).count == 4)
  }

  @Test func `a long text is truncated around the location`() {
    let long = String(repeating: "é", count: 1000)
    var material = sample(long + "%d" + long)
    let marked = finding(.error, "e", 3, language: "de_CH")
    if let location = marked.location {
      material.catalog?.positions[location] = .init(row: 0, value: 1, range: 2000..<2002)
    }
    let page = ReportSample.text(.html, [marked], material)
    let half = String(repeating: "é", count: 200)
    let less = String(repeating: "é", count: 199)
    #expect(page.contains(">…\(half)<mark>%d</mark>\(less)…</dd>"))
  }

  @Test func `findings in a thousand languages of one text take linear time`() {
    func report(_ count: Int) -> Int {
      var catalogue = ReportedCatalog(statuses: ["initial"])
      catalogue.languages = (0..<count).map { "l\($0)" }
      catalogue.append(
        .init(
          key: "a", context: "",
          values: catalogue.languages.map { .init(language: $0, status: "initial", text: "T") }))
      var material = ReportContext()
      material.catalog = catalogue
      return ReportSample.text(
        .html, catalogue.languages.map { finding(.error, "e", 1, language: $0) }, material
      ).utf8.count
    }
    let (few, many) = (report(100), report(1000))
    #expect(many < 11 * few)
  }
}
