import TremaCatalog
import TremaTestSupport

/// Random catalogues with every XML construct, including edge cases.
struct CatalogueGenerator {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let names = ["note", "x:y", "xml:lang", "_", "größe", "a.b-c"]

  mutating func catalog() -> Catalog {
    var header = CatalogHeader(
      file: "test.trm", masterLanguage: random.pick(["de", "en", "", "x y"]))
    header.attributes = [Attribute("xmlns:x", "urn:x")]
    if random.once(in: 2) { header.attributes.append(Attribute("xmlns:xsi", "urn:xsi")) }
    header.attributes += attributes()
    header.prolog = trivia(elements: false)
    var catalog = Catalog(header: header)
    for _ in 0..<random.number(0...4) { catalog.texts.append(text()) }
    catalog.footer.trailingTrivia = trivia()
    catalog.footer.epilog = trivia(elements: false)
    return catalog
  }

  private mutating func hostile() -> String {
    HostileText.text(
      &random, of: [HostileText.pieces, HostileText.backslashes, HostileText.percents])
  }

  private mutating func text() -> Text {
    var text = Text(key: hostile())
    text.attributes = attributes()
    text.leadingTrivia = trivia()
    if !random.once(in: 4) {
      let (spelling, meaning, _) = content()
      var context = Context(meaning, spelling: spelling)
      context.attributes = attributes()
      context.leadingTrivia = trivia()
      text.context = context
    }
    for _ in 0..<random.number(0...3) { text.values.append(value()) }
    text.trailingTrivia = trivia()
    return text
  }

  private mutating func value() -> Value {
    let (spelling, source, hasMarkup) = content()
    let statuses: [Status] = [
      .initial, .translated, .verified, .special, .undefined(nil), .undefined(""),
      .undefined("Übersetzt \"&<'>\t\n"),
    ]
    var value = Value(
      language: random.pick(["de", "pt-BR", "zh_Hans", "../x", "", "&<\">'"]),
      status: random.pick(statuses), source: source, spelling: spelling)
    value.hasMarkup = hasMarkup
    value.attributes = attributes()
    value.leadingTrivia = trivia()
    return value
  }

  private mutating func attributes() -> [Attribute] {
    let chosen = Self.names.filter { _ in random.once(in: 6) }
    return chosen.map { Attribute($0, hostile()) }
  }

  private mutating func trivia(elements: Bool = true) -> [Trivia] {
    (0..<max(0, random.number(-3...2))).map { _ in
      switch random.number(0...(elements ? 3 : 1)) {
      case 0: Trivia(random.pick(["<!-- a -->", "<!---->", "<!-- <value>\n  é > -->"]))
      case 1: Trivia(random.pick(["<?a?>", "<?php <b> > \"\n\" ?>"]))
      case 2:
        Trivia(
          "<x:unknown a=\"b>c\">\n  text <value/> <![CDATA[<]]>\n</x:unknown>", element: "x:unknown"
        )
      default: Trivia("<group/>", element: "group")
      }
    }
  }

  /// The bytes between two tags (nil if they are the text itself) and their text.
  private mutating func content() -> (spelling: String?, meaning: String, hasMarkup: Bool) {
    if random.once(in: 3) {
      let text = hostile()
      let escaped = XMLText.escaped(text)
      return (escaped.utf8.elementsEqual(text.utf8) ? nil : escaped, text, false)
    }
    var (spelling, meaning) = ("", "")
    var hasMarkup = false
    let pieces: [(String, String)] = [
      ("<![CDATA[a & <b> ]] \\n]]>", "a & <b> ]] \\n"), ("<![CDATA[]]>", ""), ("&lt;", "<"),
      ("&#x1F600;", "😀"), ("&#13;", "\r"), ("&apos;", "'"), ("<!-- &amp; > -->", ""),
      ("<?p a > b?>", ""),
      ("<b x='>'>bold</b>", "bold"), ("<br/>", ""), ("%d", "%d"), ("\n    ", "\n    "), (" ", " "),
      ("text é", "text é"), ("\\u00e9", "\\u00e9"), (">", ">"),
    ]
    for _ in 0..<random.number(0...6) {
      let (source, text) = random.pick(pieces)
      // No `]]>` may occur by chance.
      if source == ">", spelling.hasSuffix("]]") { continue }
      hasMarkup = hasMarkup || source.hasPrefix("<b")
      spelling += source
      meaning += text
    }
    return (spelling.utf8.elementsEqual(meaning.utf8) ? nil : spelling, meaning, hasMarkup)
  }
}

