import Testing
import TremaCatalog
import TremaFormats
import TremaSupport
import TremaTestSupport

/// `line:column severity code: message`
private func spelled(_ diagnostic: Diagnostic) -> String {
  let start = diagnostic.location?.start
  return "\(start.map { "\($0.line):\($0.column)" } ?? "-") \(diagnostic.severity)"
    + " \(diagnostic.code): \(diagnostic.message)"
}

private func decode(_ text: String) throws -> (Catalog, [String]) {
  let (catalog, diagnostics) = try Catalog.decode(Array(text.utf8), file: "test.trm")
  return (catalog, diagnostics.map(spelled))
}

/// Returns the findings in a document; a failure is the only line.
private func findings(_ text: String) -> [String] {
  do throws(Diagnostic) {
    return try Catalog.decode(Array(text.utf8), file: "test.trm").1.map(spelled)
  } catch {
    return [spelled(error)]
  }
}

private let text = "<text key='a'><context/><value lang='de' status='initial'>x</value></text>"

@Suite struct TremaDecoderTests {
  static let roots: [(attributes: String, findings: [String])] = [
    ("", []),
    ("xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'", []),
    (
      "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
        + " xsi:noNamespaceSchemaLocation='http://software.group.nca/trema/schema/trema-1.0.xsd'",
      []
    ),
    (
      "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
        + " xsi:noNamespaceSchemaLocation='https://software.group.nca/trema/schema/trema-1.0.xsd'",
      []
    ),
    (
      "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:noNamespaceSchemaLocation="
        + "'https://raw.githubusercontent.com/netceteragroup/trema-core/master/src/main/resources/trema-1.0.xsd'",
      []
    ),
    (
      "noNamespaceSchemaLocation='http://software.group.nca/trema/schema/trema-1.0.xsd'",
      ["1:24 warning schema: the attribute 'noNamespaceSchemaLocation' is not in the trema schema"]
    ),
    (
      "version='1'", ["1:24 warning schema: the attribute 'version' is not in the trema schema"]
    ),
  ]

  @Test(arguments: roots.indices) func `every valid form of the root element is read`(index: Int)
    throws
  {
    let (attributes, expected) = Self.roots[index]
    let (catalog, diagnostics) = try decode("<trema masterLang='de' \(attributes)>\(text)</trema>")
    #expect(diagnostics == expected)
    #expect(catalog.header.masterLanguage == "de")
    #expect(catalog.texts.map(\.key) == ["a"])
  }

  static let oddities: [(document: String, findings: [String])] = [
    ("<trema masterLang='de'/>", []),
    ("<trema masterLang='de'></trema>", []),
    (
      "<trema>\n</trema>",
      ["1:1 error missing-master-language: the root element has no 'masterLang' attribute"]
    ),
    (
      "\n <Trema masterLang='de'/>",
      ["2:2 error wrong-root: the root element must be 'trema', not 'Trema'"]
    ),
    (
      "<x:trema xmlns:x='urn:x' masterLang='de'/>",
      ["1:1 error wrong-root: the root element must be 'trema', not 'x:trema'"]
    ),
    ("<html/>", ["1:1 error wrong-root: the root element must be 'trema', not 'html'"]),
    ("", ["1:1 error malformed-xml: the file is empty"]),
    (
      "<trema masterLang='de'>\n <text>\n</text></trema>",
      ["2:2 error missing-key: this text has no 'key' attribute"]
    ),
    (
      "<trema masterLang='de'>\n <text key='a'>\n<value status='initial'/></text></trema>",
      ["3:1 error missing-language: this value has no 'lang' attribute"]
    ),
    (
      "<trema masterLang='de'>\n <text key='a'/></trema>",
      [
        "2:2 warning schema: this text has no context",
        "2:2 warning schema: this text has no value",
      ]
    ),
    ("<trema masterLang='de'>\n <text key=''><context/><value lang='de'/></text></trema>", []),
    (
      "<trema masterLang='de'><text key='a'><value lang='de'/>\n<context/></text></trema>",
      ["2:1 warning schema: the context comes after a value"]
    ),
    (
      "<trema masterLang='de'><text key='a'><context/>\n<context/><value lang='de'/></text></trema>",
      ["2:1 warning schema: the element 'context' is not in the trema schema"]
    ),
    (
      "<trema masterLang='de'>\n<group>\(text)</group></trema>",
      ["2:1 warning schema: the element 'group' is not in the trema schema"]
    ),
    (
      "<trema masterLang='de'><text key='a'><context>a\n<b/></context><value lang='de'/></text></trema>",
      ["2:1 warning schema: a context cannot contain elements"]
    ),
    (
      "<trema masterLang='de'><text key='a' x='1'><context y='2'/>\n<value z='3' lang='de'/></text></trema>",
      [
        "1:38 warning schema: the attribute 'x' is not in the trema schema",
        "1:53 warning schema: the attribute 'y' is not in the trema schema",
        "2:8 warning schema: the attribute 'z' is not in the trema schema",
      ]
    ),
    (
      "<trema masterLang='de'>\n  stray\(text)</trema>",
      ["2:3 error stray-text: unexpected text outside a value"]
    ),
    (
      "<trema masterLang='de'><text key='a'><context/>\n\n &amp; <value lang='de'/></text></trema>",
      ["3:2 error stray-text: unexpected text outside a value"]
    ),
    (
      "<trema masterLang='de'>\(text)\n<!-- a --> b <!-- c --> d </trema>",
      [
        "2:12 error stray-text: unexpected text outside a value",
        "2:25 error stray-text: unexpected text outside a value",
      ]
    ),
    (
      "<trema masterLang='de'>\(text)\n<![CDATA[ x]]></trema>",
      ["2:1 error stray-text: unexpected text outside a value"]
    ),
  ]

