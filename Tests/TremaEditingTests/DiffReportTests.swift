import Testing
import TremaCatalog
import TremaEditing
import TremaFormats
import TremaTestSupport

private func catalogue(_ pairs: [(String, String)]) -> Catalog {
  var catalogue = Catalog(header: CatalogHeader(file: "x.trm", masterLanguage: "de"))
  catalogue.texts = pairs.map {
    Text(key: $0.0, values: [Value(language: "de", source: $0.1, backslash: .literal)])
  }
  return catalogue
}

private func diff(_ old: [(String, String)], _ new: [(String, String)]) -> [FileDiff] {
  [
    FileDiff(
      old: "old.trm", new: "new.trm",
      diff: CatalogDiff(old: catalogue(old), new: catalogue(new)))
  ]
}

@Suite struct DiffReportTests {
  /// The cells of all tables as GitHub shows them, made by its own reader of Markdown: the text
  /// between `<code>` tags, without marks of insertion.
  private func cells(_ markdown: [UInt8]) throws -> [String] {
    let verdict = try Judge.environmentPython.run(
      [
        "-c",
        """
        import sys, re, html, json, cmarkgfm
        from cmarkgfm.cmark import Options
        page = cmarkgfm.github_flavored_markdown_to_html(
            sys.stdin.buffer.read().decode(), Options.CMARK_OPT_UNSAFE)
        assert '<a ' not in page, page
        assert re.findall('</?([a-z]+)', page.replace('<code>', '').replace('</code>', ''))
        rows = re.findall('<tr>(.*?)</tr>', page, re.S)
        assert len({len(re.findall('<t[hd]', r)) for r in rows}) <= 2, page
        found = []
        for code in re.findall('<code>(.*?)</code>', page, re.S):
            code = code.replace('<br>', chr(10))
            code = re.sub('</?(ins|del)>', '', code)
            assert '<' not in code, code
            found.append(html.unescape(code))
        sys.stdout.write(json.dumps(found))
        """,
      ], input: markdown)
    try #require(verdict.status == 0, "\(verdict.complaint)")
    let list = try Judge.python.run(
      ["-c", "import json,sys\nfor x in json.load(sys.stdin): sys.stdout.write(x + chr(0))"],
      input: verdict.output)
    return list.text.split(separator: "\0", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  @Test func `GitHub shows values literally, including Markdown characters`() throws {
    let values = [
      "a|b", "`x` ``", "line\nline\n\n- item", "<b>bold</b></td></table>", "*a* _b_ ~~c~~ **d**",
      "@someone #12 https://example.com www.example.com", "&amp; &lt; \\| \\", "[a](b) ![c](d)",
      "$x^2$ :smile:", "</code></details>", "  two  spaces ", "日本語 😀", "1. a", "| --- |",
    ]
    let pairs = values.enumerated().map { ("key|\($0.offset)`<i>", $0.element) }
    let bytes = DiffMarkdownReport().report(diff([], pairs))
    let cells = try cells(bytes)
    #expect(cells.contains("new.trm"))
    for (key, value) in pairs {
      #expect(cells.contains(key), "\(key)")
      #expect(cells.contains { $0.utf8.elementsEqual(value.utf8) }, "\(value) \(cells)")
    }
    let changed = DiffMarkdownReport().report(
      diff(pairs, pairs.map { ($0.0, $0.1 + " and | more") }))
    let shown = try self.cells(changed)
    for (_, value) in pairs { #expect(shown.contains(value + " and | more"), "\(value)") }
  }

  @Test func `control characters are spelled out in Markdown and on a terminal`() throws {
    let hostile = diff([], [("k", "a\u{202E}b\u{7F}\u{9B}31m\u{1B}[2J")])
    #expect(
      try cells(DiffMarkdownReport().report(hostile)).contains(
        #"a\u{202E}b\u{7F}\u{9B}31m\u{1B}[2J"#))
    let text = String(decoding: DiffTextReport(usesColor: false).report(hostile), as: UTF8.self)
    #expect(text.contains(#"a\u{202E}b\u{7F}\u{9B}31m\u{1B}[2J"#))
    #expect(!text.unicodeScalars.contains("\u{1B}"))
  }

  @Test func `a comment stays within GitHub's limit and counts the omitted changes`() throws {
    let long = String(repeating: "word ", count: 200)
    let pairs = (0..<5000).map { ("key.\($0)", "\($0) \(long)") }
    let bytes = DiffMarkdownReport().report(diff([], pairs))
    #expect(bytes.count <= 65_536)
    #expect(bytes.count > 60_000)
    let text = String(decoding: bytes, as: UTF8.self)
    let shown = text.split(separator: "\n").count { $0.hasPrefix("| <code>key") }
    #expect(
      text.hasSuffix(
        "\n\(5000 - shown) more texts are not shown, because the size of a comment is limited.\n"))
    #expect(text.hasPrefix("### 5000 texts added\n"))
    #expect(try cells(bytes).allSatisfy { $0.unicodeScalars.count <= 301 })
    for limit in [400, 1000, 2000] {
      #expect(DiffMarkdownReport(limit: limit).report(diff([], pairs)).count <= limit)
    }
  }

  @Test func `a long value is truncated around the difference`() throws {
    let long = String(repeating: "word ", count: 200)
    let cells = try cells(
      DiffMarkdownReport().report(diff([("k", long + "old end")], [("k", long + "new end")])))
    #expect(cells.contains { $0.hasPrefix("…word") && $0.hasSuffix("word old end") })
    #expect(cells.contains { $0.hasPrefix("…word") && $0.hasSuffix("word new end") })
  }

  @Test(.timeLimit(.minutes(20)))
  func `very long values and language names are shortened`() {
    let long = String(repeating: "<x> ", count: 1 << 15)
    let texts = diff([("k", long + "a" + long)], [("k", long + "b" + long)])
    #expect(DiffMarkdownReport().report(texts).count < 4000)
    #expect(DiffTextReport(usesColor: true).report(texts).count < 8 * long.utf8.count)
    var catalogue = catalogue([])
    let controls = String(repeating: "\u{202E}", count: 400)
    catalogue.texts = [
      Text(key: "k", values: (0..<60).map { Value(language: "\($0)\(controls)", source: "") })
    ]
    let many = [FileDiff(old: nil, new: "x", diff: CatalogDiff(old: nil, new: catalogue))]
    let bytes = DiffMarkdownReport().report(many)
    #expect(bytes.count <= 65_536)
    #expect(String(decoding: bytes, as: UTF8.self).contains("more languages\n"))
    #expect(String(decoding: bytes, as: UTF8.self).contains("\n1 more text is not shown"))
  }

  @Test func `a Markdown report has all its parts`() {
    let bytes = DiffMarkdownReport().report(
      diff([("a", "old name"), ("c", "x")], [("a", "new name"), ("b", "B")]))
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        ### 1 text added, 1 removed, 1 changed

        | language | added | removed | changed | status changed |
        |---|--:|--:|--:|--:|
        | <code>de</code> | 1 | 1 | 1 | 0 |

        #### <code>new.trm</code>

        <details><summary>Added (1)</summary>

        | key | | before | after |
        |---|---|---|---|
        | <code>b</code> | <code>de</code> |  | <code>B</code> (<code>translated</code>) |

        </details>

        <details><summary>Changed (1)</summary>

        | key | | before | after |
        |---|---|---|---|
        | <code>a</code> | <code>de</code> | <code><del>old</del> name</code> | <code><ins>new</ins> name</code> |

        </details>

        <details><summary>Removed (1)</summary>

        | key | | before | after |
        |---|---|---|---|
        | <code>c</code> | <code>de</code> | <code>x</code> (<code>translated</code>) |  |

        </details>

        """)
  }

  @Test func `changed words are highlighted in colour`() {
    func colored(_ old: String, _ new: String) -> [String] {
      String(
        decoding: DiffTextReport(usesColor: true).report(diff([("k", old)], [("k", new)])),
        as: UTF8.self
      ).split(separator: "\n").filter { $0.hasPrefix("      ") }
        .map {
          $0.replacing("\u{1B}[31m-\u{1B}[0m", with: "-").replacing(
            "\u{1B}[32m+\u{1B}[0m", with: "+"
          ).replacing("\u{1B}[", with: "^").dropFirst(6).description
        }
    }
    #expect(
      colored("Hello old world!", "Hello new wide world!") == [
        "- ^31mHello ^0m^7;31mold^0m^31m world!^0m",
        "+ ^32mHello ^0m^7;32mnew wide^0m^32m world!^0m",
      ])
    #expect(colored("日本語", "日本人") == ["- ^31m日本^0m^7;31m語^0m", "+ ^32m日本^0m^7;32m人^0m"])
    #expect(colored("", "a") == ["- ", "+ ^7;32ma^0m"])
  }
}