enum XMLText {
  /// Character data, escaped by an independent table.
  static func escaped(_ text: String) -> String {
    replaced(text, ["&": "&amp;", "<": "&lt;", "\r": "&#13;"]).replacing("]]>", with: "]]&gt;")
  }

  static func escapedAttribute(_ text: String, quote: Unicode.Scalar) -> String {
    var table = ["&": "&amp;", "<": "&lt;", "\n": "&#10;", "\r": "&#xD;", "\t": "&#9;"]
    table[String(quote)] = quote == "'" ? "&apos;" : "&quot;"
    return replaced(text, table)
  }

  private static func replaced(_ text: String, _ table: [String: String]) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(contentsOf: (table[String(scalar)] ?? String(scalar)).unicodeScalars)
    }
    return String(result)
  }
}

/// Writes a catalog in unusual ways: attributes in any order, any quotes, any whitespace.
struct WildEncoder {
  var random: SeededGenerator
  var lineEnd = "\n"
  private var output = ""

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func encode(_ catalog: Catalog, encoding: String? = nil) -> String {
    output = ""
    if let encoding { output += "<?xml version='1.0' encoding=\"\(encoding)\"?>\n" }
    write(catalog.header.prolog)
    startTag(
      "trema", [Attribute("masterLang", catalog.header.masterLanguage)], catalog.header.attributes,
      isEmpty: false)
    for text in catalog.texts { write(text) }
    write(catalog.footer.trailingTrivia)
    output += "</trema\(space(orNone: true))>"
    write(catalog.footer.epilog)
    output += space(orNone: true)
    // A line end of one kind is one of the other; references keep those that must stay.
    return output.replacing("\n", with: lineEnd)
  }

  private mutating func write(_ text: Text) {
    write(text.leadingTrivia)
    startTag("text", [Attribute("key", text.key)], text.attributes, isEmpty: false)
    if let context = text.context {
      write(context.leadingTrivia)
      write("context", [], context.attributes, context.spelling ?? context.text)
    }
    for value in text.values {
      write(value.leadingTrivia)
      var own = [Attribute("lang", value.language)]
      if let status = value.status.spelling { own.append(Attribute("status", status)) }
      write("value", own.shuffled(using: &random), value.attributes, value.spelling ?? value.source)
    }
    write(text.trailingTrivia)
    output += "</text>\(space(orNone: true))"
  }

  private mutating func write(
    _ name: String, _ own: [Attribute], _ others: [Attribute], _ content: String
  ) {
    let isEmpty = content.isEmpty && random.once(in: 2)
    startTag(name, own, others, isEmpty: isEmpty, isTight: true)
    if !isEmpty { output += "\(content)</\(name)\(space(orNone: true))>" }
    output += space(orNone: true)
  }

  private mutating func startTag(
    _ name: String, _ own: [Attribute], _ others: [Attribute], isEmpty: Bool, isTight: Bool = false
  ) {
    output += "<\(name)"
    var own = own[...]
    var others = others[...]
    while !own.isEmpty || !others.isEmpty {
      let takesOwn = others.isEmpty || !own.isEmpty && random.once(in: 2)
      guard let attribute = takesOwn ? own.popFirst() : others.popFirst() else { break }
      let quote: Unicode.Scalar = random.once(in: 2) ? "'" : "\""
      output += "\(space())\(attribute.name)\(space(orNone: true))=\(space(orNone: true))\(quote)"
      output += "\(XMLText.escapedAttribute(attribute.value, quote: quote))\(quote)"
    }
    output += space(orNone: true) + (isEmpty ? "/>" : ">")
    if !isTight { output += space(orNone: true) }
  }

  private mutating func write(_ trivia: [Trivia]) {
    for trivium in trivia { output += space(orNone: true) + trivium.source + space(orNone: true) }
  }

  private mutating func space(orNone: Bool = false) -> String {
    orNone && random.once(in: 2) ? "" : random.pick([" ", "\n", "\t", "\n      ", "  \n\n"])
  }
}