  @Test(arguments: oddities.indices)
  func `elements outside the schema are reported`(index: Int) {
    let (document, expected) = Self.oddities[index]
    #expect(findings(document) == expected, "\(document)")
  }

  static let values: [(source: String, text: String, hasMarkup: Bool)] = [
    ("", "", false), ("x", "x", false), (" x\n  y ", " x\n  y ", false),
    ("<![CDATA[<b> & ]]>", "<b> & ", false), ("a<![CDATA[b]]>c<![CDATA[]]>", "abc", false),
    ("&lt;&gt;&amp;&apos;&quot;", "<>&'\"", false), ("&#65;&#x42;&#x1F600;&#13;", "AB😀\r", false),
    ("a<!-- b -->c", "ac", false), ("a<?b c?>d", "ad", false), ("a\r\nb\rc", "a\nb\nc", false),
    ("x <b>bold</b> t", "x bold t", true), ("<a><b>c</b>d</a><e/>f", "cdf", true),
    ("<value lang='x'>inner</value>", "inner", true), ("e\u{301} é", "e\u{301} é", false),
  ]

  @Test(arguments: values.indices)
  func `the text of a value is only its character data`(index: Int) throws {
    let (source, expected, hasMarkup) = Self.values[index]
    let (catalog, _) = try decode(
      "<trema masterLang='de'><text key='a'><context>\(source)</context><value lang='de'>\(source)</value></text></trema>"
    )
    let value = try #require(catalog.texts.first?.values.first)
    #expect(bytes(value.source) == bytes(expected))
    #expect(value.hasMarkup == hasMarkup)
    #expect(bytes(catalog.texts[0].context?.text ?? "") == bytes(expected))
    #expect(value.status == .undefined(nil))
  }

  @Test func `statuses are matched exactly, and unknown ones are preserved`() throws {
    for (source, expected) in [
      ("initial", Status.initial), ("translated", .translated), ("verified", .verified),
      ("special", .special), ("Initial", .undefined("Initial")), ("", .undefined("")),
      (" initial", .undefined(" initial")), ("undefined", .undefined("undefined")),
    ] {
      let (catalog, _) = try decode(
        "<trema masterLang='de'><text key='a'><value lang='de' status='\(source)'/></text></trema>")
      #expect(catalog.texts[0].values[0].status == expected)
    }
  }

  @Test func `entities of the document are resolved, and their presence is recorded`() throws {
    let source = """
      <!DOCTYPE trema [<!ENTITY app "Trema &#38;#38; Co"><!ENTITY b "<b>x</b>">]>
      <trema masterLang="de"><text key="&app;"><value lang="de">&app;! &b;</value></text></trema>
      """
    let catalog = try decode(source).0
    #expect(catalog.texts[0].key == "Trema & Co")
    #expect(catalog.texts[0].values[0].source == "Trema & Co! x")
    var rest: [UInt8]? = Array(source.utf8)
    var decoder = TremaDecoder(file: "test.trm") { () throws(Never) in
      defer { rest = nil }
      return rest
    }
    _ = try decoder.header()
    #expect(decoder.documentType?.start == SourcePosition(line: 1, column: 1))
  }

