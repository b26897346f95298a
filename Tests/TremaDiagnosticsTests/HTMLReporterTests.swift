import Foundation
import Testing
import TremaDiagnostics
import TremaTestSupport

/// The page as text; what a browser makes of it is tested with the command.
@Suite struct HTMLReporterTests {
  @Test func `nothing that a catalogue says becomes an element`() {
    let page = ReportSample.text(.html)
    #expect(page.components(separatedBy: "<script>").count == 2)
    #expect(page.components(separatedBy: "</script>").count == 2)
    #expect(page.components(separatedBy: "<noscript>").count == 3)
    #expect(page.components(separatedBy: "</noscript>").count == 3)
    #expect(!page.contains("<!--"))
    #expect(page.contains(#"a\u{0}\u{1}\u{1B}[2J\u{7F}\u{9B}"#))
    #expect(!page.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
    // A translation needs these.
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

  @Test func `a page without a catalogue has findings alone`() {
    let page = ReportSample.text(.html, [], ReportMaterial())
    #expect(page.contains("<section id=\"findings\""))
    #expect(page.contains("None."))
    #expect(!page.contains("<section id=\"coverage\""))
    #expect(!page.contains("<section id=\"catalogue\""))
  }

  @Test func `a language lacks what has no value in it, unless it is the same in all`() {
    var catalogue = ReportedCatalogue(statuses: ["initial"])
    catalogue.languages = ["de", "fr"]
    let value = ReportedCatalogue.Value(language: "de", status: "initial", text: "x")
    catalogue.append(.init(key: "a", context: "", values: [value]))
    catalogue.append(.init(key: "b", context: "", values: [value], isTranslatable: false))
    var material = ReportMaterial()
    material.catalogue = catalogue
    let page = ReportSample.text(.html, [], material)
    #expect(page.components(separatedBy: "data-language=\"fr\"").count == 2)
    #expect(page.contains("</svg>1 missing</li>"))
    #expect(page.contains("</svg>2 initial</li>"))
  }
}
