/// Findings and the catalogue as one page for a browser, which needs nothing else: no network, no
/// other file.
///
/// The findings and the texts are in it once, as HTML inside `noscript`. Without scripts a browser
/// shows them all. With scripts they are text at first; the script parses them apart from the page
/// and shows those that a filter leaves, a hundred at a time, so that a catalogue of ten thousand
/// texts is as quick to use as one of ten.
struct HTMLReporter: Reporter {
  let material: ReportMaterial

  func report(_ diagnostics: [Diagnostic]) -> [UInt8] {
    let diagnostics = diagnostics.sorted(by: Diagnostic.inReadingOrder)
    var page = HTMLText()
    page.raw(Self.head)
    page.raw("<header>\n<h1>Texts and findings</h1>\n")
    page.raw(summary(diagnostics))
    page.raw("<nav aria-label=\"Sections\">")
    if material.catalogue != nil { page.raw("<a href=\"#coverage\">Coverage</a> ") }
    page.raw("<a href=\"#findings\">Findings</a>")
    if material.catalogue != nil { page.raw(" <a href=\"#catalogue\">Texts</a>") }
    page.raw("</nav>\n</header>\n<main>\n")
    if let catalogue = material.catalogue {
      HTMLCoverage(catalogue: catalogue).write(to: &page)
    }
    HTMLFindings(diagnostics: diagnostics, rules: material.rules).write(to: &page)
    if let catalogue = material.catalogue {
      HTMLTexts(catalogue: catalogue).write(to: &page)
    }
    page.raw("</main>\n<footer>Made by trema")
    if !material.version.isEmpty { page.text(" " + material.version) }
    page.raw("</footer>\n<script>\(HTMLPage.script)</script>\n</body>\n</html>\n")
    return page.bytes
  }

  /// The policy forbids everything but the style and the script of this page.
  private static var head: String {
    """
    <!DOCTYPE html>
    <html lang="en" dir="ltr">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
    style-src '\(HTMLPage.styleDigest)'; script-src '\(HTMLPage.scriptDigest)'; \
    base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>Texts and findings</title>
    <style>\(HTMLPage.style)</style>
    </head>
    <body>

    """
  }

  private func summary(_ diagnostics: [Diagnostic]) -> String {
    let tally = Tally(diagnostics)
    var counts: [(String, Int, String)] = [
      ("error", tally.errors, tally.errors == 1 ? "error" : "errors"),
      ("warning", tally.warnings, tally.warnings == 1 ? "warning" : "warnings"),
      ("note", tally.notes, tally.notes == 1 ? "note" : "notes"),
    ]
    if material.muted > 0 { counts.append(("muted", material.muted, "muted")) }
    if let rows = material.catalogue?.rows.count {
      counts.append(("texts", rows, rows == 1 ? "text" : "texts"))
    }
    let items = counts.map { kind, count, word in
      "<li class=\"\(kind)\"><b>\(count)</b> \(word)</li>"
    }
    return "<ul class=\"summary\">\(items.joined())</ul>\n"
  }
}

/// HTML as it grows. What comes from a catalogue goes through `text`.
struct HTMLText {
  private(set) var bytes: [UInt8] = []

  mutating func raw(_ html: String) { bytes.append(contentsOf: html.utf8) }

  /// Appends text as character data, good inside of elements and of attributes in quotation marks.
  /// Controls that a browser drops or changes are spelled out: `\u{1B}`. Those of the
  /// bidirectional algorithm stay: a translation needs them, and its element contains them.
  mutating func text(_ text: some StringProtocol) {
    let start = bytes.count
    var needsControls = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): raw("&amp;")
      case UInt8(ascii: "<"): raw("&lt;")
      case UInt8(ascii: ">"): raw("&gt;")
      case UInt8(ascii: "\""): raw("&quot;")
      case UInt8(ascii: "'"): raw("&#39;")
      case UInt8(ascii: "\n"), UInt8(ascii: "\t"): bytes.append(byte)
      case 0..<0x20, 0x7F:
        raw("\\u{\(String(byte, radix: 16, uppercase: true))}")
      case 0xC2:
        needsControls = true
        bytes.append(byte)
      default: bytes.append(byte)
      }
    }
    if needsControls { spellControls(from: start) }
  }

  /// C1 controls are two bytes in UTF-8: `C2 80` to `C2 9F`.
  private mutating func spellControls(from start: Int) {
    let tail = bytes[start...]
    bytes.removeSubrange(start...)
    for scalar in String(decoding: tail, as: UTF8.self).unicodeScalars {
      if 0x80...0x9F ~= scalar.value {
        raw("\\u{\(String(scalar.value, radix: 16, uppercase: true))}")
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// ` name="value"`.
  mutating func attribute(_ name: String, _ value: String) {
    raw(" \(name)=\"")
    text(value)
    raw("\"")
  }

  /// A label and a list to choose one word from.
  mutating func choice(_ label: String, name: String, any: String, _ words: [String]) {
    raw("<label>\(label) <select name=\"\(name)\"><option value=\"\">\(any)</option>")
    for word in words {
      raw("<option")
      attribute("value", word)
      raw(">")
      text(word)
      raw("</option>")
    }
    raw("</select></label>\n")
  }

  /// A section that the script fills: its filters, what it says of them, and all its items for
  /// those who run no scripts.
  mutating func section(
    id: String, title: String, isEmpty: Bool, filters: (inout HTMLText) -> Void,
    items: (inout HTMLText) -> Void
  ) {
    raw("<section id=\"\(id)\" aria-labelledby=\"\(id)-title\">\n")
    raw(
      "<h2 id=\"\(id)-title\">\(title)</h2>\n<form class=\"filters\" aria-label=\"Filter \(title.lowercased())\" hidden>\n"
    )
    filters(&self)
    raw("<button type=\"reset\">Clear</button>\n</form>\n")
    raw("<p class=\"shown\" role=\"status\">\(isEmpty ? "None." : "")</p>\n")
    raw("<ol class=\"items\"></ol>\n")
    raw("<p class=\"pages\" hidden><button type=\"button\" class=\"previous\">Previous</button> ")
    raw("<span></span> <button type=\"button\" class=\"next\">Next</button></p>\n")
    raw("<noscript><ol class=\"items\">\n")
    items(&self)
    raw("</ol></noscript>\n</section>\n")
  }
}