  private static let unknown = """
    <trema masterLang='de'><a/><b>x<c/></b><!-- d -->
    <text key='k'><e/><context/><value lang='de'>x</value><f/></text><g/></trema>
    """

  @Test(arguments: [true, false])
  func `unknown elements are reported, and kept for rewriting`(
    keepsElements: Bool
  ) throws {
    var options = TremaDecoder.Options()
    options.keepsElements = keepsElements
    let (catalog, diagnostics) = try Catalog.decode(
      Array(Self.unknown.utf8), file: "test.trm", options: options)
    #expect(
      diagnostics.map { "\($0.location?.start?.column ?? 0) \($0.message)" } == [
        "24 the element 'a' is not in the trema schema",
        "28 the element 'b' is not in the trema schema",
        "15 the element 'e' is not in the trema schema",
        "55 the element 'f' is not in the trema schema",
        "66 the element 'g' is not in the trema schema",
      ])
    let text = try #require(catalog.texts.first)
    let kept = [
      text.leadingTrivia, text.context?.leadingTrivia ?? [], text.trailingTrivia,
      catalog.footer.trailingTrivia,
    ].map { $0.map(\.source) }
    #expect(
      kept
        == (keepsElements
          ? [["<a/>", "<b>x<c/></b>", "<!-- d -->"], ["<e/>"], ["<f/>"], ["<g/>"]]
          : [[], [], [], []]))
  }

  @Test func `texts are delivered one at a time, even if split across chunks`() throws {
    let texts = (0..<5).map { "<text key='\($0)'><value lang='de'>\($0)</value></text>" }
    let document = "<trema masterLang='de'>\(texts.joined())</trema>"
    // The third text begins in one piece and ends in the next.
    var pieces = [document.prefix(140), document.dropFirst(140)].map { Array($0.utf8) }[...]
    var decoder = TremaDecoder(file: "test.trm") { () throws(Never) in pieces.popFirst() }
    var keys: [String] = []
    while let text = try decoder.nextView() { keys.append(text.key + text[0].source) }
    #expect(keys == ["00", "11", "22", "33", "44"])
  }

  @Test func `conflict comments are preserved for all readers`() throws {
    let comments = ["<!--trema:conflict-->", "<!-- \n Trema:Conflict lang='de' -->"]
    var options = TremaDecoder.Options()
    options.keepsElements = false
    for comment in comments + ["<!-- trema -->", "<!-- d -->", "<?trema:conflict?>", "<!---->"] {
      let file =
        "<trema masterLang='de'>\(comment)<text key='k'>\(comment)<context/></text></trema>"
      let (catalog, _) = try Catalog.decode(Array(file.utf8), file: "test.trm", options: options)
      let isKept = comment.lowercased().contains("trema:conflict") && comment.hasPrefix("<!--")
      let text = try #require(catalog.texts.first)
      #expect(text.leadingTrivia.map(\.source) == (isKept ? [comment] : []), "\(comment)")
      #expect((text.context?.leadingTrivia ?? []).count == (isKept ? 1 : 0), "\(comment)")
    }
  }

  @Test func `an error is reported as soon as it is read`() throws {
    let file = Array("<trema masterLang=\"en\">\n</tremx>".utf8)
    var pieces = [file][...]
    var decoder = TremaDecoder(file: "f") { pieces.popFirst() }
    #expect(throws: Diagnostic.self) { try decoder.header() }
  }

  @Test func `positions refer to the file`() throws {
    let source = """
      <?xml version="1.0"?>
      <trema xmlns:x="urn:x"
             masterLang="de">
        <text x:a="1" key="k">
          <context>c</context>
          <value status="initial"
            lang="de">x</value>
          <value lang="en">y</value>
        </text>
      </trema>
      """
    for lineEnd in ["\n", "\r\n"] {
      let (catalog, _) = try decode(source.replacing("\n", with: lineEnd))
      let text = catalog.texts[0]
      let (first, second) = (text.values[0], text.values[1])
      let found = [
        catalog.header.position, catalog.header.masterPosition, text.position, text.keyPosition,
        text.context?.position ?? .start, text.context?.textPosition ?? .start, first.position,
        first.statusPosition, first.languagePosition, first.textPosition, second.position,
        second.statusPosition, second.textPosition,
      ]
      #expect(
        found.map { "\($0.line):\($0.column)" } == [
          "2:1", "3:20", "4:3", "4:22", "5:5", "5:14", "6:5", "6:20", "7:13", "7:17", "8:5", "8:5",
          "8:22",
        ])
    }
  }
}
